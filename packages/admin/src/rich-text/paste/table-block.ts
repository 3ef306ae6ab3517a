import { newKey } from '../model/keys.ts'
import { cellPart, tableBlock } from '../model/table-shape.ts'
import type { Block } from '../types.ts'

/** Converts an HTML table to the format of importers; null for a table with a single cell or with nested tables. */
export function tableOf(
  table: HTMLTableElement,
  contentOf: (cell: HTMLTableCellElement) => Block[],
): Block | null {
  const rows = [...table.rows]
  const count = rows.reduce((sum, row) => sum + row.cells.length, 0)
  if (count < 2 || table.querySelector('table') !== null) return null
  const caption = table.caption?.textContent?.trim() ?? ''
  const cells = rows.map((row) =>
    [...row.cells].map((cell) =>
      cellPart(contentOf(cell), {
        isHeader: cell.tagName === 'TH',
        colspan: cell.colSpan,
        rowspan: cell.rowSpan,
      }),
    ),
  )
  return { ...tableBlock(cells, caption), _key: newKey() }
}
