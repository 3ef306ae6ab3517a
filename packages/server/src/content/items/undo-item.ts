import { operations } from '@octavo/contract/operations/registry'
import type { UndoObstacle } from '@octavo/contract/undo-obstacles'
import type { AuditRow } from '../../core/audit-store.ts'
import { authorize } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { canonical } from '../../core/replaced-values.ts'
import { refusal } from '../../platform/errors.ts'
import { requirePublish, type Item, requireEdit } from './item.ts'
import { findItemAnywhere } from './item-anywhere.ts'
import { restore, trash } from './transitions.ts'
import { restoreState } from './undo-restoring.ts'
import {
  editedSince,
  hadDraft,
  type Replacement,
  replacementsIn,
  shownName,
  type State,
  stateOf,
} from './undo-state.ts'
import type { StateChange } from './undo-writing.ts'

/** An item that was edited since, in the fields that a change replaced. */
export interface UndoConflict {
  readonly collection: string
  readonly id: string
  readonly name: string
  readonly fields: readonly string[]
}

/** the item that was restored, or the conflict */
type UndoResult = Pick<UndoConflict, 'collection' | 'id'> | UndoConflict

/**
 * Restores the values of an item that an entry of the audit log says were replaced, with the rights of the reverse
 * writes. An item that the entry created is moved to the trash. `isAlone`: the change has no other entries, so there
 * must be something to undo in this one.
 */
export async function undoItem(
  context: WriteContext,
  entry: AuditRow,
  { isAlone }: { readonly isAlone: boolean },
): Promise<UndoResult> {
  const [slug = ''] = (entry.target_name ?? '').split('/', 1)
  const id = entry.target_id ?? ''
  const named = { collection: slug, id }
  const refuse = (why: UndoObstacle): never => {
    throw refusal('CONFLICT', 'notUndoable', { what: `${entry.action} ${entry.target_name ?? id}`, why })
  }
  const conflictIn = (fields: readonly string[]): UndoConflict => {
    return { ...named, name: entry.target_name ?? id, fields }
  }
  // A conflict in the id: the item, or its collection, does not exist any more.
  const gone = conflictIn(['id'])
  // The facts of an entry are null after a permanent removal, and before a creation.
  const replaced = replacementsIn(entry)
  const collection = context.schema.collections.get(slug)
  if (entry.facts_after === null) return refuse('deleted')
  if (replaced === null) return refuse('notKept')
  if (collection === undefined) return gone
  const item = await findItemAnywhere(context, collection, id)
  if (item === undefined) return gone
  requireEdit(context, item)
  const state = await stateOf(context, item)
  if (entry.facts_before === null) {
    const fields = item.row.deleted_at === null ? editedSince(entry, state) : ['deletedAt']
    if (fields.length > 0) return conflictIn(fields)
    await moveToTrash(context, item)
    return named
  }
  // Several changes of an item in one transaction can leave it as it was.
  if (replaced.length === 0) return isAlone ? refuse('nothing') : named
  const conflicts = conflictsOf(collection, state, replaced)
  if (conflicts.length > 0) return conflictIn(conflicts)
  await restoreItem(context, item, { state, target: targetOf(entry, state, replaced) })
  return named
}

/** The replaced fields that were edited or deleted since: a deleted one cannot get its value back. */
function conflictsOf(
  collection: CollectionModel,
  state: State,
  replaced: readonly Replacement[],
): readonly string[] {
  const fields = replaced.flatMap(({ part, name, isUnchanged }) => {
    const exists = !name.startsWith('data.') || collection.field.has(name.slice('data.'.length))
    return exists && isUnchanged(state[part][name]) ? [] : [shownName(name)]
  })
  return [...new Set(fields)]
}

/** The state to restore: the current one with the values that the change has replaced. */
function targetOf(entry: AuditRow, state: State, replaced: readonly Replacement[]): State {
  const target: Record<keyof State, Record<string, unknown>> = {
    // Tells `restoreState` whether the item had a draft; it is not among the replaced values.
    properties: { ...state.properties, hasPendingDraft: hadDraft(entry, state) },
    columns: { ...state.columns },
    latest: { ...state.latest },
  }
  for (const { part, name, before } of replaced) target[part][name] = before
  return target
}

/** Restores an item in up to three steps: out of the trash first, into it last, because only items outside change. */
async function restoreItem(context: WriteContext, item: Item, { state, target }: StateChange): Promise<void> {
  if (affectsVisitors(state, target)) requirePublish(context, item)
  const [wasTrashed, isTrashed] = [state, target].map(({ properties }) => properties['deletedAt'] !== null)
  let open = item
  if (wasTrashed === true && isTrashed === false) open = await restore(context, item)
  if (isDifferent(state, target)) open = await restoreState(context, open, { state, target })
  if (wasTrashed === false && isTrashed === true) await moveToTrash(context, open)
}

function isDifferent(
  { properties: before, ...values }: State,
  { properties: after, ...wanted }: State,
): boolean {
  const { deletedAt: _, ...were } = before
  const { deletedAt: __, ...are } = after
  return canonicalOf([were, values]) !== canonicalOf([are, wanted])
}

/** Facts as a text that is equal for equal facts: the JSON texts among them can differ in their order of keys. */
function canonicalOf(facts: readonly object[]): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'text' in value ? canonical(value) : value,
  )
}

/** Whether undoing changes what visitors see of an item, or will see at a time. */
function affectsVisitors({ properties, columns }: State, target: State): boolean {
  const times = ['status', 'publishedAt', 'scheduledAt', 'unpublishAt']
  if (times.some((name) => properties[name] !== target.properties[name])) return true
  const isLive = properties['status'] === 'published'
  return (
    isLive &&
    (canonicalOf([columns]) !== canonicalOf([target.columns]) ||
      properties['slug'] !== target.properties['slug'])
  )
}

async function moveToTrash(context: WriteContext, item: Item): Promise<void> {
  authorize(context.caller, operations.content.delete)
  await trash(context, item)
}
