import type { ContentScope } from '../in-change-set/content-scope.ts'

/** maximum number of pages of the trash that are searched for an item */
const mostPages = 5

/** Finds an item in the trash; null if it is not among the items that were deleted last. */
export async function findTrashed({ content }: ContentScope, collection: string, idOrSlug: string) {
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { items, nextCursor } = await content.listTrashed({
      collection,
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    })
    const found = items.find(({ id, slug }) => id === idOrSlug || slug === idOrSlug)
    if (found !== undefined) return found
    if (nextCursor === undefined) return null
    cursor = nextCursor
  }
  return null
}
