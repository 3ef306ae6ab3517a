import { ArchiveError } from './archive/archive-error.ts'
import type { Manifest } from './archive/manifest.ts'

type Table = Manifest['tables'][number]
type Row = (string | null)[]

const pendingIndexes = 'index_builds'

/**
 * The rows of a table that a restore inserts. The rows of `index_builds` describe indexes that are still to be built. Those
 * of tables that the archive lacks are left out; the others become SQL statements, so anything but an index is refused.
 */
export function restoredRows(table: Table, rows: Row[], tables: readonly Table[]): Row[] {
  if (table.name !== pendingIndexes) return rows
  const at = (column: string): number => table.columns.findIndex(({ name }) => name === column)
  const [nameAt, tableAt, definitionAt] = [at('name'), at('table_name'), at('definition')]
  const known = new Set(tables.map(({ name }) => name))
  const kept = rows.filter((row) => known.has((row[tableAt] ?? '').replaceAll('"', '')))
  for (const row of kept) {
    if (/^[\w-]{1,100}$/.test(row[nameAt] ?? '') && /^\([^;]*$/.test(row[definitionAt] ?? '')) continue
    throw new ArchiveError(
      `The archive has an index with a definition that no index of Octavo has: ${JSON.stringify(row[nameAt]?.slice(0, 200))}.`,
    )
  }
  return kept
}
