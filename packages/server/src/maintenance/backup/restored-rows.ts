import { ArchiveError } from './archive/archive-error.ts'
import type { Manifest } from './archive/manifest.ts'

type Table = Manifest['tables'][number]
type Row = (string | null)[]

const pendingIndexes = 'index_builds'

/**
 * The rows of a table that a restore inserts: all of them, except for `index_builds`, whose rows describe indexes to
 * build. Indexes of tables that the archive lacks are left out. The others become SQL statements, so a row that does
 * not have the form of an index is refused.
 */
export function restoredRows(table: Table, rows: Row[], tables: readonly Table[]): Row[] {
  if (table.name !== pendingIndexes) return rows
  const indexOf = (column: string): number => table.columns.findIndex(({ name }) => name === column)
  const [nameAt, tableAt, definitionAt] = [indexOf('name'), indexOf('table_name'), indexOf('definition')]
  const tableNames = new Set(tables.map(({ name }) => name))
  // The rows have the names of content tables in quotation marks, as SQL needs them; `tables` has them without.
  const ofTables = rows.filter((row) => tableNames.has((row[tableAt] ?? '').replaceAll('"', '')))
  for (const row of ofTables) {
    if (/^[\w-]{1,100}$/.test(row[nameAt] ?? '') && /^\([^;]*$/.test(row[definitionAt] ?? '')) continue
    throw new ArchiveError(
      `The archive has an index with a definition that no index of Octavo has: ${JSON.stringify(row[nameAt]?.slice(0, 200))}.`,
    )
  }
  return ofTables
}
