import type { Statement } from '../migration.ts'

/** How far the service is with removing what need not be kept; null positions: no pass is under way. */
export const retention: readonly Statement[] = [
  `CREATE TABLE retention_passes (name TEXT PRIMARY KEY, position TEXT, begun_at TEXT)`,
  `INSERT INTO retention_passes (name) VALUES ('revisions'), ('trash'), ('imports'), ('words')`,

  // Rises when words are removed that processes may remember as stored.
  `INSERT INTO counters (name, value) VALUES ('search_words', 0)`,
]
