import type { MigrationSession } from '../migration.ts'

/**
 * PostgreSQL keeps the words of a document in its row where it fits a page: ranking reads those of each match, and the
 * newest matches of a frequent word are found by looking at one row after the other. Rows change when they are indexed
 * again.
 */
export async function keepWordsInRows({ engine, db }: MigrationSession): Promise<void> {
  if (engine === 'embedded') return
  for (const table of ['search_index', 'search_draft_index'])
    await db.define(
      `ALTER TABLE ${table} ALTER COLUMN words SET STORAGE MAIN, SET (toast_tuple_target = 8160)`,
    )
}
