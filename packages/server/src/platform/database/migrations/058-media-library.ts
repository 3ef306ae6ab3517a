import type { Statement } from '../migration.ts'

/**
 * The folder of a file is the path of its names, empty for none. `media.tags` has its tags as JSON, in their
 * spelling; `media_tags` has them in the compared form, with the time of the file, so that files with a tag are read
 * in the order of lists. `file_version` rises when the bytes of a record are replaced, and is part of its address
 * then.
 */
export const mediaLibrary: readonly Statement[] = [
  `ALTER TABLE media ADD COLUMN folder TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE media ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'`,
  'ALTER TABLE media ADD COLUMN file_version INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE deleted_media ADD COLUMN file_version INTEGER NOT NULL DEFAULT 0',
  { name: 'media_by_folder', table: 'media', on: '(status, folder, created_at, id)' },
  {
    name: 'media_without_alt',
    table: 'media',
    on: `(status, created_at, id) WHERE alt IS NULL`,
  },
  `CREATE TABLE media_tags (
    tag TEXT NOT NULL,
    created_at TEXT NOT NULL,
    media_id TEXT NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    label TEXT NOT NULL,
    PRIMARY KEY (tag, created_at, media_id)
  )`,
  'CREATE INDEX media_tags_of_media ON media_tags (media_id)',
]
