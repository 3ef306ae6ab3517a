import { type ChangedPart, isChangedPart } from '@octavo/contract/changed-parts'
import type { UndoObstacle } from '@octavo/contract/undo-obstacles'
import type { AuditRow } from '../core/audit-store.ts'
import type { WriteContext } from '../core/context.ts'
import type { Facts } from '../core/facts.ts'
import { schemaFor } from '../core/schema-for.ts'
import { memberOf, pick, type Reversal } from '../core/undoable.ts'
import { refusal } from '../platform/errors.ts'
import { type PartEntry, partEntryOf } from './part-entry.ts'
import { creationOrder, undoables } from './undoables.ts'

/** A part that was edited since, in the members that a change replaced. */
export interface PartConflict {
  readonly type: ChangedPart
  readonly id: string
  readonly name: string
  readonly fields: readonly string[]
}

/**
 * How the undo of one entry changes a part of the site: from its `current` state (null: it does not exist) to
 * the `restored` one (null: it is removed). For a part that exists, `restored` has only the members that change.
 */
export interface PlannedReversal extends Reversal {
  readonly type: ChangedPart
}

/**
 * The reversal of an entry. A conflict if the part was edited since; null if the entry changed nothing. Throws CONFLICT
 * if the entry can never be undone.
 */
export async function planReversal(
  context: WriteContext,
  entry: AuditRow,
): Promise<PlannedReversal | PartConflict | null> {
  const { target_type: type } = entry
  if (!isChangedPart(type)) throw notUndoable(entry, 'elsewhere')
  // Only the settings have no id: there is one object of this type.
  const id = entry.target_id ?? type
  // `members` are the names of the values that undo can restore.
  const { members, state: stateOf } = undoables[type]
  refuseImpossible(entry, type)
  const change = partEntryOf(entry)
  if (change === null) throw notUndoable(entry, 'notKept')
  const obstacle = undoables[type].obstacleOf?.(change) ?? null
  if (obstacle !== null) throw notUndoable(entry, obstacle)
  const current = await stateOf(context, id, change)
  const fields = conflictingFields(change, current, members)
  if (fields.length > 0) return { type, id, name: entry.target_name ?? id, fields }
  const { before, after } = change
  // A change that created the part is undone by removing it: `restored` is null. A change that deleted the part is
  // undone by creating it again: `current` is null.
  if (before === null) return { type, id, current, restored: null }
  if (after === null) return { type, id, current, restored: before }
  const restored = pick(before, members)
  return Object.keys(restored).length === 0 ? null : { type, id, current, restored }
}

/**
 * Throws CONFLICT if the entry has no values, or if undo needs an action that this kind of part does not have:
 * `remove` for a creation, `create` for a deletion. `together` does all actions of its kind.
 */
function refuseImpossible(entry: AuditRow, type: ChangedPart): void {
  const { facts_before: before, facts_after: after } = entry
  const { create, update, remove, together } = undoables[type]
  if (before === null && after === null) throw notUndoable(entry, 'nothing')
  if (together !== undefined) return
  // Only media and settings have no `remove`, and settings are never created, so the entry records an upload.
  if (before === null && remove === undefined) throw notUndoable(entry, 'uploaded')
  if (after === null && create === undefined) throw notUndoable(entry, 'deleted')
  if (before !== null && after !== null && update === undefined) throw notUndoable(entry, 'notKept')
}

/**
 * The members that were edited since the change; `id` if the part was deleted, or created again after its deletion.
 * `isAsChanged` tells whether a value is still the one that the change set.
 */
function conflictingFields(
  { before, after, isAsChanged }: PartEntry,
  state: Facts | null,
  members: readonly string[],
): string[] {
  if (after === null) return state === null ? [] : ['id']
  if (state === null) return ['id']
  // `label (de)`, a translation, counts as the member `label`.
  const isMember = (name: string): boolean => members.includes(memberOf(name))
  // Undoing a creation removes the part, so all of its members are compared, not only those that the change set. Only
  // the keys of this object are used.
  const names = before === null ? { ...after, ...state } : before
  return Object.keys(names).filter((name) => isMember(name) && !isAsChanged(name, state[name]))
}

/**
 * Creates and changes parts in the order of their dependencies, then removes others in the reverse order. Kinds with
 * `together` remove parts in the first step too, and have no `remove`.
 */
export async function reverseParts(
  context: WriteContext,
  reversals: readonly PlannedReversal[],
): Promise<void> {
  const byType = Map.groupBy(withoutInnerRemovals(reversals), ({ type }) => type)
  let afterStep = context
  for (const type of creationOrder) {
    const { together } = undoables[type]
    const ofType = byType.get(type) ?? []
    if (together === undefined) for (const reversal of ofType) await createOrUpdate(afterStep, reversal)
    else if (ofType.length > 0) await together(afterStep, ofType)
    // Menu items can lead to a collection that was just created again.
    if (type === 'collection' && ofType.some(({ restored }) => restored !== null))
      afterStep = await withChangedSchema(afterStep)
  }
  // Parts to remove existed before the undo. Their `current` state names their containers as they were called then, so
  // they are removed in the context with the schema from before it.
  for (const type of creationOrder.toReversed())
    for (const { current, restored } of byType.get(type) ?? [])
      if (restored === null && current !== null) await undoables[type].remove?.(context, current)
}

/** The reversals without removals of parts within a part that is removed too, because they are removed with it. */
function withoutInnerRemovals(reversals: readonly PlannedReversal[]): readonly PlannedReversal[] {
  const removed = new Set(
    reversals.flatMap(({ type, id, restored }) => (restored === null ? `${type} ${id}` : [])),
  )
  return reversals.filter(({ type, current, restored }) => {
    // the kind of the container with which a part is deleted, such as the menu of a menu item, and the member of the
    // part's state with the id of the container; undefined for a part without one
    const outer = undoables[type].container
    return (
      restored !== null ||
      outer === undefined ||
      !removed.has(`${outer.type} ${String(current?.[outer.member])}`)
    )
  })
}

/** The context with the schema as its transaction has changed it. */
async function withChangedSchema(context: WriteContext): Promise<WriteContext> {
  const { services, caller, db } = context
  return { ...context, schema: schemaFor(services, caller, await services.schema.within(db)) }
}

/** Creates a part again, or updates it; does nothing for one that is to be removed. */
async function createOrUpdate(
  context: WriteContext,
  { type, id, current, restored }: PlannedReversal,
): Promise<void> {
  if (restored === null) return
  const { create, update } = undoables[type]
  if (current !== null) return update?.(context, current, restored)
  // A part that is created again gets its former id and time, because other parts refer to it by its id. `made` is the
  // time of its creation in the entry of its deletion.
  const formerIdentity = { id, createdAt: String(restored['made'] ?? context.now) }
  await create?.({ ...context, formerIdentity }, restored)
}

/** The error for an entry that cannot be undone. */
export function notUndoable({ action, target_name: name }: EntryName, why: UndoObstacle) {
  return refusal('CONFLICT', 'notUndoable', { what: [action, name].filter(Boolean).join(' '), why })
}

type EntryName = Pick<AuditRow, 'action' | 'target_name'>
