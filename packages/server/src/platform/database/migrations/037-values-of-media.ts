import type { Statement } from '../migration.ts'

/**
 * Answers take what they show of media from its record. `deleted_media` has the last values of what was deleted, for
 * what still refers to it. The counter `media` rises when values of media change. `placeholder` is a thumbhash in
 * base64, empty for bytes that none can be made of; it is made at `placeholder_due`, or by who sets another time first.
 */
export const valuesOfMedia: readonly Statement[] = [
  {
    embedded: 'ALTER TABLE media ADD COLUMN focal_point TEXT',
    server: 'ALTER TABLE media ADD COLUMN focal_point TEXT COLLATE "C"',
  },
  {
    embedded: 'ALTER TABLE files ADD COLUMN placeholder TEXT',
    server: 'ALTER TABLE files ADD COLUMN placeholder TEXT COLLATE "C"',
  },
  {
    embedded: 'ALTER TABLE files ADD COLUMN placeholder_due TEXT',
    server: 'ALTER TABLE files ADD COLUMN placeholder_due TEXT COLLATE "C"',
  },
  `UPDATE files SET placeholder_due = '' WHERE content_hash IS NOT NULL AND storage_key IN (
    SELECT file_key FROM media
    WHERE mime_type IN ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'))`,
  `CREATE INDEX files_without_placeholder ON files (placeholder_due) WHERE placeholder_due IS NOT NULL`,
  {
    embedded: `CREATE TABLE deleted_media (
      id TEXT PRIMARY KEY,
      filename TEXT NOT NULL,
      mime_type TEXT NOT NULL,
      size BIGINT,
      width INTEGER,
      height INTEGER,
      alt TEXT,
      focal_point TEXT,
      storage_key TEXT NOT NULL,
      placeholder TEXT,
      is_read INTEGER NOT NULL,
      deleted_at TEXT NOT NULL
    )`,
    server: `CREATE TABLE deleted_media (
      id TEXT COLLATE "C" PRIMARY KEY,
      filename TEXT COLLATE "C" NOT NULL,
      mime_type TEXT COLLATE "C" NOT NULL,
      size BIGINT,
      width INTEGER,
      height INTEGER,
      alt TEXT COLLATE "C",
      focal_point TEXT COLLATE "C",
      storage_key TEXT COLLATE "C" NOT NULL,
      placeholder TEXT COLLATE "C",
      is_read SMALLINT NOT NULL,
      deleted_at TEXT COLLATE "C" NOT NULL
    )`,
  },
  `INSERT INTO counters (name, value) VALUES ('media', 0)`,
]
