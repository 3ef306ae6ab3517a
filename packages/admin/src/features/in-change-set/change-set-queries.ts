import type { Client } from '@octavo/client/session-client'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

export type ChangeSetDetails = Awaited<ReturnType<Client['changeSets']['get']>>['item']
export type ChangeSetDiff = Awaited<ReturnType<Client['changeSets']['diff']>>

type State = ChangeSetDetails['state']

/** Whether entries can be added to a set. */
export function isChangeable(state: State): state is 'open' | 'submitted' | 'approved' {
  return state === 'open' || state === 'submitted' || state === 'approved'
}

export const changeSetsQuery = infiniteQueryOptions({
  queryKey: [...keys.changeSets, 'all'],
  queryFn: ({ pageParam, signal }) => api.changeSets.list({ cursor: pageParam }, { signal }),
  ...byCursor,
})

export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.changeSets, 'one', id],
    queryFn: ({ signal }) => api.changeSets.get({ id }, { signal }),
  })

export const changeSetDiffQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.changeSets, 'one', id, 'diff'],
    queryFn: ({ signal }) => api.changeSets.diff({ id }, { signal }),
  })
