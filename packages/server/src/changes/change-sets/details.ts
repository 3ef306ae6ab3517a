import type {
  ChangeSet,
  ChangeSetConflict,
  ChangeSetDetails,
  ChangeSetState,
} from '@octavo/contract/operations/change-set-shapes'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { rolledBack } from '../../platform/database/savepoints.ts'
import { digestOf, type SetWithEntries } from './access.ts'
import { approvalLack } from './approval.ts'
import { editedSince, refusedEntries } from './conflicts.ts'
import { replay, replayContext } from './replay.ts'
import { namesOf, reviewsOf, type SetRow } from './store.ts'
import { shownName } from './touched.ts'

type Named = { id: string; name: string } | null
type Names = ReadonlyMap<string, string>

/** A person or an app; the name is empty if none is known. */
function named(id: string | null, names: Names): Named {
  return id === null ? null : { id, name: names.get(id) ?? '' }
}

function peopleOf(row: SetRow): string[] {
  return [row.created_by, row.approved_by, row.applied_by].filter((id) => id !== null)
}

function summaryOf(row: SetRow, people: Names): ChangeSet {
  const { approved_at: approvedAt, failed_at: failedAt } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: row.state as ChangeSetState,
    createdBy: named(row.created_by, people),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    entryCount: row.entry_count,
    approval: approvedAt === null ? null : { person: named(row.approved_by, people), at: approvedAt },
    applyAt: row.apply_at,
    failure: failedAt === null ? null : { at: failedAt, message: row.failure ?? '' },
    appliedAt: row.applied_at,
    appliedBy: named(row.applied_by, people),
    changeId: row.change_id,
    revertOf: row.revert_of,
    revertedBy: row.reverted_by,
  }
}

export async function summariesOf(context: ReadContext, rows: readonly SetRow[]): Promise<ChangeSet[]> {
  const people = await namesOf(context, 'users', rows.flatMap(peopleOf))
  return rows.map((row) => summaryOf(row, people))
}

/** A set with its entries and conflicts. To find conflicts, it runs the entries and rolls their writes back. */
export async function detailsOf(
  context: WriteContext,
  { row, entries }: SetWithEntries,
): Promise<ChangeSetDetails> {
  const reviews = await reviewsOf(context, row.id)
  const ids = [...entries.map((entry) => entry.row.user_id), ...reviews.map((review) => review.user_id)]
  const people = await namesOf(context, 'users', [...peopleOf(row), ...ids.filter((id) => id !== null)])
  const apps = await namesOf(
    context,
    'oauth_clients',
    entries.flatMap((entry) => entry.row.client_id ?? []),
  )
  return {
    ...summaryOf(row, people),
    digest: digestOf(entries),
    entries: entries.map(({ row: entry, items }) => ({
      id: entry.id,
      operation: entry.operation,
      person: named(entry.user_id, people),
      app: named(entry.client_id, apps),
      at: entry.created_at,
      items: items.map(({ collection, id, name, names }) => ({
        collection,
        id,
        name,
        fields: [...new Set(names.map(shownName))],
      })),
    })),
    reviews: reviews.map((review) => ({
      person: named(review.user_id, people),
      at: review.created_at,
      decision: review.decision as ChangeSetDetails['reviews'][number]['decision'],
      comment: review.comment,
    })),
    needsApproval: row.applied_at === null && (await approvalLack(context, { row, entries })) !== null,
    conflicts: await conflictsOf(context, { row, entries }),
  }
}

/** Why a set could not be applied now; empty for an applied set. It runs the entries and rolls their writes back. */
export async function conflictsOf(
  context: WriteContext,
  { row, entries }: SetWithEntries,
): Promise<ChangeSetConflict[]> {
  if (row.applied_at !== null) return []
  // Before the entries are run, because it compares the values outside of the set. The context of a replay has none of
  // the limits of the caller, because conflicts are found in all collections.
  const edited = await editedSince(await replayContext(context, context.auditTrail), entries)
  const refused = await rolledBack(context.db, async () =>
    refusedEntries(await replay(context, entries), entries),
  )
  return [...edited, ...refused]
}
