import type { WriteContext } from '../../core/context.ts'
import type { Reader } from '../../platform/database/database.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'

/**
 * Plans the removal of bytes at a time, unless a record claims them before (`cancelRemoval`). Keys in this file are
 * those of bytes in the store.
 */
export async function planRemoval({ db }: WriteContext, key: string, at: string): Promise<void> {
  await db.run(
    `INSERT INTO file_removals (storage_key, remove_at, is_claimed) VALUES (?, ?, 0)
     ON CONFLICT (storage_key) DO UPDATE SET remove_at = excluded.remove_at`,
    [key, at],
  )
}

/** Cancels the removal of bytes for a new record; false if the removal has already begun. */
export async function cancelRemoval({ db }: WriteContext, key: string): Promise<boolean> {
  return (await db.run('DELETE FROM file_removals WHERE storage_key = ? AND is_claimed = 0', [key])) === 1
}

/**
 * Claims the key of bytes for immediate removal. False if a record has claimed them before (`cancelRemoval` deletes the
 * row), or if they are already being removed.
 */
export async function claimFileKey({ db }: WriteContext, key: string): Promise<boolean> {
  const changed = await db.run(
    'UPDATE file_removals SET is_claimed = 1 WHERE storage_key = ? AND is_claimed = 0',
    [key],
  )
  return changed === 1
}

/** Whether a key is due for removal. */
export async function isRemovalDue(db: Reader, now: string): Promise<boolean> {
  const rows = await db.rows(
    `SELECT storage_key FROM file_removals WHERE remove_at <= ${textParameter} LIMIT 1`,
    [now],
  )
  return rows.length > 0
}

/**
 * Claims a key that is due for removal, also one whose removal another process has begun and not finished in time. No
 * other process gets it until `again`.
 */
export async function claimRemoval(context: WriteContext, again: string): Promise<string | undefined> {
  const lock = context.services.database.dialect.lock('skip')
  const [row] = await context.db.rows<{ storage_key: string }>(
    `SELECT storage_key FROM file_removals WHERE remove_at <= ${textParameter} ORDER BY remove_at LIMIT 1${lock}`,
    [context.now],
  )
  if (row === undefined) return undefined
  await context.db.run('UPDATE file_removals SET is_claimed = 1, remove_at = ? WHERE storage_key = ?', [
    again,
    row.storage_key,
  ])
  return row.storage_key
}

/** Ends a removal: call after the bytes were removed, or if a record needs them. */
export async function finishRemoval({ db }: WriteContext, key: string): Promise<void> {
  await db.run('DELETE FROM file_removals WHERE storage_key = ?', [key])
}

/** Deletes pending direct uploads to a key and returns them. */
export async function dropPending(
  { db }: WriteContext,
  key: string,
): Promise<{ id: string; filename: string }[]> {
  return db.rows(`DELETE FROM media WHERE file_key = ? AND status <> 'ready' RETURNING id, filename`, [key])
}

/** Deletes the stored file row of a key unless a record needs it; returns whether one does. */
export async function dropUnneeded({ db }: WriteContext, key: string): Promise<boolean> {
  await db.run(
    'DELETE FROM files WHERE storage_key = ? AND NOT EXISTS (SELECT id FROM media WHERE file_key = ?)',
    [key, key],
  )
  return (await db.rows('SELECT storage_key FROM files WHERE storage_key = ?', [key])).length > 0
}
