import type { ImportJob } from '@octavo/contract/operations/imports'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

/** polling interval of a running import, in milliseconds */
const pollInterval = 1000

export function isActive(job: Pick<ImportJob, 'state'> | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running'
}

export const importListQuery = infiniteQueryOptions({
  queryKey: [...keys.imports, 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.imports.list(pageParam === undefined ? {} : { cursor: pageParam }, { signal }),
  ...byCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isActive)) ? pollInterval * 2 : false,
})

/** An import, polled while it runs. */
export function importQuery(analysisId: string) {
  return queryOptions({
    queryKey: [...keys.imports, 'job', analysisId],
    queryFn: ({ signal }) => api.imports.get({ analysisId }, { signal }),
    refetchInterval: ({ state }) => (isActive(state.data?.job) ? pollInterval : false),
  })
}
