import type { WriteContext } from '../../core/context.ts'
import type { Data } from '../../core/model/data.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { leavePath, removeFromPathOf } from '../redirects/redirects.ts'
import { isVisible } from './auditing.ts'
import type { Item } from './item.ts'
import type { Values } from './values.ts'

interface Change {
  readonly changes: Partial<ItemRow>
  readonly values: Values
  /** the stored values of the fields in `values` */
  readonly old: Data
}

/** Whether an item leaves an address, gets one, or both. */
export interface Move {
  readonly leaves: boolean
  readonly comes: boolean
}

/** The addresses of an item before and after a change. An unpublished item leaves its address too. */
export function moveOf({ collection, row }: Item, change: Change): Move {
  if (collection.address === null) return { leaves: false, comes: false }
  const wasVisible = isVisible(row)
  const isNowVisible = isVisible({ ...row, ...change.changes })
  const isMoved = wasVisible !== isNowVisible || changesAddress({ collection, row }, change)
  return { leaves: wasVisible && isMoved, comes: isNowVisible && isMoved }
}

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

/** Call before the change: leaves a redirect from the address that visitors know. */
export async function leaveAddress(
  context: WriteContext,
  { collection, row }: Item,
  move: Move,
): Promise<void> {
  if (move.leaves) await leavePath(context, { collection, id: row.id })
}

/** Call after the change: removes redirects from the address that the item has now. */
export async function comeToAddress(
  context: WriteContext,
  { collection, row }: Item,
  move: Move,
): Promise<void> {
  if (move.comes) await removeFromPathOf(context, { collection, id: row.id })
}
