import type { PresenceEntry } from '@octavo/contract/operations/presence'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { type Collection, useSession } from '../../session/session.tsx'

/** milliseconds between two requests */
const pollInterval = 10_000

/** Other people, by the id of the item that they have open. */
export type Present = ReadonlyMap<string, readonly PresenceEntry[]>

/** The other people who have items of a collection open. */
export function usePresent({ slug }: Collection): Present {
  const { person } = useSession()
  const { data } = useQuery({
    queryKey: [...keys.collection(slug), 'presence'],
    queryFn: ({ signal }) => api.presence.list({ collection: slug }, { signal }),
    refetchInterval: pollInterval,
  })
  return useMemo(() => {
    const seen = new Set<string>()
    // A person who has an item open in several tabs is listed once.
    const others = (data?.items ?? []).filter(({ userId, itemId }) => {
      const key = `${userId} ${itemId}`
      return userId !== person.id && !seen.has(key) && seen.add(key)
    })
    return Map.groupBy(others, ({ itemId }) => itemId)
  }, [data, person.id])
}
