import { newKey } from '../model/keys.ts'
import type { Block } from '../types.ts'

/** A table in the form that importers give it; null for one of a single cell, and for one around other tables. */
export function tableOf(
  table: HTMLTableElement,
  contentOf: (cell: HTMLTableCellElement) => Block[],
): Block | null {
  const rows = [...table.rows]
  const count = rows.reduce((sum, row) => sum + row.cells.length, 0)
  if (count < 2 || table.querySelector('table') !== null) return null
  const caption = table.caption?.textContent?.trim() ?? ''
  return {
    _type: 'table',
    _key: newKey(),
    rows: rows.map((row) => ({
      _type: 'row',
      _key: newKey(),
      cells: [...row.cells].map((cell) => cellOf(cell, contentOf)),
    })),
    ...(caption !== '' && { caption }),
  }
}

function cellOf(cell: HTMLTableCellElement, contentOf: (cell: HTMLTableCellElement) => Block[]): Block {
  return {
    _type: 'cell',
    _key: newKey(),
    ...(cell.tagName === 'TH' && { isHeader: true }),
    ...(cell.colSpan > 1 && { colspan: cell.colSpan }),
    ...(cell.rowSpan > 1 && { rowspan: cell.rowSpan }),
    content: contentOf(cell),
  }
}
