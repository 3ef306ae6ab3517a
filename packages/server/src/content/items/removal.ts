import type { WriteContext } from '../../core/context.ts'
import { notifyDeletion } from '../../core/deletion.ts'
import { runBefore, recordAfterHooks } from '../../plugins/dispatch.ts'
import { parseData } from '../../core/model/data.ts'
import { auditItem, isVisible, stateFacts, storedFacts } from './auditing.ts'
import { eventOf } from './hooks.ts'
import type { Item } from './item.ts'
import { recordFormerItem } from '../hidden-items/former.ts'
import { readColumnData, removeItem } from './store.ts'

/** Permanently removes an item in the trash, with its revisions, links and other records. */
export async function removePermanently(context: WriteContext, item: Item): Promise<void> {
  const event = { ...eventOf(item), isPermanent: true }
  await runBefore(context, 'content:beforeDelete', event)
  await auditRemoval(context, item)
  for (const row of await removeItem(context, item.collection, item.row.id))
    auditSeparation(context, { collection: item.collection, row }, item.row.id)
  await recordFormerItem(context, item.collection, item.row)
  await notifyDeletion(context, { kind: 'item', id: item.row.id, name: item.row.slug })
  recordAfterHooks(context, 'content:afterDelete', event)
}

/** A translation of the removed item (`source`) loses its source, so it counts as changed. */
function auditSeparation(context: WriteContext, item: Item, source: string): void {
  const after = stateFacts(item.row)
  const before = { ...after, translationOf: source }
  auditItem(context, item, { before, after, isLive: isVisible(item.row), action: 'content.update' })
}

async function auditRemoval(context: WriteContext, item: Item): Promise<void> {
  const { collection, row } = item
  const data = parseData(await readColumnData(context, collection, row.id))
  const before = { ...stateFacts(row), ...storedFacts(data, collection.fields) }
  auditItem(context, item, { before, after: null, isLive: isVisible(row) })
}
