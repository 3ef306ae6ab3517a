import { queryOptions } from '@tanstack/react-query'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import { include } from './transport.ts'

/** The query of an item for its editor. */
export const itemQuery = ({ content, keys }: ContentScope, collection: string, id: string) =>
  queryOptions({
    queryKey: keys.item(collection, id),
    queryFn: ({ signal }) => content.get({ collection, id, include }, { signal }),
    staleTime: 30_000,
    // The editor polls for changes itself.
    refetchOnWindowFocus: false,
  })
