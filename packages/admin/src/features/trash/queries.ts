import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { byCursor } from '../../ui/endless.tsx'

/** The trash of a collection, last deleted first. */
export function trashQuery(collection: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.collection(collection), 'trash'],
    queryFn: ({ signal, pageParam }) =>
      api.content.listTrashed(
        { collection, ...(pageParam !== undefined && { cursor: pageParam }) },
        { signal },
      ),
    ...byCursor,
  })
}
