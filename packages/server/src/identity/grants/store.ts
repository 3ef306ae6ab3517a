import type { Facts } from '../../core/facts.ts'
import { audit, auditActor } from '../../core/audit-recorder.ts'
import type { Change } from '../../core/audit-trail.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { limitsShown } from './grant-limits.ts'

export type GrantRow = Tables['oauth_grants']
export type CodeRow = Tables['oauth_codes']
export type TokenRow = Tables['oauth_tokens']

type WithGrant<Row> = Row & { readonly grant: GrantRow }

/** Inserts a grant, and records it for the audit log. */
export async function insertGrant(context: WriteContext, row: GrantRow): Promise<void> {
  await insertRow(context.db, 'oauth_grants', row)
  auditGrant(context, row, { before: null, after: grantFacts(row) })
}

/**
 * Records a change of a grant for the audit log: `before` is null for a new grant, `after` for one that ends. An event
 * that replaces no value, such as the issue of tokens, has `after` alone.
 */
export function auditGrant(
  context: WriteContext,
  { id, client_name }: Pick<GrantRow, 'id' | 'client_name'>,
  difference: Pick<Change, 'before' | 'after'>,
): void {
  audit(context, { targetType: 'grant', targetId: id, targetName: client_name, ...difference })
}

/** Sets the grant's person and app as the audit author of a call that presents a code or a token. */
export function auditAsGrant(
  context: WriteContext,
  { user_id: userId, client_id: clientId }: Pick<GrantRow, 'user_id' | 'client_id'>,
): void {
  auditActor(context, { userId, clientId })
}

function grantFacts(row: GrantRow): Facts {
  return {
    userId: row.user_id,
    clientId: row.client_id,
    scopes: JSON.parse(row.scopes) as unknown,
    resources: JSON.parse(row.resources) as unknown,
    ...limitsShown(row),
  }
}

export async function updateGrant(
  { db }: WriteContext,
  id: string,
  changes: Partial<GrantRow>,
): Promise<void> {
  await updateRow(db, 'oauth_grants', id, changes)
}

/**
 * Locks a grant that is about to be used or removed, until the end of the transaction: no other transaction can change,
 * delete or lock it (`remove`).
 */
export async function lockGrant(context: WriteContext, id: string): Promise<GrantRow | undefined> {
  const [row] = await context.db.rows<GrantRow>(
    `SELECT * FROM oauth_grants WHERE id = ?${context.services.database.dialect.lock('remove')}`,
    [id],
  )
  return row
}

/**
 * Deletes a grant; by their foreign keys the database deletes its codes and tokens too. The audit log records the
 * reason (`endedBecause`) if no user requested the deletion.
 */
export async function deleteGrant(context: WriteContext, id: string, endedBecause?: string): Promise<void> {
  const deleted = await context.db.rows<GrantRow>('DELETE FROM oauth_grants WHERE id = ? RETURNING *', [id])
  for (const row of deleted)
    auditGrant(context, row, { before: { ...grantFacts(row), endedBecause }, after: null })
}

export async function insertCode({ db }: WriteContext, row: CodeRow): Promise<void> {
  await insertRow(db, 'oauth_codes', row)
}

/** A code with its grant, locked, so that a concurrent request with the code waits. */
export async function lockCode(context: WriteContext, hash: string): Promise<WithGrant<CodeRow> | undefined> {
  return lockWithGrant<CodeRow>(context, 'SELECT * FROM oauth_codes WHERE hash = ?', hash)
}

export async function markCodeUsed({ db, now }: WriteContext, hash: string): Promise<void> {
  await db.run('UPDATE oauth_codes SET used_at = ? WHERE hash = ?', [now, hash])
}

export async function insertToken({ db }: WriteContext, row: TokenRow): Promise<void> {
  await insertRow(db, 'oauth_tokens', row)
}

/** An access or refresh token with its grant, locked, so that a concurrent request with the token waits. */
export async function lockToken(
  context: WriteContext,
  hash: string,
): Promise<WithGrant<TokenRow> | undefined> {
  return lockWithGrant<TokenRow>(context, 'SELECT * FROM oauth_tokens WHERE hash = ?', hash)
}

export async function markTokenUsed({ db, now }: WriteContext, hash: string): Promise<void> {
  await db.run('UPDATE oauth_tokens SET used_at = ? WHERE hash = ?', [now, hash])
}

export async function deleteToken({ db }: WriteContext, hash: string): Promise<void> {
  await db.run('DELETE FROM oauth_tokens WHERE hash = ?', [hash])
}

/**
 * A row with its grant, locked. The grant is locked first, then the row is read again: everything that uses or ends a
 * grant does it in this order, so that there are no deadlocks and no stale reads.
 */
async function lockWithGrant<Row extends { grant_id: string }>(
  context: WriteContext,
  query: string,
  hash: string,
): Promise<WithGrant<Row> | undefined> {
  const [unlocked] = await context.db.rows<Row>(query, [hash])
  const grant = unlocked === undefined ? undefined : await lockGrant(context, unlocked.grant_id)
  const [row] = grant === undefined ? [] : await context.db.rows<Row>(query, [hash])
  return row === undefined || grant === undefined ? undefined : { ...row, grant }
}

/** The current role of a person; null if they are deleted or disabled. */
export async function roleOf({ db }: ReadContext, userId: string): Promise<number | null> {
  const [row] = await db.rows<{ role: number; disabled: number }>(
    'SELECT role, disabled FROM users WHERE id = ?',
    [userId],
  )
  return row === undefined || row.disabled === 1 ? null : row.role
}

/** A person's usable grants that apps have used, newest first; `before` is the id after which a page begins. */
export async function listGrants(
  { db, now }: ReadContext,
  { userId, before, limit }: { userId: string; before: string | undefined; limit: number },
): Promise<GrantRow[]> {
  const further = before === undefined ? '' : ' AND id < ?'
  return db.rows<GrantRow>(
    `SELECT * FROM oauth_grants WHERE user_id = ? AND is_used = 1 AND expires_at > ?${further} ORDER BY id DESC LIMIT ?`,
    [userId, now, ...(before === undefined ? [] : [before]), limit],
  )
}
