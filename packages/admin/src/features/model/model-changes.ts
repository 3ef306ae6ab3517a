import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { isFailure, withIssues } from '../../api/failures.ts'
import { messageOf } from '../../api/service-text.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'

/** What a collection holds: what a change can touch. */
export function usageQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.schema, slug, 'usage'],
    queryFn: ({ signal }) => api.schema.usage({ slug }, { signal }),
  })
}

export type Usage = Awaited<ReturnType<typeof api.schema.usage>>['item']

/** items of all kinds, the trash included */
export function totalOf({ items }: Usage): number {
  return Object.values(items).reduce((sum, count) => sum + count, 0)
}

/** All screens learn of a change of the model. */
export async function refreshModel(): Promise<void> {
  await Promise.all(
    [keys.workspace, keys.schema, keys.content].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

/** The error of a taken or reserved slug is shown at the slug. */
export async function withSlugErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isFailure(error) || !/^(DUPLICATE|RESERVED)_SLUG$/.test(error.code)) throw error
    throw withIssues(error, [{ path: 'slug', message: messageOf(error) }])
  }
}
