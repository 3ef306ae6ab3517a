import type { WriteContext } from '../../core/context.ts'
import type { Data } from '../../core/model/data.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { redirectFromPath, removeRedirectFromPathOf } from '../redirects/redirects.ts'
import { isVisible } from './auditing.ts'
import type { Item } from './item.ts'
import type { Values } from './values.ts'

interface Change {
  readonly changes: Partial<ItemRow>
  readonly values: Values
  /** the stored values of the fields in `values` */
  readonly old: Data
}

/** What a change does to the address at which visitors find an item, or to its paths by former patterns. */
export interface Move {
  /** visitors no longer find the item at one of these */
  readonly losesAddress: boolean
  /** visitors may find the item at a new address */
  readonly getsAddress: boolean
}

/** Whether a change moves an item to another address. An item that is unpublished loses its address too. */
export function moveOf({ collection, row }: Item, change: Change): Move {
  if (collection.address === null) return { losesAddress: false, getsAddress: false }
  const wasVisible = isVisible(row)
  const isNowVisible = isVisible({ ...row, ...change.changes })
  const isMoved = wasVisible !== isNowVisible || changesAddress({ collection, row }, change)
  return { losesAddress: wasVisible && isMoved, getsAddress: isNowVisible && isMoved }
}

/**
 * Whether a change gives a visible item another address, or another path by a former pattern: visitors are
 * redirected from such a path by the present values, so before these change it needs a redirect of its own.
 */
function changesAddress({ collection, row }: Item, { changes, values, old }: Change): boolean {
  const { slug, published_at: publishedAt } = { ...row, ...changes }
  if (slug !== row.slug || publishedAt !== row.published_at) return true
  return [...values].some(([field, value]) => {
    const isNamed = [collection.address, ...collection.formerAddresses].some((address) =>
      address?.pieces.some((piece) => typeof piece !== 'string' && piece.name === field.slug),
    )
    return isNamed && value !== (old[field.slug] ?? null)
  })
}

/**
 * Adds redirects from the old address and the old paths by former patterns, if the item loses one of them. Call
 * before the change, because they are made from the stored values.
 */
export async function redirectOldAddress(
  context: WriteContext,
  { collection, row }: Item,
  move: Move,
): Promise<void> {
  if (move.losesAddress) await redirectFromPath(context, { collection, id: row.id })
}

/** Removes a redirect from the new address, if the item gets one. Call after the change. */
export async function removeRedirectsFromAddress(
  context: WriteContext,
  { collection, row }: Item,
  move: Move,
): Promise<void> {
  if (move.getsAddress) await removeRedirectFromPathOf(context, { collection, id: row.id })
}
