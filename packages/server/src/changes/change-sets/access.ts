import { createHash } from 'node:crypto'
import { requirePermission } from '../../core/caller.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { notFound, type OctavoError, refusal } from '../../platform/errors.ts'
import { type Entry, entryOf } from './entries.ts'
import { entriesOf, findSet, lockSet, type SetRow } from './store.ts'
import type { Touched } from './touched.ts'

/** A set, in any state, with its entries. */
export interface SetWithEntries {
  readonly row: SetRow
  readonly entries: readonly Entry[]
}

function setNotFound(id: string): OctavoError {
  return notFound(`The change-set "${id.slice(0, 100)}"`)
}

/** The set of a write, locked. Throws NOT_FOUND if the caller may not see all of its entries. */
export async function lockedSet(context: WriteContext, id: string): Promise<SetWithEntries> {
  requirePermission(context.caller, 'changeSets.use')
  return requireVisible(context, await lockSet(context, id), id)
}

/** The set of a read. Throws NOT_FOUND if the caller may not see all of its entries. */
export async function readSet(context: ReadContext, id: string): Promise<SetWithEntries> {
  // A caller with a preview link of the set needs no rights: the link shows the content with the set applied, and none
  // of the entries.
  if (context.caller.previewedSet !== id) requirePermission(context.caller, 'changeSets.use')
  return requireVisible(context, await findSet(context, id), id)
}

/** The found row with its entries. Throws NOT_FOUND without a row, or if the caller may not see all entries. */
async function requireVisible(
  context: ReadContext,
  row: SetRow | undefined,
  id: string,
): Promise<SetWithEntries> {
  if (row === undefined) throw setNotFound(id)
  const entries = (await entriesOf(context, row.id)).map(entryOf)
  const isPreviewed = context.caller.previewedSet === id
  if (!isPreviewed && !entries.every(({ items }) => isVisible(context, items))) throw setNotFound(id)
  return { row, entries }
}

/**
 * Whether the caller may see all items of an entry. Only the limits of a token can hide some. The schema of such a
 * caller lacks the collections outside of the limits.
 */
export function isVisible({ caller, schema }: ReadContext, items: readonly Touched[]): boolean {
  const { limits } = caller
  if (limits === undefined) return true
  // `limits.locales` is null for a token without a limit of locales.
  return items.every(
    ({ collection, locale }) =>
      schema.collections.has(collection) && (limits.locales === null || limits.locales.includes(locale)),
  )
}

/** Throws FORBIDDEN unless the caller is the owner of a set or entry, or may change those of others. */
export function requireOwnOrManage({ caller }: ReadContext, owner: string | null): void {
  if (caller.userId === null || caller.userId !== owner) requirePermission(caller, 'changeSets.manage')
}

/** Throws CONFLICT unless the entries of a set may still change. */
export function requireChangeable({ name, state }: SetRow): void {
  if (state === 'scheduled') throw refusal('CONFLICT', 'changeSetScheduled', { name })
  requireUnapplied({ name, state })
}

/** Throws CONFLICT for a set that was applied: its entries do not change any more. */
export function requireUnapplied({ name, state }: Pick<SetRow, 'name' | 'state'>): void {
  if (state === 'applied' || state === 'reverted')
    throw refusal('CONFLICT', 'changeSetClosed', { name, state })
}

/** Throws CONFLICT if the caller named a digest, and the entries have changed since they had it. */
export function requireDigest({ row, entries }: SetWithEntries, digest: string | undefined): void {
  if (digest !== undefined && digest !== digestOf(entries))
    throw refusal(
      'CONFLICT',
      'changeSetChanged',
      { name: row.name },
      { details: { digest: digestOf(entries) } },
    )
}

/** A digest of the entries, which changes whenever one is added or removed. */
export function digestOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256')
  // `row.digest` is the digest of the operation and its input.
  for (const { row } of entries) hash.update(`${row.id} ${row.digest}\n`)
  return hash.digest('base64url')
}

/** The state that a set returns to when it is no longer scheduled. */
export function stateBeforeSchedule({ approved_by: approver }: SetRow): 'open' | 'approved' {
  return approver === null ? 'open' : 'approved'
}

/**
 * The columns that an edit of the entries, or a rejection, resets. An approval applies only to the entries that were
 * approved.
 */
export const unapproved = {
  state: 'open',
  approved_by: null,
  approved_at: null,
  approved_digest: null,
} as const
