import type { Reader, Transaction } from './access.ts'

/**
 * Whether scheduled publishing, webhooks and all other scheduled work are paused. A restore pauses them, because the
 * copy could act in parallel to its original.
 */
export async function isPaused(reader: Reader): Promise<boolean> {
  const rows = await reader.rows(`SELECT name FROM counters WHERE name = 'paused' AND value = 1`, [])
  return rows.length > 0
}

/** Ends the pause. */
export async function endPause(tx: Transaction): Promise<void> {
  // A restored database contains the lease of the backup that made the archive; it is removed, because it is no
  // interrupted backup of this site.
  await tx.run(`UPDATE backup_schedule SET lease_owner = NULL, lease_until = 0 WHERE id = 'main'`, [])
  await tx.run(`UPDATE counters SET value = 0 WHERE name = 'paused' AND value = 1`, [])
}
