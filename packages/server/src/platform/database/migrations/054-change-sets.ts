import type { Statement } from '../migration.ts'

/**
 * Change-sets: writes that are kept until they are applied together. `tables/change-set-tables.ts` explains the
 * columns.
 */
export const changeSets: readonly Statement[] = [
  `CREATE TABLE change_sets (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT,
    state TEXT NOT NULL,
    created_by TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    entry_count INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    approved_by TEXT,
    approved_at TEXT,
    approved_digest TEXT,
    apply_at TEXT,
    scheduled_by TEXT,
    failed_at TEXT,
    failure TEXT,
    applied_at TEXT,
    applied_by TEXT,
    change_id TEXT,
    revert_of TEXT,
    reverted_by TEXT
  )`,
  'CREATE INDEX change_sets_by_state ON change_sets (state, id)',
  'CREATE INDEX change_sets_open ON change_sets (created_by) WHERE applied_at IS NULL',
  'CREATE INDEX change_sets_due ON change_sets (apply_at) WHERE apply_at IS NOT NULL',
  `CREATE TABLE change_set_entries (
    id TEXT PRIMARY KEY,
    set_id TEXT NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
    operation TEXT NOT NULL,
    input TEXT NOT NULL,
    markdown TEXT NOT NULL,
    made TEXT NOT NULL,
    hooked TEXT NOT NULL,
    items TEXT NOT NULL,
    digest TEXT NOT NULL,
    user_id TEXT,
    client_id TEXT,
    created_at TEXT NOT NULL
  )`,
  'CREATE INDEX change_set_entries_of_set ON change_set_entries (set_id, id)',
  `CREATE TABLE change_set_reviews (
    id TEXT PRIMARY KEY,
    set_id TEXT NOT NULL REFERENCES change_sets (id) ON DELETE CASCADE,
    user_id TEXT,
    decision TEXT NOT NULL,
    comment TEXT,
    created_at TEXT NOT NULL
  )`,
  'CREATE INDEX change_set_reviews_of_set ON change_set_reviews (set_id, id)',
]
