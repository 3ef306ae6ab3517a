import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

/** milliseconds in which requested names are collected, so that all rows of a list cause one call */
const collectingTime = 10

/** the result of the call that still collects ids; null if there is none */
let nextCall: Promise<ReadonlyMap<string, string | null>> | null = null
/** the ids that this call collects */
let collectedIds: string[] = []

/** The name of a person; null if there is no such person, or the reader may not see the name. */
async function nameOf(id: string): Promise<string | null> {
  if (nextCall === null || collectedIds.length >= limits.namedPeople) {
    const ids: string[] = (collectedIds = [])
    nextCall = new Promise((resolve) => setTimeout(resolve, collectingTime)).then(() => {
      // If this call was full, another one already collects, which must go on.
      if (collectedIds === ids) nextCall = null
      return fetchNames(ids)
    })
  }
  collectedIds.push(id)
  return (await nextCall).get(id) ?? null
}

async function fetchNames(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { items } = await api.users.names({ ids: ids.join(',') })
  return new Map(items.map(({ id, name }) => [id, name]))
}

/**
 * The name of a user; undefined while it is loading; null without an id, and if there is no such person or the reader
 * may not see the name. With `mayKnow` false, the caller knows that already, so the service is not asked.
 */
export function usePersonName(id: string | null, mayKnow = true): string | null | undefined {
  const { data, isLoading } = useQuery({
    queryKey: [...keys.users, 'name', id],
    queryFn: () => nameOf(id ?? ''),
    enabled: id !== null && mayKnow,
    staleTime: 300_000,
  })
  return isLoading ? undefined : (data ?? null)
}

/**
 * What to show for a person or a thing: the name, or the text for one without a name (null). While the name is loading
 * (undefined) it is nothing, so that no text appears that the name replaces a moment later.
 */
export function shownName(name: string | null | undefined, withoutName: string): string {
  return name === undefined ? '' : (name ?? withoutName)
}
