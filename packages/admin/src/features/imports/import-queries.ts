import type { ImportJob } from '@octavo/contract/operations/imports'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

/** polling interval of a running import, in milliseconds */
const pollInterval = 1000

/** Whether an import is running, or waits to run. */
export function isActive(job: Pick<ImportJob, 'state'> | undefined): boolean {
  return job?.state === 'queued' || job?.state === 'running'
}

/** All imports, polled less often while one of them is active. */
export const importListQuery = infiniteQueryOptions({
  queryKey: [...keys.imports, 'list'],
  queryFn: ({ pageParam, signal }) =>
    api.imports.list(pageParam === undefined ? {} : { cursor: pageParam }, { signal }),
  ...byCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isActive)) ? pollInterval * 2 : false,
})

/** An import with its analysis, polled while it is active. */
export function importQuery(analysisId: string) {
  return queryOptions({
    queryKey: [...keys.imports, 'job', analysisId],
    queryFn: ({ signal }) => api.imports.get({ analysisId }, { signal }),
    refetchInterval: ({ state }) => (isActive(state.data?.job) ? pollInterval : false),
  })
}
