import { isAllowed } from '@octavo/contract/access'
import { limits } from '@octavo/contract/limits'
import { requirePermission } from '../core/caller.ts'
import type { WriteContext } from '../core/context.ts'
import { type UndoConflict, undoItem } from '../content/items/undo-item.ts'
import { changingTogether } from '../content/items/open-slugs.ts'
import { notFound, refusal } from '../platform/errors.ts'
import { entriesOfChange, wholeEntry } from './store.ts'
import { mayRead } from './visible.ts'

const { entries: most } = limits.changes

/**
 * Writes back what a change replaced, in the open transaction, so that it is one change with whatever else happens there.
 * Throws CONFLICT with all items and fields that were edited since.
 */
export async function undoChange(
  context: WriteContext,
  id: string,
): Promise<{ items: { collection: string; id: string }[] }> {
  const entries = await entriesOfChange(context, id, most + 1)
  const { caller } = context
  const isOwn = entries.every((entry) => entry.user_id !== null && entry.user_id === caller.userId)
  const [first] = entries
  if (first === undefined || (!isOwn && !isAllowed(caller, 'changes.readOwn')))
    throw notFound(`The change "${id}"`)
  if (!isOwn) requirePermission(caller, 'changes.readAny')
  // That a set was applied is no change of content.
  const ofContent = entries.filter(({ target_type: type }) => type !== 'changeSet')
  const others =
    ofContent.length === 0 ? first : ofContent.find(({ target_type: type }) => type !== 'content')
  if (others !== undefined) throw refusal('CONFLICT', 'notUndoable', { what: others.action })
  if (entries.length > most)
    throw refusal('CONFLICT', 'notUndoable', { what: `${first.action} (${most} items)` })
  const conflicts: UndoConflict[] = []
  const items: { collection: string; id: string }[] = []
  const setWork = changingTogether(context)
  const within = { ...context, setWork }
  for (const { id: entryId } of ofContent) {
    const entry = await wholeEntry(context, entryId)
    if (entry === undefined || !(await mayRead(context, entry))) throw notFound(`The change "${id}"`)
    const undone = await undoItem(within, entry, { isAlone: ofContent.length === 1 && entries.length === 1 })
    await setWork.slugs.giveBack(within)
    if ('fields' in undone) conflicts.push(undone)
    else items.push(undone)
  }
  for (const { id: item, slug } of await setWork.slugs.settle(context))
    conflicts.push({ collection: '', id: item, name: slug, fields: ['slug'] })
  if (conflicts.length === 0) return { items }
  const named = conflicts.map(({ name, fields }) => `${name} (${fields.join(', ')})`).join('; ')
  throw refusal('CONFLICT', 'undoConflict', { conflicts: named.slice(0, 1000) }, { details: { conflicts } })
}
