import { ArchiveError } from './archive/archive-error.ts'
import type { Manifest } from './archive/manifest.ts'

type Table = Manifest['tables'][number]
type Row = (string | null)[]

/** the table of the indexes that are still to be built */
const indexBuilds = 'index_builds'

/**
 * The rows of a table that a restore inserts: all of them, except for `index_builds`, whose rows describe indexes to
 * build. Indexes of tables that the archive lacks are left out. The name and the definition of the others become SQL
 * text, so a row that does not have the form of an index is refused.
 */
export function restoredRows(table: Table, rows: Row[], tables: readonly Table[]): Row[] {
  if (table.name !== indexBuilds) return rows
  const indexOf = (column: string): number => table.columns.findIndex(({ name }) => name === column)
  const [nameAt, tableAt, definitionAt] = [indexOf('name'), indexOf('table_name'), indexOf('definition')]
  const tableNames = new Set(tables.map(({ name }) => name))
  // The rows have the names of content tables in quotation marks, as SQL needs them; `tables` has them without.
  const ofTables = rows.filter((row) => tableNames.has((row[tableAt] ?? '').replaceAll('"', '')))
  for (const row of ofTables) {
    // A definition is columns and condition, such as `(status, id) WHERE …`; a semicolon could begin another statement.
    if (/^[\w-]{1,100}$/.test(row[nameAt] ?? '') && /^\([^;]*$/.test(row[definitionAt] ?? '')) continue
    throw new ArchiveError(
      `The archive has an index with a definition that no index of Octavo has: ${JSON.stringify(row[nameAt]?.slice(0, 200))}.`,
    )
  }
  return ofTables
}
