/**
 * `backup_schedule` has one row: which process is making a scheduled backup, and the results of the last attempts.
 */
export const scheduledBackups = [
  `CREATE TABLE backup_schedule (
    id TEXT PRIMARY KEY,
    lease_owner TEXT,
    lease_until BIGINT NOT NULL,
    begun_at TEXT,
    done_at TEXT,
    archive TEXT,
    size BIGINT,
    failed_at TEXT,
    failure TEXT,
    failures INTEGER NOT NULL
  )`,
  `INSERT INTO backup_schedule (id, lease_until, failures) VALUES ('main', 0, 0)`,
]
