import { limits } from '@octavo/contract/limits'
import type { OverviewItem } from '@octavo/contract/operations/overview'
import type { HandlersOf } from '../../core/handler.ts'
import { countItems, findOverview } from './store.ts'

type Key = (item: OverviewItem) => string

export const overviewHandlers: HandlersOf<'overview'> = {
  get: async (context) => {
    const collections = [...context.schema.collections.values()]
    const found = await Promise.all(collections.map((collection) => findOverview(context, collection)))
    const totals = await Promise.all(collections.map((collection) => countItems(context, collection)))
    return {
      changed: latest(found.flatMap(({ changed }) => changed)),
      scheduled: sorted(
        found.flatMap(({ scheduled }) => scheduled),
        ({ scheduledAt, id }) => `${scheduledAt} ${id}`,
      ).slice(0, limits.overview),
      pending: latest(found.flatMap(({ pending }) => pending)),
      totals,
    }
  },
}

function latest(items: readonly OverviewItem[]): OverviewItem[] {
  return sorted(items, ({ updatedAt, id }) => `${updatedAt} ${id}`)
    .toReversed()
    .slice(0, limits.overview)
}

function sorted(items: readonly OverviewItem[], keyOf: Key): OverviewItem[] {
  return items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}
