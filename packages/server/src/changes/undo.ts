import { isAllowed } from '@octavo/contract/access'
import { type ChangedPart, isChangedPart } from '@octavo/contract/changed-parts'
import { limits } from '@octavo/contract/limits'
import type { PlainAuditRow } from '../core/audit-store.ts'
import { requirePermission } from '../core/caller.ts'
import type { WriteContext } from '../core/context.ts'
import { type UndoConflict, undoItem } from '../content/items/undo-item.ts'
import { changingTogether } from '../content/items/open-slugs.ts'
import { notFound, type OctavoError, refusal } from '../platform/errors.ts'
import { entriesOfChange, wholeEntry } from './store.ts'
import {
  notUndoable,
  type PartConflict,
  type PlannedReversal,
  planReversal,
  reverseParts,
} from './undo-parts.ts'
import { mayRead } from './visible.ts'

const { entries: most } = limits.changes

interface Undone {
  readonly items: { collection: string; id: string }[]
  readonly parts: { type: ChangedPart; id: string }[]
}

/**
 * Restores the values that a change replaced, in the open transaction, so that the undo is one change with everything
 * else in it. Throws CONFLICT with all items, parts and fields that were edited since.
 */
export async function undoChange(context: WriteContext, id: string): Promise<Undone> {
  const entries = await undoableEntries(context, id)
  const change: UndoneChange = { id, hasOneEntry: entries.length === 1 }
  // An entry about a change-set records that the set was applied. It describes no change of content, so it is skipped.
  const [ofContent, others] = [
    entries.filter(({ target_type: type }) => type === 'content'),
    entries.filter(({ target_type: type }) => type !== 'content' && type !== 'changeSet'),
  ]
  // This already changes items. If there is a conflict, the error below rolls the transaction back.
  const { items, conflicts: ofItems } = await undoItems(context, change, ofContent)
  const { reversals, conflicts: ofParts } = await planAll(context, change, others)
  const conflicts = [...ofItems, ...ofParts]
  if (conflicts.length > 0) throw conflictOf(conflicts)
  const [first] = entries
  if (first !== undefined && items.length + reversals.length === 0) throw notUndoable(first, 'nothing')
  await reverseParts(context, reversals)
  return { items, parts: reversals.map((reversal) => ({ type: reversal.type, id: reversal.id })) }
}

interface UndoneChange {
  readonly id: string
  /** whether the change has only one entry; an item whose entry has nothing to undo is an error only then */
  readonly hasOneEntry: boolean
}

/**
 * The entries of a change, the last one first. Throws unless the caller may undo changes of its person, and unless each
 * entry is of a kind that can be undone.
 */
async function undoableEntries(context: WriteContext, id: string): Promise<readonly PlainAuditRow[]> {
  const entries = await entriesOfChange(context, id, most + 1)
  const { caller } = context
  const isOwn = entries.every((entry) => entry.user_id !== null && entry.user_id === caller.userId)
  const [first] = entries
  // A caller who may read no changes must not learn that one of another person exists.
  if (first === undefined || (!isOwn && !isAllowed(caller, 'changes.readOwn')))
    throw notFound(`The change "${id}"`)
  if (!isOwn) requirePermission(caller, 'changes.readAny')
  if (entries.length > most) throw notUndoable(first, 'tooMany')
  const other = entries.find(({ target_type: type }) => !isUndoable(type))
  // The error does not name the target, such as a person or a token: the caller may lack the right to read it.
  if (other !== undefined) throw notUndoable({ action: other.action, target_name: null }, 'elsewhere')
  return entries
}

function isUndoable(type: string): boolean {
  return type === 'content' || type === 'changeSet' || isChangedPart(type)
}

/** Undoes the entries about items. Slugs are checked at the end, because items of a change can exchange theirs. */
async function undoItems(context: WriteContext, change: UndoneChange, entries: readonly PlainAuditRow[]) {
  const conflicts: UndoConflict[] = []
  const items: { collection: string; id: string }[] = []
  if (entries.length === 0) return { items, conflicts }
  // As in a change-set, an item may take a slug that the undo of a later entry frees. Its holder has a temporary slug
  // until then; `giveBack` restores the slugs of holders where the undo of an entry did not take them after all.
  const setWork = changingTogether(context)
  const together = { ...context, setWork }
  for (const { id: entryId } of entries) {
    const entry = await readableEntry(context, change, entryId)
    const undone = await undoItem(together, entry, { isAlone: change.hasOneEntry })
    await setWork.slugs.giveBack(together)
    if ('fields' in undone) conflicts.push(undone)
    else items.push(undone)
  }
  // `settle` returns slugs that two items would have. It does not name the collections, so they are empty here.
  for (const { id: item, slug } of await setWork.slugs.settle(context))
    conflicts.push({ collection: '', id: item, name: slug, fields: ['slug'] })
  return { items, conflicts }
}

/** Plans the reversals of entries about parts of the site, and finds the conflicts. It changes nothing yet. */
async function planAll(context: WriteContext, change: UndoneChange, entries: readonly PlainAuditRow[]) {
  const conflicts: PartConflict[] = []
  const reversals: PlannedReversal[] = []
  for (const { id: entryId } of entries) {
    const planned = await planReversal(context, await readableEntry(context, change, entryId))
    // The entry changed nothing that can be restored.
    if (planned === null) continue
    if ('fields' in planned) conflicts.push(planned)
    else reversals.push(planned)
  }
  return { reversals, conflicts }
}

/** An entry with all of its values; throws NOT_FOUND if the caller may not see it. */
async function readableEntry(context: WriteContext, { id }: UndoneChange, entryId: string) {
  const entry = await wholeEntry(context, entryId)
  if (entry === undefined || !(await mayRead(context, entry))) throw notFound(`The change "${id}"`)
  return entry
}

function conflictOf(conflicts: readonly (UndoConflict | PartConflict)[]): OctavoError {
  const named = conflicts.map(({ name, fields }) => `${name} (${fields.join(', ')})`).join('; ')
  return refusal('CONFLICT', 'undoConflict', { conflicts: named.slice(0, 1000) }, { details: { conflicts } })
}
