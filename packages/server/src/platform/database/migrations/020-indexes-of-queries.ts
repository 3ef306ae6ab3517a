import type { Statement } from '../migration.ts'

/**
 * Indexes for filters of lists, and for rows that are removed with a collection. The index of the audit log leaves
 * out entries from REST, which are the majority.
 */
export const indexesOfQueries: readonly Statement[] = [
  `CREATE INDEX schedules_by_collection ON schedules (collection_id)`,
  `CREATE INDEX users_by_role ON users (role, sort_key, id)`,
  `CREATE INDEX users_by_state ON users (disabled, sort_key, id)`,
  `CREATE INDEX sections_by_source ON sections (source, sort_key, id)`,
  { name: 'audit_log_by_door', table: 'audit_log', on: `(door, id) WHERE door <> 'rest'` },
  `CREATE INDEX import_origins_waiting ON import_origins (site, origin) WHERE details = 'waits' AND is_made = 1`,
]
