/**
 * `files` has one row per stored file; `is_own` is 1 for files that the service has stored itself. `media` has the
 * records about them: `storage_key` is the address of a record, `file_key` the key of its bytes, which several
 * records can share. `file_removals` has the keys of bytes that will be removed unless a record claims them: a row is
 * written before bytes are stored, and with the change that releases them.
 */
export const media = [
  `CREATE TABLE files (
    storage_key TEXT PRIMARY KEY,
    content_hash TEXT UNIQUE,
    size BIGINT,
    is_own INTEGER NOT NULL,
    created_at TEXT NOT NULL
  )`,

  `CREATE TABLE media (
    id TEXT PRIMARY KEY,
    filename TEXT NOT NULL,
    filename_search TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size BIGINT,
    width INTEGER,
    height INTEGER,
    alt TEXT,
    caption TEXT,
    storage_key TEXT NOT NULL UNIQUE,
    file_key TEXT NOT NULL REFERENCES files (storage_key),
    status TEXT NOT NULL,
    author_id TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  )`,
  `CREATE INDEX media_by_time ON media (status, created_at, id)`,
  `CREATE INDEX media_by_file ON media (file_key, id)`,

  `CREATE TABLE file_removals (
    storage_key TEXT PRIMARY KEY,
    remove_at TEXT NOT NULL,
    is_claimed INTEGER NOT NULL
  )`,
  `CREATE INDEX file_removals_by_time ON file_removals (remove_at)`,
]
