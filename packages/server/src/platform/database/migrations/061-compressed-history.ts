import type { Statement } from '../migration.ts'

/**
 * Compressed forms of what is kept for the history: the values of a revision, and those that an entry of the audit log
 * shows. Older rows stay as they are; both forms are read.
 */
export const compressedHistory: readonly Statement[] = [
  {
    embedded: 'ALTER TABLE revisions ADD COLUMN compressed BLOB',
    server: 'ALTER TABLE revisions ADD COLUMN compressed BYTEA',
  },
  {
    embedded: 'ALTER TABLE audit_log ADD COLUMN facts BLOB',
    server: 'ALTER TABLE audit_log ADD COLUMN facts BYTEA',
  },
]
