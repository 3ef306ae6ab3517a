import type { Cell } from './cell-text.ts'
import { type Row, rowsOf, type Table } from './layout.ts'

/** The number of header rows: Markdown stores the number, importers mark each cell. */
export function headRowsOf({ block }: Table): number {
  const { headerRows } = block
  const rows = rowsOf(block)
  if (typeof headerRows === 'number') return Math.max(0, Math.min(headerRows, rows.length))
  const first = rows.findIndex(({ cells }) => cells.length === 0 || !cells.every(isHeadCell))
  return first < 0 ? rows.length : first
}

export function isHeadCell(cell: Cell | undefined): boolean {
  return typeof cell === 'object' && cell['isHeader'] === true
}

/**
 * Turns the first row into a header row, or back. A table with a stored number of header rows keeps this form; so does
 * one with cells that are only texts, because these cannot be marked.
 */
export function setHead({ block, layout }: Table, isHead: boolean): Table {
  const [first, ...others] = rowsOf(block)
  if (first === undefined) return { block, layout }
  const storesCount =
    typeof block['headerRows'] === 'number' || first.cells.some((cell) => typeof cell === 'string')
  const cells = first.cells.map((cell) => withHead(cell, isHead && !storesCount))
  const rows = [{ ...first, cells }, ...others]
  return { block: { ...block, ...(storesCount && { headerRows: isHead ? 1 : 0 }), rows }, layout }
}

/** Whether the first cell of every row below the header rows is a header cell. */
export function hasHeadColumn(table: Table): boolean {
  const heads = headRowsOf(table)
  const rows = rowsOf(table.block)
  // A row that a merged cell from above covers at the beginning has no first cell of its own.
  const isHead = ({ cells }: Row, row: number): boolean =>
    table.layout.slots[row]?.[0]?.row !== row || isHeadCell(cells[0])
  return (
    rows.length > heads &&
    table.layout.columns > 1 &&
    rows.slice(heads).every((row, at) => isHead(row, heads + at))
  )
}

/** Turns the cells of the first column into header cells, or back. Cells of header rows stay what they are. */
export function setHeadColumn({ block, layout }: Table, isHead: boolean): Table {
  const heads = headRowsOf({ block, layout })
  const rows = rowsOf(block).map((row, index) => {
    const [first, ...others] = row.cells
    if (index < heads || first === undefined || layout.slots[index]?.[0]?.row !== index) return row
    return { ...row, cells: [withHead(first, isHead), ...others] }
  })
  return { block: { ...block, rows }, layout }
}

/** Whether the first column can have header cells: every cell must be an object, because a text cannot be marked. */
export function canHaveHeadColumn({ block, layout }: Table): boolean {
  return (
    layout.columns > 1 && rowsOf(block).every(({ cells }) => cells.every((cell) => typeof cell !== 'string'))
  )
}

function withHead(cell: Cell, isHead: boolean): Cell {
  if (typeof cell === 'string') return cell
  const { isHeader: _, ...rest } = cell
  if (!isHead) return rest
  // The order of the properties is that of importers (`cellPart`).
  const { _type, _key, ...parts } = rest
  return {
    ...(_type !== undefined && { _type }),
    ...(_key !== undefined && { _key }),
    isHeader: true,
    ...parts,
  }
}
