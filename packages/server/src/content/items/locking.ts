import type { WriteContext } from '../../core/context.ts'
import { lockWithTranslations } from './lock-store.ts'

/** An item by its collection and id. */
export interface Named {
  /** slug */
  readonly collection: string
  readonly id: string
}

/**
 * Locks items and their translations in the order of their ids, so that two transactions with many cannot deadlock.
 */
export async function lockItems(context: WriteContext, items: readonly Named[]): Promise<void> {
  const idsOf = Map.groupBy(items, ({ collection }) => collection)
  for (const slug of [...idsOf.keys()].toSorted()) {
    const model = context.schema.collections.get(slug)
    const ids = new Set(idsOf.get(slug)?.map(({ id }) => id))
    if (model !== undefined) await lockWithTranslations(context, model, [...ids].toSorted())
  }
}
