import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { isFailure, withIssues } from '../../api/failures.ts'
import { messageOf } from '../../api/service-text.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'

/** The number of items and drafts that a change of the collection affects. */
export function usageQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.schema, slug, 'usage'],
    queryFn: ({ signal }) => api.schema.usage({ slug }, { signal }),
  })
}

export type Usage = Awaited<ReturnType<typeof api.schema.usage>>['item']

/** The number of items in all states, including the trash. */
export function totalOf({ items }: Usage): number {
  return Object.values(items).reduce((sum, count) => sum + count, 0)
}

/** Refreshes all screens after a change of the content model. */
export async function refreshModel(): Promise<void> {
  await Promise.all(
    [keys.workspace, keys.schema, keys.content].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/**
 * Turns the failure for a slug that is in use or reserved into an issue with the field `slug`, so that forms show it
 * there.
 */
export async function withSlugErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isFailure(error) || !/^(DUPLICATE|RESERVED)_SLUG$/.test(error.code)) throw error
    throw withIssues(error, [{ path: 'slug', message: messageOf(error) }])
  }
}
