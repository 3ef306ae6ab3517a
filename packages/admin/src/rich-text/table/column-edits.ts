import { type Cell, type CellForm, newCell } from './cell-text.ts'
import { type Edit, tableForm, withRows } from './edits.ts'
import { headRowsOf, isHeadCell } from './head.ts'
import { type Layout, mostCells, mostColumns, rowsOf, type Slot } from './layout.ts'

/** The slots of one row. */
type RowSlots = readonly (Slot | undefined)[]

/** Inserts a column with the index `at`; not possible within a merged cell, or beyond the limits. */
export const insertColumn =
  (at: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    const rows = rowsOf(table.block)
    const wouldSplitCell = slots.some((line) => line[at] !== undefined && line[at].column < at)
    if (wouldSplitCell || columns + 1 > mostColumns || (columns + 1) * rows.length > mostCells) return null
    return () => {
      const form = tableForm(table)
      // A table that stores the number of its header rows does not mark their cells.
      const heads = typeof table.block['headerRows'] === 'number' ? 0 : headRowsOf(table)
      const withCell = (cells: readonly Cell[], row: number): readonly Cell[] => {
        const line = slots[row] ?? []
        // A row that ends before the new column stays short.
        if (line.length < at) return cells
        // Further down, a row of header cells gets one more. A single header cell can be that of a header column.
        const isHead = row < heads || (cells.length > 1 && cells.every(isHeadCell))
        return cells.toSpliced(cellsBefore(line, row, at), 0, newCell(form, isHead))
      }
      return withRows(
        table,
        rows.map((row, index) => ({ ...row, cells: withCell(row.cells, index) })),
      )
    }
  }

/** Removes a column, but not the last one, nor one that a merged cell crosses. */
export const removeColumn =
  (at: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    if (columns < 2 || !isFreeColumn(table.layout, at)) return null
    const withoutCell = (cells: readonly Cell[], row: number): readonly Cell[] => {
      const slot = slots[row]?.[at]
      return slot?.row === row ? cells.toSpliced(slot.index, 1) : cells
    }
    return () =>
      withRows(
        table,
        rowsOf(table.block).map((row, index) => ({ ...row, cells: withoutCell(row.cells, index) })),
      )
  }

/** Swaps a column with a neighbour. */
export const moveColumn =
  (from: number, to: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    const left = Math.min(from, to)
    const right = Math.max(from, to)
    if (left < 0 || right >= columns) return null
    if (!isFreeColumn(table.layout, left) || !isFreeColumn(table.layout, right)) return null
    return () => {
      const form = tableForm(table)
      const rows = rowsOf(table.block).map((row, index) => {
        const line = slots[index] ?? []
        return {
          ...row,
          cells: swapCells(row.cells, { row: index, left: line[left], right: line[right], form }),
        }
      })
      return withRows(table, rows)
    }
  }

interface Neighbours {
  readonly row: number
  readonly left: Slot | undefined
  readonly right: Slot | undefined
  readonly form: CellForm
}

/** The cells of a row with two neighbours swapped. Merged cells that begin in a row above are swapped with that row. */
function swapCells(cells: readonly Cell[], { row, left, right, form }: Neighbours): readonly Cell[] {
  if (left?.row !== row) return cells
  // A short row may lack the cell.
  if (right === undefined) return cells.toSpliced(left.index, 0, newCell(form, isHeadCell(cells[left.index])))
  const [one, other] = [cells[left.index], cells[right.index]]
  if (right.row !== row || one === undefined || other === undefined) return cells
  return cells.with(left.index, other).with(right.index, one)
}

/** Whether no merged cell crosses the borders of the column. */
function isFreeColumn({ slots }: Layout, at: number): boolean {
  return slots.every((line) => line[at] === undefined || line[at].colspan === 1)
}

/** The number of a row's own cells before a column, without merged cells that begin in a row above. */
export function cellsBefore(line: RowSlots, row: number, column: number): number {
  const ownSlots = line.slice(0, column).filter((slot) => slot?.row === row)
  return new Set(ownSlots.map((slot) => slot?.index)).size
}
