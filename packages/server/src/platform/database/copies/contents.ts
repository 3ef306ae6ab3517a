/** Stored files that rows refer to: media, and exports that wait for their import. */
export const fileKeysSql = `SELECT storage_key AS key FROM files UNION SELECT file_key AS key FROM imports WHERE file_key IS NOT NULL ORDER BY key`

/**
 * SQL of the media type of each file; records that share a file may name different ones. `marks` are its parameters.
 */
export const mediaTypesSql = (marks: string): string =>
  `SELECT file_key AS key, min(mime_type) AS type FROM media WHERE file_key IN (${marks}) GROUP BY file_key`

/**
 * One row with the number of migrations and the version of the content model, which show whether tables have changed.
 */
export const shapeSql = `SELECT (SELECT count(*) FROM migrations) AS migrations, (SELECT value FROM counters WHERE name = 'schema') AS schema`

export const migrationsSql = 'SELECT name FROM migrations ORDER BY name'

/**
 * Runs after a restore: the versions make the next start build the search indexes, which are not copied. Schedules
 * and webhooks are paused.
 */
export const afterRestoreSql: readonly string[] = [
  `UPDATE counters SET value = 0 WHERE name IN ('search', 'search_drafts')`,
  // The archive of a scheduled backup has the lease under which it was written.
  `UPDATE backup_schedule SET lease_owner = NULL, lease_until = 0`,
  `INSERT INTO counters (name, value) VALUES ('paused', 1) ON CONFLICT (name) DO UPDATE SET value = 1`,
]

/**
 * A column of logs on a server: the number of the transaction that wrote a row. It means nothing on another server, so
 * it is not copied, and a restored row has the number of the restore.
 */
export const transactionColumn = 'transaction_id'
export const transactionValue = 'pg_current_xact_id()::text::bigint'

/** rows and characters of one batch */
export const maxBatchRows = 200
export const maxBatchCharacters = 1_000_000

/** The approximate size of a row in its copy; null counts as in JSON. */
export function charactersOf(row: readonly (string | null)[]): number {
  return row.reduce((sum, value) => sum + (value?.length ?? 4), 0)
}
