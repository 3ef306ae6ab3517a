import { asPlainText, type Cell, type CellForm, formOf, newCell, writeCell } from './cell-text.ts'
import { editableTable, type Row, rowsOf, type Table } from './layout.ts'

/** Returns the function that makes a change of a table; null if the change is not possible, as within a merged cell. */
export type Edit = (table: Table) => (() => Table) | null

/** The position of a cell in the grid of a table. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** Replaces the text of a cell; a short row gets the missing cells. */
export function writeAt(table: Table, place: Place, text: string): Table {
  return changeCell(table, place, (cell, form) => writeCell(cell, text, form))
}

/** Converts a locked cell to plain text. */
export function makePlain(table: Table, place: Place): Table {
  return changeCell(table, place, asPlainText)
}

function changeCell(table: Table, place: Place, change: (cell: Cell, form: CellForm) => Cell): Table {
  const full = filledUpTo(table, place)
  const slot = full.layout.slots[place.row]?.[place.column]
  if (slot === undefined) return table
  const form = tableForm(full)
  const rows = rowsOf(full.block).map((row, index) =>
    index === slot.row
      ? { ...row, cells: row.cells.map((cell, at) => (at === slot.index ? change(cell, form) : cell)) }
      : row,
  )
  // The layout is the same, because no cell has moved.
  return { block: { ...full.block, rows }, layout: full.layout }
}

/** Adds missing cells to a short row, up to a column. */
function filledUpTo(table: Table, { row, column }: Place): Table {
  const { slots } = table.layout
  if (row >= slots.length || slots[row]?.[column] !== undefined) return table
  const rows = rowsOf(table.block).map((current, index) =>
    index === row ? { ...current, cells: [...current.cells, newCell(tableForm(table), false)] } : current,
  )
  const next = withRows(table, rows)
  return next === table ? table : filledUpTo(next, { row, column })
}

/** How the cells of a table store their text. */
export function tableForm({ block }: Table): CellForm {
  return formOf(cellsOf(rowsOf(block)))
}

function* cellsOf(rows: readonly Row[]): Iterable<Cell> {
  for (const { cells } of rows) yield* cells
}

/** The table with other rows; unchanged if it would be too wide. */
export function withRows(table: Table, rows: readonly Row[]): Table {
  return editableTable({ ...table.block, rows }) ?? table
}
