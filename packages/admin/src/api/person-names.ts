import { limits } from '@octavo/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { keys } from './queries.ts'

/** milliseconds in which requested names are collected: all rows of a list cause one call */
const pause = 10

let waiting: Promise<ReadonlyMap<string, string | null>> | null = null
let asked: string[] = []

/** The name of a person; null if there is no such person, or the reader may not see the name. */
async function nameOf(id: string): Promise<string | null> {
  if (waiting === null || asked.length >= limits.namedPeople) {
    const ids: string[] = (asked = [])
    waiting = new Promise((resolve) => setTimeout(resolve, pause)).then(() => {
      if (asked === ids) waiting = null
      return fetchNames(ids)
    })
  }
  asked.push(id)
  return (await waiting).get(id) ?? null
}

async function fetchNames(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { items } = await api.users.names({ ids: ids.join(',') })
  return new Map(items.map(({ id, name }) => [id, name]))
}

/** The name of a user; null while it is loading, and for readers who may not see it. */
export function usePersonName(id: string | null, mayKnow = true): string | null {
  const { data } = useQuery({
    queryKey: [...keys.users, 'name', id],
    queryFn: () => nameOf(id ?? ''),
    enabled: id !== null && mayKnow,
    staleTime: 300_000,
  })
  return data ?? null
}
