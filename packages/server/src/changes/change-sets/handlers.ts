import { limits } from '@octavo/contract/limits'
import { audit, auditThing } from '../../core/audit-recorder.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { signedInUser } from '../../core/signed-in.ts'
import { brokenAt, invalidAt, refusal } from '../../platform/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { newId } from '../../platform/ids.ts'
import {
  digestOf,
  isVisible,
  lockedSet,
  readSet,
  requireChangeable,
  requireDigest,
  requireOwnOrManage,
  requireUnapplied,
  type SetWithEntries,
  stateBeforeSchedule,
  unapproved,
} from './access.ts'
import {
  endLinksOfSet,
  newLinkToken,
  ofChangeSet,
  originFor,
  storeLink,
} from '../../content/preview/new-link.ts'
import { applySet, revertSet } from './applying.ts'
import { conflictsOf, detailsOf, summariesOf } from './details.ts'
import { appliedChanges, plannedChanges } from './diff.ts'
import { runRolledBack } from './reading.ts'
import { bytesOf } from './staging.ts'
import {
  countOpen,
  deleteEntries,
  deleteSet,
  insertReview,
  insertSet,
  itemsOfSets,
  listSets,
  type SetRow,
  updateSet,
} from './store.ts'
import { scheduledRights } from './scheduled-caller.ts'
import type { EntryItem } from './touched.ts'

const { changeSets: most } = limits

export const changeSetHandlers: HandlersOf<'changeSets'> = {
  list: async (context, { state, limit, cursor }) => {
    const list = `changeSets ${state ?? ''}`
    const beforeId = cursor === undefined ? undefined : decodeCursor(list, cursor).id
    const rows = await listSets(context, { state, beforeId }, limit + 1)
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      items: await summariesOf(context, await visibleAmong(context, page)),
      ...(rows.length > limit &&
        last !== undefined && { nextCursor: encodeCursor(list, { key: null, id: last.id }) }),
    }
  },

  create: async (context, { name, description = null }) => {
    const userId = signedInUser(context)
    await requireRoom(context, userId)
    const { now } = context
    const row: SetRow = {
      ...emptySet,
      id: newId(),
      name,
      description,
      created_by: userId,
      created_at: now,
      updated_at: now,
    }
    await insertSet(context, row)
    auditSet(context, null, row)
    return answer(context, { row, entries: [] })
  },

  get: async (context, { id }) => {
    // Checked before the call waits in the queue, so that nobody waits for a set that they may not see. Conflicts are
    // found by running the entries, so the answer needs a transaction.
    await readSet(context, id)
    return runRolledBack(context, 'changeSets.get', async (within) =>
      answer(within, await readSet(within, id)),
    )
  },

  update: async (context, { id, name, description, removeEntries }) => {
    const set = await lockedSet(context, id)
    const { row } = set
    if (name !== undefined || description !== undefined) requireOwnOrManage(context, row.created_by)
    const changes: Partial<SetRow> = {
      updated_at: context.now,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(removeEntries !== undefined &&
        removeEntries.length > 0 &&
        (await withoutEntries(context, set, removeEntries))),
    }
    await updateSet(context, id, changes)
    const after = { ...row, ...changes }
    auditSet(context, row, after)
    // Read again, because entries may have been removed.
    return answer(context, await lockedSet(context, id))
  },

  delete: async (context, { id }) => {
    const { row } = await lockedSet(context, id)
    requireOwnOrManage(context, row.created_by)
    await deleteSet(context, id)
    await endLinksOfSet(context, id)
    auditSet(context, row, null)
    return { success: true }
  },

  diff: async (context, { id }) => {
    const { row, entries } = await readSet(context, id)
    if (row.change_id !== null)
      return { ...(await appliedChanges(context, row.change_id)), conflicts: [], digest: digestOf(entries) }
    return runRolledBack(context, 'changeSets.diff', async (within) => {
      const set = await readSet(within, id)
      const conflicts = await conflictsOf(within, set)
      return { ...(await plannedChanges(within, set)), conflicts, digest: digestOf(set.entries) }
    })
  },

  submit: async (context, { id, comment = null }) => {
    const set = await lockedSet(context, id)
    const { row } = set
    requireChangeable(row)
    if (set.entries.length === 0) throw refusal('CONFLICT', 'changeSetEmpty', { name: row.name })
    await addReview(context, id, { decision: 'submit', comment })
    // An approved set stays approved. Its approval is still valid, because a change of the entries would have ended it.
    return updateState(context, set, { state: row.state === 'approved' ? 'approved' : 'submitted' })
  },

  review: async (context, { id, decision, comment = null, digest }) => {
    const set = await lockedSet(context, id)
    requireUnapplied(set.row)
    requireDigest(set, digest)
    if (decision === 'approve' && set.entries.length === 0)
      throw refusal('CONFLICT', 'changeSetEmpty', { name: set.row.name })
    await addReview(context, id, { decision, comment })
    if (decision === 'comment') return updateState(context, set, {})
    if (decision === 'reject')
      return updateState(context, set, { ...unapproved, apply_at: null, scheduled_by: null })
    return updateState(context, set, {
      state: set.row.state === 'scheduled' ? 'scheduled' : 'approved',
      approved_by: signedInUser(context),
      approved_at: context.now,
      approved_digest: digestOf(set.entries),
    })
  },

  schedule: async (context, { id, applyAt, digest }) => {
    const set = await lockedSet(context, id)
    requireUnapplied(set.row)
    requireDigest(set, digest)
    if (set.entries.length === 0) throw refusal('CONFLICT', 'changeSetEmpty', { name: set.row.name })
    const now = await context.sharedNow()
    if (applyAt <= now) throw brokenAt('applyAt', 'future', { now })
    const scheduledBy = JSON.stringify(scheduledRights(context))
    const changes = { apply_at: applyAt, scheduled_by: scheduledBy, failed_at: null, failure: null }
    return updateState(context, set, { state: 'scheduled', ...changes })
  },

  unschedule: async (context, { id }) => {
    const set = await lockedSet(context, id)
    requireUnapplied(set.row)
    if (set.row.state !== 'scheduled') return answer(context, set)
    return updateState(context, set, {
      state: stateBeforeSchedule(set.row),
      apply_at: null,
      scheduled_by: null,
    })
  },

  apply: async (context, { id, digest }) => {
    const set = await lockedSet(context, id)
    requireDigest(set, digest)
    return answer(context, { ...set, row: await applySet(context, set) })
  },

  createPreviewLink: async (context, { id, origin }) => {
    const { row } = await lockedSet(context, id)
    const token = newLinkToken('changeSet')
    const url = `${originFor(context, origin)}/?preview=${token}`
    // `ofChangeSet` is stored in place of the id of a collection: the link shows a set, not an item.
    const link = await storeLink(context, { token, collectionId: ofChangeSet, itemId: id })
    audit(context, {
      targetType: 'changeSet',
      targetId: id,
      targetName: row.name,
      after: { previewLink: link.id, previewUntil: link.expiresAt },
    })
    return { item: { url, token, expiresAt: link.expiresAt } }
  },

  revert: async (context, { id }) => {
    const set = await lockedSet(context, id)
    // The set of a reversal stands for the undone change, and has no entries.
    return answer(context, { row: await revertSet(context, set), entries: [] })
  },
}

