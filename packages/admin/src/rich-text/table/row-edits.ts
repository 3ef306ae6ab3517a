import { newKey } from '../model/keys.ts'
import { type Cell, newCell } from './cell-text.ts'
import { type Edit, tableForm, withRows } from './edits.ts'
import { headRowsOf, isHeadCell } from './head.ts'
import { cellAt, type Layout, mostCells, type Row, rowsOf } from './layout.ts'

/** Inserts a row with the index `at`; not possible within a merged cell, above header rows, or beyond the limit. */
export const insertRow =
  (at: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    const rows = rowsOf(table.block)
    const heads = headRowsOf(table)
    // With the stored rowspan: a cell that reaches beyond the last row would cover cells of a row that is added there.
    const wouldSplitCell = (slots[at - 1] ?? []).some(
      (slot) => slot !== undefined && slot.row + slot.reach > at,
    )
    if (wouldSplitCell || at < heads || (rows.length + 1) * columns > mostCells) return null
    return () => {
      const form = tableForm(table)
      // A new row has header cells in the columns in which the row above has them, unless that is a header row.
      const isHead = (column: number): boolean => at > heads && isHeadCell(cellAt(table, at - 1, column))
      const cells = Array.from({ length: Math.max(1, columns) }, (_, column) => newCell(form, isHead(column)))
      return withRows(table, rows.toSpliced(at, 0, newRow(rows, cells)))
    }
  }

/** Removes a row, but not the last one, nor one that a merged cell crosses. */
export const removeRow =
  (at: number): Edit =>
  (table) => {
    const rows = rowsOf(table.block)
    if (rows.length < 2 || !isFreeRow(table.layout, at)) return null
    return () => {
      const { headerRows } = table.block
      const next = withRows(table, rows.toSpliced(at, 1))
      if (typeof headerRows !== 'number' || at >= headerRows) return next
      return { ...next, block: { ...next.block, headerRows: headerRows - 1 } }
    }
  }

/** Swaps a row with a neighbour. Header rows stay above the others. */
export const moveRow =
  (from: number, to: number): Edit =>
  (table) => {
    const rows = rowsOf(table.block)
    const heads = headRowsOf(table)
    const [one, other] = [rows[from], rows[to]]
    if (one === undefined || other === undefined || from < heads !== to < heads) return null
    if (!isFreeRow(table.layout, from) || !isFreeRow(table.layout, to)) return null
    return () => withRows(table, rows.with(from, other).with(to, one))
  }

/** Whether no merged cell crosses the borders of the row, nor would do so if the row moved up (`reach`). */
function isFreeRow({ slots }: Layout, at: number): boolean {
  return (slots[at] ?? []).every((slot) => slot === undefined || slot.reach === 1)
}

function newRow(rows: readonly Row[], cells: readonly Cell[]): Row {
  const type = rows[0]?.['_type']
  return { _type: typeof type === 'string' ? type : 'row', _key: newKey(), cells }
}
