import type { PlainAuditRow } from '../core/audit-store.ts'
import type { ReadContext } from '../core/context.ts'
import { itemAnywhere } from '../content/items/item-anywhere.ts'

/** The slug of the collection of an entry about an item. */
export function collectionSlugOf({ target_name: name }: Pick<PlainAuditRow, 'target_name'>): string {
  return (name ?? '').split('/', 1)[0] ?? ''
}

/** Whether the caller may see an entry: nothing of collections and locales that a token is not for. */
export async function mayRead(context: ReadContext, row: PlainAuditRow): Promise<boolean> {
  const collection = context.schema.collections.get(collectionSlugOf(row))
  if (collection === undefined) return false
  if ((context.caller.limits?.locales ?? null) === null) return true
  return (await itemAnywhere(context, collection, row.target_id ?? '')) !== undefined
}
