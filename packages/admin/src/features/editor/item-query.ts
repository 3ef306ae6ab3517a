import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { include } from './transport.ts'

/** The query of an item for its editor. */
export const itemQuery = (collection: string, id: string) =>
  queryOptions({
    queryKey: keys.item(collection, id),
    queryFn: ({ signal }) => api.content.get({ collection, id, include }, { signal }),
    staleTime: 30_000,
    // The editor polls for changes itself.
    refetchOnWindowFocus: false,
  })