/** The columns of a new set besides those that `create` sets. */
const emptySet: Omit<SetRow, 'id' | 'name' | 'description' | 'created_by' | 'created_at' | 'updated_at'> = {
  state: 'open',
  entry_count: 0,
  bytes: 0,
  approved_by: null,
  approved_at: null,
  approved_digest: null,
  apply_at: null,
  scheduled_by: null,
  failed_at: null,
  failure: null,
  applied_at: null,
  applied_by: null,
  change_id: null,
  revert_of: null,
  reverted_by: null,
}

/** The answer of most operations: the set with its details. */
async function answer(context: WriteContext, set: SetWithEntries) {
  return { item: await detailsOf(context, set) }
}

/** Rows without the sets that a token limited to collections or locales may not see as a whole. */
async function visibleAmong(context: ReadContext, rows: readonly SetRow[]): Promise<readonly SetRow[]> {
  if (context.caller.limits === undefined) return rows
  const items = await itemsOfSets(
    context,
    rows.map(({ id }) => id),
  )
  const hidden = new Set(
    items
      .filter((entry) => !isVisible(context, JSON.parse(entry.items) as EntryItem[]))
      .map((entry) => entry.set_id),
  )
  return rows.filter(({ id }) => !hidden.has(id))
}

/** Throws CONFLICT if a person, or all people together, have reached the limit of unapplied sets. */
async function requireRoom(context: WriteContext, userId: string): Promise<void> {
  const counted = [
    { of: userId, limit: most.openOfPerson },
    { of: null, limit: most.open },
  ]
  for (const { of, limit } of counted)
    if ((await countOpen(context, of, limit)) >= limit)
      throw refusal('CONFLICT', 'changeSetsFull', { most: limit })
}

/**
 * Removes entries of a set; returns the columns of the set that this changes. The creator of a set may remove all of
 * its entries; others need the permission `changeSets.manage` for entries that are not their own.
 */
async function withoutEntries(
  context: WriteContext,
  { row, entries }: SetWithEntries,
  ids: readonly string[],
): Promise<Partial<SetRow>> {
  requireChangeable(row)
  const wanted = new Set(ids)
  const removed = entries.filter((entry) => wanted.has(entry.row.id))
  const unknown = ids.findIndex((id) => !removed.some((entry) => entry.row.id === id))
  if (unknown !== -1) throw invalidAt(`removeEntries.${unknown}`, 'must be the id of an entry of the set')
  const isOwnSet = row.created_by === context.caller.userId
  if (!isOwnSet) for (const entry of removed) requireOwnOrManage(context, entry.row.user_id)
  await deleteEntries(context, [...wanted])
  const bytes = removed.reduce((sum, entry) => sum + bytesOf(entry.row), 0)
  return { ...unapproved, entry_count: row.entry_count - removed.length, bytes: row.bytes - bytes }
}

interface Review {
  readonly decision: string
  readonly comment: string | null
}

async function addReview(context: WriteContext, setId: string, { decision, comment }: Review): Promise<void> {
  await insertReview(context, {
    id: newId(),
    set_id: setId,
    user_id: context.caller.userId,
    decision,
    comment,
    created_at: context.now,
  })
}

/** Changes columns of a set, records the change, and answers with the changed set. */
async function updateState(context: WriteContext, set: SetWithEntries, changes: Partial<SetRow>) {
  const row = { ...set.row, ...changes, updated_at: context.now }
  await updateSet(context, row.id, { ...changes, updated_at: context.now })
  auditSet(context, set.row, row)
  return answer(context, { ...set, row })
}

/** Records a change of a set in the audit log; null: the set did not exist before, or does not exist after. */
function auditSet(context: WriteContext, before: SetRow | null, after: SetRow | null): void {
  const facts = (row: SetRow | null) =>
    row && {
      id: row.id,
      name: row.name,
      description: row.description,
      state: row.state,
      entries: row.entry_count,
      applyAt: row.apply_at,
      approvedBy: row.approved_by,
    }
  auditThing(context, 'changeSet', {
    name: (after ?? before)?.name ?? null,
    before: facts(before),
    after: facts(after),
  })
}
