/**
 * The plugins whose state was changed, with their settings (`enabled` is null if only the settings were changed), and
 * the counters of rate limits: `counted` is the key of what is counted, such as an address. The counter `plugins` rises
 * when the table changes.
 */
export const plugins = [
  `INSERT INTO counters (name, value) VALUES ('plugins', 1)`,

  `CREATE TABLE plugins (
    id TEXT PRIMARY KEY,
    enabled INTEGER,
    settings TEXT NOT NULL,
    enabled_at TEXT,
    disabled_at TEXT
  )`,

  `CREATE TABLE rate_counts (
    counted TEXT NOT NULL,
    minute BIGINT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (counted, minute)
  )`,
]
