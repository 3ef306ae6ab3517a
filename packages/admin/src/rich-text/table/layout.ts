import { isObject } from '../model/same.ts'
import type { Part } from '../model/table-shape.ts'
import type { Block } from '../types.ts'
import type { Cell } from './cell-text.ts'

export interface Row extends Part {
  readonly cells: readonly Cell[]
}

/** A slot of the grid and the cell that covers it; a merged cell covers several. */
export interface Slot {
  /** where the cell begins */
  readonly row: number
  readonly column: number
  /** its index in the row */
  readonly index: number
  readonly rowspan: number
  readonly colspan: number
  /** the stored rowspan, which may be larger than the number of rows below; `rowspan` is not */
  readonly reach: number
}

export interface Layout {
  /** by row and column; undefined where a row has fewer cells than others */
  readonly slots: readonly (readonly (Slot | undefined)[])[]
  readonly columns: number
  readonly isMerged: boolean
}

/** A table that is being edited. */
export interface Table {
  readonly block: Block
  readonly layout: Layout
}

/** maximum number of columns */
export const mostColumns = 100
/** maximum number of cells in one table, which is also that of the importer */
export const mostCells = 20_000

/** the layouts of tables, which are immutable, so that each is computed once */
const tablesByBlock = new WeakMap<Block, Table | { readonly layout: null }>()

/** A table with its layout; null if it cannot be edited here, so that it is shown and kept unchanged. */
export function editableTable(block: Block): Table | null {
  const table = tablesByBlock.get(block) ?? read(block)
  tablesByBlock.set(block, table)
  return table.layout === null ? null : table
}

function read(block: Block): Table | { readonly layout: null } {
  const layout = isReadable(block) ? layoutOf(rowsOf(block)) : null
  return layout === null ? { layout } : { block, layout }
}

function isReadable({ rows }: Block): boolean {
  return (
    Array.isArray(rows) &&
    rows.length <= mostCells &&
    rows.every((row) => isObject(row) && Array.isArray(row['cells']) && row['cells'].every(isCell))
  )
}

function isCell(value: unknown): value is Cell {
  return typeof value === 'string' || isObject(value)
}

export function rowsOf(block: Block): readonly Row[] {
  return block['rows'] as readonly Row[]
}

/** Computes the slots of all cells, by the table model of HTML; null for a table that is too wide. */
function layoutOf(rows: readonly Row[]): Layout | null {
  const slots: (Slot | undefined)[][] = rows.map(() => [])
  let isMerged = false
  for (const [row, { cells }] of rows.entries()) {
    let column = 0
    for (const [index, cell] of cells.entries()) {
      while (slots[row]?.[column] !== undefined) column++
      const reach = spanOf(cell, 'rowspan')
      const rowspan = Math.min(reach, rows.length - row)
      const colspan = spanOf(cell, 'colspan')
      if (column + colspan > mostColumns) return null
      fill(slots, { row, column, index, rowspan, colspan, reach })
      isMerged ||= rowspan > 1 || colspan > 1
    }
  }
  return { slots, columns: slots.reduce((most, { length }) => Math.max(most, length), 0), isMerged }
}

function fill(slots: (Slot | undefined)[][], slot: Slot): void {
  for (const line of slots.slice(slot.row, slot.row + slot.rowspan))
    for (let column = slot.column; column < slot.column + slot.colspan; column++) line[column] ??= slot
}

function spanOf(cell: Cell, name: 'colspan' | 'rowspan'): number {
  const span = typeof cell === 'string' ? 1 : cell[name]
  return typeof span === 'number' && Number.isInteger(span) && span > 1 ? span : 1
}

/** The cell at a place. */
export function cellAt({ block, layout }: Table, row: number, column: number): Cell | undefined {
  const slot = layout.slots[row]?.[column]
  return slot === undefined ? undefined : rowsOf(block)[slot.row]?.cells[slot.index]
}
