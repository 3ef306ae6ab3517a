import type { Cell } from './cell-text.ts'
import { rowsOf, type Table } from './layout.ts'

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

/** Turns the first row into a header row, or back, in the way that the table stores it. */
export function setHead({ block, layout }: Table, isHead: boolean): Table {
  const [first, ...others] = rowsOf(block)
  if (first === undefined) return { block, layout }
  const isCounted =
    typeof block['headerRows'] === 'number' || first.cells.some((cell) => typeof cell === 'string')
  const cells = first.cells.map((cell) => withHead(cell, isHead && !isCounted))
  const rows = [{ ...first, cells }, ...others]
  return { block: { ...block, ...(isCounted && { headerRows: isHead ? 1 : 0 }), rows }, layout }
}

function withHead(cell: Cell, isHead: boolean): Cell {
  if (typeof cell === 'string') return cell
  const { isHeader: _, ...rest } = cell
  if (!isHead) return rest
  const { _type, _key, ...parts } = rest
  return {
    ...(_type !== undefined && { _type }),
    ...(_key !== undefined && { _key }),
    isHeader: true,
    ...parts,
  }
}
