import type { WriteContext } from '../core/context.ts'
import type { Reader, Transaction } from '../platform/database/database.ts'
import { insertRow, updateRow } from '../platform/database/rows.ts'
import type { Tables } from '../platform/database/tables.ts'

export type ImportRow = Tables['imports']

/** Whether an import runs, or waits to. */
export function isActive({ state }: Pick<ImportRow, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

export async function insertImport({ db }: Pick<WriteContext, 'db'>, row: ImportRow): Promise<void> {
  await insertRow(db, 'imports', row)
}

/** `lock` is the clause of the dialect that locks the row. */
export async function findImport(db: Reader, id: string, lock = ''): Promise<ImportRow | undefined> {
  const [row] = await db.rows<ImportRow>(`SELECT * FROM imports WHERE id = ?${lock}`, [id])
  return row
}

/** Imports, newest first, starting after `before`. */
export async function listImports(
  db: Reader,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ImportRow[]> {
  return before === undefined
    ? db.rows<ImportRow>('SELECT * FROM imports ORDER BY id DESC LIMIT ?', [limit])
    : db.rows<ImportRow>('SELECT * FROM imports WHERE id < ? ORDER BY id DESC LIMIT ?', [before, limit])
}

export async function updateImport(db: Transaction, id: string, changes: Partial<ImportRow>): Promise<void> {
  await updateRow(db, 'imports', id, changes)
}

/**
 * A queued import, or one whose lease has expired. Its file is in the store of all processes; an import without one was
 * started on the command line, and only its own process can run it.
 */
export async function findWaiting(db: Reader, now: number): Promise<ImportRow | undefined> {
  const [row] = await db.rows<ImportRow>(
    `SELECT * FROM imports WHERE state IN ('queued', 'running') AND lease_until < ? AND file_key IS NOT NULL ORDER BY id LIMIT 1`,
    [now],
  )
  return row
}

/**
 * Command line imports (without `file_key`) whose process has ended before it could end its lease. The lease is 0
 * before the process takes it, so an import that begins at this moment is not among them.
 */
export async function listBroken(db: Reader, now: number): Promise<ImportRow[]> {
  return db.rows<ImportRow>(
    `SELECT * FROM imports WHERE state IN ('queued', 'running') AND file_key IS NULL AND lease_until < ? AND lease_until > 0`,
    [now],
  )
}

/** Takes the lease of an import; false if another process was faster. */
export async function takeLease(
  db: Transaction,
  { id, owner, now, until }: { id: string; owner: string; now: number; until: number },
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE imports SET state = 'running', lease_owner = ?, lease_until = ? WHERE id = ? AND state IN ('queued', 'running') AND lease_until < ?`,
    [owner, until, id, now],
  )
  return changed === 1
}

/** Renews the lease and stores the progress; false if the lease is lost or the import was cancelled. */
export async function renewLease(
  db: Transaction,
  { id, owner, until, progress }: { id: string; owner: string; until: number; progress: string },
): Promise<boolean> {
  const changed = await db.run(
    `UPDATE imports SET lease_until = ?, progress = ? WHERE id = ? AND lease_owner = ? AND state = 'running'`,
    [until, progress, id, owner],
  )
  return changed === 1
}

/** Ends a run and its lease; does nothing if the lease is lost. */
export async function endLease(
  db: Transaction,
  { id, owner, changes }: { id: string; owner: string; changes: Partial<ImportRow> },
): Promise<void> {
  const columns = Object.keys(changes)
  await db.run(
    `UPDATE imports SET lease_until = 0, lease_owner = NULL, ${columns.map((column) => `${column} = ?`).join(', ')} WHERE id = ? AND lease_owner = ? AND state = 'running'`,
    [...Object.values(changes), id, owner],
  )
}

/** The oldest import between two ids, locked until the transaction ends. */
export async function nextImport(
  { db, services }: WriteContext,
  { after, before }: { after: string; before: string },
): Promise<ImportRow | undefined> {
  const [row] = await db.rows<ImportRow>(
    `SELECT * FROM imports WHERE id > ? AND id < ? ORDER BY id LIMIT 1${services.database.dialect.lock('update')}`,
    [after, before],
  )
  return row
}

/** Imports whose files are no longer needed. */
export async function listExpired(db: Reader, now: string): Promise<ImportRow[]> {
  return db.rows<ImportRow>(
    `SELECT * FROM imports WHERE expires_at < ? AND file_key IS NOT NULL AND state NOT IN ('queued', 'running') LIMIT 100`,
    [now],
  )
}

export async function deleteImport({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM import_report WHERE import_id = ?', [id])
  await db.run('DELETE FROM imports WHERE id = ?', [id])
}
