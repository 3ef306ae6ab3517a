import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { keys } from '../../../api/queries.ts'
import { useSession } from '../../../session/session.tsx'
import { byCursor } from '../../../ui/endless.tsx'
import type { Item } from '../autosave/state.ts'
import { useEditor } from '../editor-context.ts'
import { historyOf } from './history-timeline.ts'

/** number of versions and of changes in one page */
const limit = 20

/** The versions of an item, and the changes that the person may see. */
export function useHistory({ type: collection, id }: Pick<Item, 'type' | 'id'>) {
  const { can, person } = useSession()
  const { supports } = useEditor().collection
  const revisions = useInfiniteQuery({
    queryKey: [...keys.item(collection, id), 'history', 'revisions'],
    queryFn: ({ pageParam, signal }) =>
      api.revisions.list({ collection, entryId: id, limit, ...cursorOf(pageParam) }, { signal }),
    ...byCursor,
    enabled: supports.includes('revisions'),
  })
  const onlyOwn = can('changes.readAny') ? {} : { userId: person.id }
  const changes = useInfiniteQuery({
    queryKey: [...keys.item(collection, id), 'history', 'changes'],
    queryFn: ({ pageParam, signal }) =>
      api.changes.list({ item: id, ...onlyOwn, limit, ...cursorOf(pageParam) }, { signal }),
    ...byCursor,
    enabled: can('changes.readOwn'),
  })
  const all = [revisions, changes]
  return {
    entries: historyOf(id, loadedOf(revisions), loadedOf(changes)),
    isPending: all.some(({ isLoading }) => isLoading),
    error: all.find(({ error }) => error !== null)?.error ?? null,
    hasMore: all.some(({ hasNextPage }) => hasNextPage),
    isFetchingMore: all.some(({ isFetchingNextPage }) => isFetchingNextPage),
    fetchMore: () => {
      for (const query of all) if (query.hasNextPage) void query.fetchNextPage()
    },
  }
}

function cursorOf(cursor: string | undefined) {
  return cursor === undefined ? {} : { cursor }
}

interface Query<Part> {
  readonly data: { readonly pages: readonly { readonly items: readonly Part[] }[] } | undefined
  readonly hasNextPage: boolean
}

function loadedOf<Part>({ data, hasNextPage }: Query<Part>) {
  return { items: data?.pages.flatMap(({ items }) => items) ?? [], hasMore: hasNextPage }
}
