/**
 * `backup_schedule` has one row: which process makes a scheduled backup now, and what the last attempts led to.
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
