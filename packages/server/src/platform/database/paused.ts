import type { Reader, Transaction } from './access.ts'

/**
 * Whether what acts by itself waits: scheduled publishing, and whatever else changes or sends something at its time. A
 * restore sets it, because the copy could act beside its original.
 */
export async function isPaused(reader: Reader): Promise<boolean> {
  const rows = await reader.rows(`SELECT name FROM counters WHERE name = 'paused' AND value = 1`, [])
  return rows.length > 0
}

/** Ends the pause. */
export async function endPause(tx: Transaction): Promise<void> {
  // An archive has the lease of the backup that made it, which is no interrupted backup of this site.
  await tx.run(`UPDATE backup_schedule SET lease_owner = NULL, lease_until = 0 WHERE id = 'main'`, [])
  await tx.run(`UPDATE counters SET value = 0 WHERE name = 'paused' AND value = 1`, [])
}
