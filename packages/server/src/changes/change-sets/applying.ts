import { limits } from '@octavo/contract/limits'
import type { Issue } from '@octavo/contract/errors'
import type { ChangeSetConflict } from '@octavo/contract/operations/change-set-shapes'
import { audit } from '../../core/audit-recorder.ts'
import { authorize } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import { undoChange } from '../undo.ts'
import { OpenSlugs } from '../../content/items/open-slugs.ts'
import { isRefusal, type OctavoError, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { PluginFailure } from '../../plugins/failure.ts'
import { requireUnapplied, type SetWithEntries } from './access.ts'
import { approvalLack } from './approval.ts'
import { editedSince, refusedEntry, takenSlugs } from './conflicts.ts'
import { type Entry, operationOf, runEntry } from './entries.ts'
import { replayContext } from './replay.ts'
import { insertSet, type SetRow, updateSet } from './store.ts'

/**
 * Runs all entries of a set in the open transaction, with the rights and hooks of the caller. Throws if one of them
 * cannot be run, or if others have changed the same values; the transaction is then rolled back.
 */
export async function applySet(context: WriteContext, set: SetWithEntries): Promise<SetRow> {
  const { row, entries } = set
  requireUnapplied(row)
  if (entries.length === 0) throw refusal('CONFLICT', 'changeSetEmpty', { name: row.name })
  const lack = await approvalLack(context, set)
  if (lack !== null) throw refusal('CONFLICT', lack, { name: row.name })
  // A context without the limits of the caller, because conflicts are found in all collections.
  const edited = await editedSince(await replayContext(context, context.auditTrail), entries)
  if (edited.length > 0) throw conflicting(edited)
  // While an entry runs, it may take a slug that another item has and a later entry frees. The holder has a temporary
  // slug until then; `giveBack` restores the slugs of holders where the entry did not take them after all.
  const slugs = new OpenSlugs()
  for (const [index, entry] of entries.entries()) {
    try {
      // `runEntry` checks no rights. It throws if this version does not have the operation any more.
      const operation = operationOf(entry)
      if (operation !== undefined) authorize(context.caller, operation)
      await runEntry(context, entry, { slugs, isApplied: true })
      await slugs.giveBack(context)
    } catch (error) {
      throw errorOfEntry(error, entry, index + 1)
    }
  }
  await requireFreeSlugs(context, slugs, entries)
  const applied = {
    state: 'applied',
    applied_at: context.now,
    applied_by: context.caller.userId,
    updated_at: context.now,
    apply_at: null,
    scheduled_by: null,
    failed_at: null,
    failure: null,
    // The id that the change of this transaction gets at its end: `revertSet` undoes it.
    change_id: context.auditTrail.reserveChangeId(),
  } as const
  await updateSet(context, row.id, applied)
  recordState(context, row, applied.state)
  return { ...row, ...applied }
}

function conflicting(conflicts: readonly ChangeSetConflict[]): OctavoError {
  const named = conflicts.map(({ name, fields }) => `${name ?? ''} (${fields.join(', ')})`).join('; ')
  return refusal(
    'CONFLICT',
    'changeSetConflict',
    { conflicts: named.slice(0, 1000) },
    { details: { conflicts } },
  )
}

/** Throws CONFLICT if two items would have the same slug after all entries (`settle` returns such slugs). */
async function requireFreeSlugs(
  context: WriteContext,
  slugs: OpenSlugs,
  entries: readonly Entry[],
): Promise<void> {
  const taken = await slugs.settle(context)
  if (taken.length > 0) throw conflicting(takenSlugs(taken, entries))
}

/**
 * Wraps the error of an entry in one that names the entry: FORBIDDEN stays FORBIDDEN; any other refusal, and the
 * failure of a plugin, becomes a CONFLICT. Errors that say nothing about the entry, such as an outage of the database,
 * stay as they are.
 */
function errorOfEntry(error: unknown, entry: Entry, number: number): unknown {
  const isRefused = isRefusal(error)
  if (!isRefused && !(error instanceof PluginFailure)) return error
  const { row, items } = entry
  const conflict = refusedEntry(entry, error)
  const what = `${row.operation} ${conflict.name ?? ''}`.trim()
  const code = isRefused && error.code === 'FORBIDDEN' ? 'FORBIDDEN' : 'CONFLICT'
  const details: Record<string, unknown> = {
    entry: {
      id: row.id,
      number,
      operation: row.operation,
      items: items.map(({ id, name }) => ({ id, name })),
    },
    ...(code === 'CONFLICT' && { conflicts: [conflict] }),
    ...(isRefused && { code: error.code, issues: error.details?.['issues'] as Issue[] | undefined }),
  }
  const params = { entry: String(number), what, said: error.message.slice(0, 1000) }
  return refusal(code, 'changeSetEntry', params, { details, cause: error })
}

/** Undoes the changes of an applied set, and creates a set without entries that stands for this reversal. */
export async function revertSet(context: WriteContext, { row }: SetWithEntries): Promise<SetRow> {
  const { name, state, change_id: changeId } = row
  if (state !== 'applied' || changeId === null)
    throw refusal('CONFLICT', 'changeSetNotApplied', { name, state })
  await undoChange(context, changeId)
  const { caller, now } = context
  // The state stays `applied`, so this set can be reverted too.
  const inverse: SetRow = {
    ...row,
    id: newId(),
    name: `Revert: ${name}`.slice(0, limits.label),
    created_by: caller.userId,
    created_at: now,
    updated_at: now,
    entry_count: 0,
    bytes: 0,
    approved_by: null,
    approved_at: null,
    approved_digest: null,
    applied_at: now,
    applied_by: caller.userId,
    change_id: context.auditTrail.reserveChangeId(),
    revert_of: row.id,
    reverted_by: null,
  }
  await insertSet(context, inverse)
  await updateSet(context, row.id, { state: 'reverted', reverted_by: inverse.id, updated_at: now })
  recordState(context, row, 'reverted')
  return inverse
}

/** Records a change of a set's state in the audit log. */
export function recordState(context: WriteContext, row: SetRow, state: string): void {
  audit(context, {
    targetType: 'changeSet',
    targetId: row.id,
    targetName: row.name,
    before: { state: row.state },
    after: { state },
  })
}
