import { newKey } from '../model/keys.ts'
import { isObject } from '../model/same.ts'
import { asPlainText, type Cell, type CellForm, formOf, newCell, writeCell } from './cell-text.ts'
import { headRowsOf, isHeadCell } from './head.ts'
import {
  cellAt,
  type Layout,
  mostCells,
  mostColumns,
  openTable,
  type Row,
  rowsOf,
  type Slot,
  type Table,
} from './layout.ts'

/** A change of a table; null where it cannot be made, because it would cut through a merged cell. */
export type Edit = (table: Table) => Table | null

export interface Place {
  readonly row: number
  readonly column: number
}

export function writeAt(table: Table, { row, column }: Place, text: string): Table {
  return changeCell(table, { row, column }, (cell, form) => writeCell(cell, text, form))
}

export function makePlain(table: Table, place: Place): Table {
  return changeCell(table, place, asPlainText)
}

function changeCell(table: Table, place: Place, change: (cell: Cell, form: CellForm) => Cell): Table {
  const full = table.layout.slots[place.row]?.[place.column] === undefined ? filledUpTo(table, place) : table
  const slot = full.layout.slots[place.row]?.[place.column]
  if (slot === undefined) return table
  const form = tableForm(full)
  const rows = rowsOf(full.block).map((row, index) =>
    index === slot.row
      ? { ...row, cells: row.cells.map((cell, at) => (at === slot.index ? change(cell, form) : cell)) }
      : row,
  )
  // Nothing has moved: what stands where is as it was.
  return { block: { ...full.block, rows }, layout: full.layout }
}

/** A short row gets the cells that it lacks up to a place. */
function filledUpTo(table: Table, { row, column }: Place): Table {
  const form = tableForm(table)
  let full = table
  while (full.layout.slots[row]?.[column] === undefined) {
    const rows = rowsOf(full.block).map((one, index) =>
      index === row ? { ...one, cells: [...one.cells, newCell(form, false)] } : one,
    )
    const next = withRows(full, rows)
    if (next === null || row >= rows.length) return table
    full = next
  }
  return full
}

export const insertRow =
  (at: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    const rows = rowsOf(table.block)
    const isCut = (slots[at - 1] ?? []).some((slot) => slot !== undefined && slot.row + slot.reach > at)
    if (isCut || at < headRowsOf(table) || (rows.length + 1) * columns > mostCells) return null
    const isBelowHead = at === headRowsOf(table)
    const form = tableForm(table)
    const cells = Array.from({ length: Math.max(1, columns) }, (_, column) =>
      newCell(form, !isBelowHead && isHeadCell(cellAt(table, at - 1, column))),
    )
    return withRows(table, rows.toSpliced(at, 0, newRow(rows, cells)))
  }

export const removeRow =
  (at: number): Edit =>
  (table) => {
    const rows = rowsOf(table.block)
    if (rows.length < 2 || !isFreeRow(table.layout, at)) return null
    const { headerRows } = table.block
    const isHead = typeof headerRows === 'number' && at < headerRows
    const next = withRows(table, rows.toSpliced(at, 1))
    return next === null || !isHead ? next : { ...next, block: { ...next.block, headerRows: headerRows - 1 } }
  }

/** Moves a row to the place of a neighbour. Head rows stay above the others. */
export const moveRow =
  (from: number, to: number): Edit =>
  (table) => {
    const rows = rowsOf(table.block)
    const heads = headRowsOf(table)
    const [one, other] = [rows[from], rows[to]]
    if (one === undefined || other === undefined || from < heads !== to < heads) return null
    if (!isFreeRow(table.layout, from) || !isFreeRow(table.layout, to)) return null
    return withRows(table, rows.with(from, other).with(to, one))
  }

export const insertColumn =
  (at: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    const rows = rowsOf(table.block)
    const isCut = slots.some((line) => line[at] !== undefined && line[at].column < at)
    if (isCut || columns + 1 > mostColumns || (columns + 1) * rows.length > mostCells) return null
    const form = tableForm(table)
    const heads = typeof table.block['headerRows'] === 'number' ? 0 : headRowsOf(table)
    return withRows(
      table,
      rows.map((row, index) => {
        const line = slots[index] ?? []
        if (line.length < at) return row
        const isHead = index < heads || (row.cells.length > 1 && row.cells.every(isHeadCell))
        return { ...row, cells: row.cells.toSpliced(cellsBefore(line, index, at), 0, newCell(form, isHead)) }
      }),
    )
  }

export const removeColumn =
  (at: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    if (columns < 2 || !isFreeColumn(table.layout, at)) return null
    return withRows(
      table,
      rowsOf(table.block).map((row, index) => {
        const slot = slots[index]?.[at]
        return slot === undefined || slot.row !== index
          ? row
          : { ...row, cells: row.cells.toSpliced(slot.index, 1) }
      }),
    )
  }

/** Moves a column to the place of a neighbour. */
export const moveColumn =
  (from: number, to: number): Edit =>
  (table) => {
    const { slots, columns } = table.layout
    const left = Math.min(from, to)
    const right = Math.max(from, to)
    if (left < 0 || right >= columns) return null
    if (!isFreeColumn(table.layout, left) || !isFreeColumn(table.layout, right)) return null
    const form = tableForm(table)
    return withRows(
      table,
      rowsOf(table.block).map((row, index) => ({
        ...row,
        cells: swapped(row.cells, { index, left: slots[index]?.[left], right: slots[index]?.[right] }, form),
      })),
    )
  }

interface Neighbours {
  readonly index: number
  readonly left: Slot | undefined
  readonly right: Slot | undefined
}

function swapped(
  cells: readonly Cell[],
  { index, left, right }: Neighbours,
  form: CellForm,
): readonly Cell[] {
  if (left === undefined || left.row !== index) return cells
  // In a short row the cell goes where there was none.
  if (right === undefined) return cells.toSpliced(left.index, 0, newCell(form, isHeadCell(cells[left.index])))
  const [one, other] = [cells[left.index], cells[right.index]]
  if (right.row !== index || one === undefined || other === undefined) return cells
  return cells.with(left.index, other).with(right.index, one)
}

/** Whether no cell reaches into the row from above, or out of it below. */
function isFreeRow({ slots }: Layout, at: number): boolean {
  return (slots[at] ?? []).every((slot) => slot === undefined || slot.reach === 1)
}

function isFreeColumn({ slots }: Layout, at: number): boolean {
  return slots.every((line) => line[at] === undefined || line[at].colspan === 1)
}

/** Cells of a row that stand before a column; what reaches in from above is none of them. */
function cellsBefore(line: readonly (Slot | undefined)[], row: number, column: number): number {
  const own = line.slice(0, column).filter((slot) => slot?.row === row)
  return new Set(own.map((slot) => slot?.index)).size
}

function newRow(rows: readonly Row[], cells: readonly Cell[]): Row {
  const type = rows.find(isObject)?.['_type']
  return { _type: typeof type === 'string' ? type : 'row', _key: newKey(), cells }
}

function tableForm({ block }: Table): CellForm {
  return formOf(cellsOf(rowsOf(block)))
}

function* cellsOf(rows: readonly Row[]): Iterable<Cell> {
  for (const { cells } of rows) yield* cells
}

function withRows({ block }: Table, rows: readonly Row[]): Table | null {
  return openTable({ ...block, rows })
}
