import { type ChangedPart, isChangedPart } from '@octavo/contract/changed-parts'
import type { Operation } from '@octavo/contract/define'
import { operations } from '@octavo/contract/operations/registry'
import type { PlainAuditRow } from '../core/audit-store.ts'
import type { Caller } from '../core/caller.ts'
import type { ReadContext } from '../core/context.ts'
import { mayCall } from '../core/may-call.ts'
import { findItemAnywhere } from '../content/items/item-anywhere.ts'

/** The operation that reads a part: a caller who may call it sees the changes of the part. */
const reads: Readonly<Record<ChangedPart, Operation>> = {
  menu: operations.menus.get,
  menuItem: operations.menus.get,
  taxonomy: operations.taxonomies.get,
  term: operations.terms.get,
  section: operations.sections.get,
  widgetArea: operations.widgets.getArea,
  widget: operations.widgets.getArea,
  redirect: operations.redirects.list,
  settings: operations.settings.get,
  media: operations.media.get,
  collection: operations.schema.getCollection,
  field: operations.schema.listFields,
}

/** The slug of the collection of an entry about an item. */
export function collectionSlugOf({ target_name: name }: Pick<PlainAuditRow, 'target_name'>): string {
  return (name ?? '').split('/', 1)[0] ?? ''
}

/**
 * Whether the caller may see an entry. A token with limits sees only items of its collections and locales, and no parts
 * of the site. The limit of collections needs no check of its own: `context.schema` lacks the collections that the
 * caller does not see.
 */
export async function mayRead(context: ReadContext, row: PlainAuditRow): Promise<boolean> {
  const { target_type: type } = row
  if (type !== 'content') return isChangedPart(type) && mayReadPart(context.caller, type)
  const collection = context.schema.collections.get(collectionSlugOf(row))
  if (collection === undefined) return false
  // null: all locales
  if ((context.caller.limits?.locales ?? null) === null) return true
  // An item in a locale that the caller does not see is not found.
  return (await findItemAnywhere(context, collection, row.target_id ?? '')) !== undefined
}

function mayReadPart(caller: Caller, type: ChangedPart): boolean {
  return caller.limits === undefined && mayCall(caller, reads[type])
}
