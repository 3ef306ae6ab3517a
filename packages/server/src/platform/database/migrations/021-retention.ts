import type { Statement } from '../migration.ts'

/** The progress of passes that remove old data; a null position: no pass is running. */
export const retention: readonly Statement[] = [
  `CREATE TABLE retention_passes (name TEXT PRIMARY KEY, position TEXT, begun_at TEXT)`,
  `INSERT INTO retention_passes (name) VALUES ('revisions'), ('trash'), ('imports'), ('words')`,

  // A counter that rises when words are removed, because processes cache which words are stored.
  `INSERT INTO counters (name, value) VALUES ('search_words', 0)`,
]
