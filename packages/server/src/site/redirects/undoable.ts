import { operations } from '@octavo/contract/operations/registry'
import { sitePathOf } from '@octavo/contract/site-path'
import { authorize } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Facts } from '../../core/facts.ts'
import { encodedPath } from '../../core/model/address.ts'
import { callWithin, type Undoable } from '../../core/undoable.ts'
import { findTargets } from '../../content/items/targets.ts'
import { findRedirectById, type RedirectRow, type Target } from '../../content/redirects/redirects.ts'
import { notFound } from '../../platform/errors.ts'
import { presentSettings } from '../settings/handlers.ts'
import { addRedirect, lockForNew, refuseInvalidRedirect, retargetRedirect } from './adding.ts'
import { presentRedirect } from './present.ts'
import { noTarget } from './targets.ts'

const { create, delete: remove } = operations.redirects

export const undoableRedirect: Undoable = {
  members: ['to', 'collection', 'itemId', 'status'],
  state: async (context, id, { after: valuesAfter }) => {
    const row = await findRedirectById(context, id)
    if (row === undefined) return null
    const redirect = await presentRedirect(context, row)
    // The address of an item can change without the redirect. While the item is the same, this is no difference.
    const isSameItem = row.item_id !== null && row.item_id === valuesAfter?.['itemId']
    // `row` is the redirect as it is stored, for `update` and `remove`.
    return { ...redirect, ...(isSameItem && { to: valuesAfter['to'] }), row }
  },
  // The entry of a deletion keeps the deleted row. A row also has the columns of its target.
  create: async (context, { row }) => {
    const before = row as RedirectRow
    await check(context, before, before)
    await addRedirect(context, before)
  },
  update: async (context, state, changes) => {
    const before = state['row'] as RedirectRow
    const target = targetOf(context, { ...state, ...changes })
    await check(context, before, target)
    await retargetRedirect(context, before, target)
  },
  remove: (context, { row }) =>
    callWithin(context, remove, { from: encodedPath((row as RedirectRow).from_path) }),
}

/** Throws unless the caller may create redirects and the target is allowed. */
async function check(context: WriteContext, { from_path: from }: RedirectRow, target: Target): Promise<void> {
  authorize(context.caller, create)
  await lockForNew(context)
  await requireItem(context, target)
  const { siteUrl } = await presentSettings(context)
  const to = target.to_url ?? target.to_path ?? ''
  await refuseInvalidRedirect(context, { from, to, target, siteUrl })
}

/** The columns of a redirect's former target. */
function targetOf({ schema }: WriteContext, { to, collection, itemId }: Facts): Target {
  if (typeof itemId === 'string')
    return {
      ...noTarget,
      collection_id: schema.collections.get(String(collection))?.id ?? null,
      item_id: itemId,
    }
  const path = sitePathOf(String(to))
  return path === null ? { ...noTarget, to_url: String(to) } : { ...noTarget, to_path: path }
}

/** Throws NOT_FOUND if a target is an item that does not exist any more. */
async function requireItem(context: WriteContext, { collection_id, item_id }: Target): Promise<void> {
  if (item_id === null) return
  const collection = context.schema.byId.get(collection_id ?? '')
  const found = collection === undefined ? [] : await findTargets(context, collection, [item_id])
  if (found.length === 0) throw notFound(`The item "${item_id}"`)
}
