import { createHash } from 'node:crypto'
import { limits } from '@octavo/contract/limits'
import { isId } from '@octavo/contract/slug'
import { audit } from '../../core/audit-recorder.ts'
import { AuditTrail } from '../../core/audit-trail.ts'
import type { StagedCall } from '../../core/change-set-calls.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Named } from '../../content/items/locking.ts'
import { rolledBack } from '../../platform/database/savepoints.ts'
import { isRefusal, refusal } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { isVisible, lockedSet, requireChangeable, type SetWithEntries, unapproved } from './access.ts'
import type { Entry } from './entries.ts'
import { storedInput } from './entry-input.ts'
import { executedPart, withIds } from './lasting-input.ts'
import { RecordedWork } from './set-work.ts'
import { relatedEntries } from './related.ts'
import { replay, replayContext } from './replay.ts'
import { insertEntry, updateSet } from './store.ts'
import { baseOf, type EntryItem, touchedItems } from './touched.ts'

const { changeSets: most } = limits

/**
 * Adds a write to a change-set as an entry, without changing the content: the write is tried in the open transaction on
 * the content with the set applied, with its usual rights and hooks, and rolled back; then the entry is stored. The
 * answer is that of the tried write.
 */
export async function stage(context: WriteContext, call: StagedCall): Promise<unknown> {
  const set = await lockedSet(context, call.setId)
  requireChangeable(set.row)
  if (set.entries.length >= most.entries) throw refusal('CONFLICT', 'changeSetFull', { most: most.entries })
  const { result, recorded, input, trail } = await tryWrite(context, set, call)
  const touched = touchedItems(trail.entries)
  if (call.isRehearsal || touched.length === 0) {
    // A dry run stores no entry, and a write that changed nothing needs none. The write was rolled back, so there is
    // nothing for the audit log to record.
    context.auditTrail.isWaived = true
    return result
  }
  // A caller sees only sets of which they may see all items. With this entry they would not see the set any more.
  if (!isVisible(context, touched)) throw refusal('FORBIDDEN', 'changeSetUnseen', {})
  if (touched.length > most.itemsOfEntry)
    throw refusal('CONFLICT', 'changeSetFull', { most: most.itemsOfEntry })
  // The write is rolled back by now, so these are the values outside of the set. They are read in the same kind of
  // context in which `editedSince` compares them later.
  const withEntry = await replayContext(context, trail)
  const items: EntryItem[] = []
  for (const item of touched) items.push({ ...item, base: await baseOf(withEntry, item) })
  await storeEntry(context, set, {
    operation: call.operation.name,
    ...storedInput(input),
    made: JSON.stringify(recorded.made),
    hooked: JSON.stringify(recorded.hooked),
    items: JSON.stringify(items),
  })
  audit(context, {
    targetType: 'changeSet',
    targetId: set.row.id,
    targetName: set.row.name,
    before: { entries: set.entries.length },
    after: { entries: set.entries.length + 1, items: items.map(({ name }) => name).join(', ') },
  })
  return result
}

/**
 * Tries the write after the entries of the set that it can depend on, which takes less time than running all. If it
 * is refused, it is tried again after all entries, because it may depend on others in a way that was not seen.
 */
async function tryWrite(context: WriteContext, { entries }: SetWithEntries, call: StagedCall) {
  const related = relatedEntries(call, entries)
  // After an error for which `isExpected` is true, the transaction can continue with another try.
  const tryAfter = (before: readonly Entry[], isExpected?: (error: unknown) => boolean) =>
    rolledBack(context.db, () => writeAfter(context, before, call), isExpected)
  if (related.length === entries.length) return tryAfter(entries)
  try {
    return await tryAfter(related, isRefusal)
  } catch (error) {
    if (!isRefusal(error)) throw error
    return tryAfter(entries)
  }
}

/**
 * Performs the entries and then the write. Returns its result, what its later runs must repeat (`recorded`), the input
 * to store, and its changes (`trail`).
 */
async function writeAfter(context: WriteContext, entries: readonly Entry[], call: StagedCall) {
  const trail = new AuditTrail(call.operation.name)
  // Entries that are refused, and slugs that two items would have, do not refuse the new write: they are conflicts of
  // the set, which are shown with it. A later entry can resolve them.
  const { slugs } = await replay(context, entries, itemsNamed(call))
  const setWork = new RecordedWork(context.caller.userId, slugs)
  const within: WriteContext = {
    ...context,
    auditTrail: trail,
    notices: [],
    afterCommit: () => undefined,
    setWork,
  }
  const named = await withIds(within, call)
  const result = await call.run(within)
  return { result, recorded: setWork.recorded, input: executedPart(call, named, result), trail }
}

/** The items that a call names by their ids. */
function itemsNamed({ input }: StagedCall): Named[] {
  const { collection, id, ids = [] } = input as { collection?: string; id?: string; ids?: readonly string[] }
  const known = [...(id === undefined ? [] : [id]), ...ids].filter(isId)
  return collection === undefined ? [] : known.map((one) => ({ collection, id: one }))
}

/** The columns of an entry that tell what it does; all but `operation` are JSON. */
interface NewEntry {
  readonly operation: string
  readonly input: string
  readonly markdown: string
  readonly made: string
  readonly hooked: string
  readonly items: string
}

/** Stores an entry, if the set does not become too large. Approvals of the set end with it. */
async function storeEntry(context: WriteContext, { row }: SetWithEntries, entry: NewEntry): Promise<void> {
  const bytes = bytesOf(entry)
  if (bytes > most.entryBytes)
    throw refusal('CONFLICT', 'changeSetEntryLarge', { bytes, most: most.entryBytes })
  if (row.bytes + bytes > most.bytes)
    throw refusal('CONFLICT', 'changeSetLarge', { bytes: row.bytes + bytes, most: most.bytes })
  const { caller, now } = context
  await insertEntry(context, {
    id: newId(),
    set_id: row.id,
    ...entry,
    digest: createHash('sha256').update(`${entry.operation} ${entry.input}`).digest('base64url'),
    user_id: caller.userId,
    client_id: caller.clientId,
    created_at: now,
  })
  await updateSet(context, row.id, {
    entry_count: row.entry_count + 1,
    bytes: row.bytes + bytes,
    updated_at: now,
    ...unapproved,
  })
}

/** The bytes of an entry that count towards the size of its set. */
export function bytesOf({ input, hooked, items }: Pick<NewEntry, 'input' | 'hooked' | 'items'>): number {
  return Buffer.byteLength(input) + Buffer.byteLength(hooked) + Buffer.byteLength(items)
}
