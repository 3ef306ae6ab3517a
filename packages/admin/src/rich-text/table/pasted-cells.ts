import { readCell } from './cell-text.ts'
import { insertColumn } from './column-edits.ts'
import { type Place, writeAt } from './edits.ts'
import { cellAt, type Table } from './layout.ts'
import { insertRow } from './row-edits.ts'

/** maximum number of pasted rows */
const mostRows = 1000

/** Parses the text that a spreadsheet copies: cells separated by tabs, rows by line ends. Null for other text. */
export function pastedCells(text: string): string[][] | null {
  if (!text.includes('\t')) return null
  // A cell is plain, or quoted if it contains a tab, a line end or a quote, which is doubled: "2 "" wide".
  const matches = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/g)
  const cells: string[][] = [[]]
  for (const [, quoted, plain = '', end = ''] of matches) {
    cells.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    // The end of the text. The pattern would match once more there, without a character.
    if (end === '') break
    if (end === '\n') cells.push([])
  }
  return cells.slice(0, mostRows)
}

/** Writes cells from a position on; adds rows and columns up to the limits. */
export function spreadAt(table: Table, { row, column }: Place, cells: readonly (readonly string[])[]): Table {
  const width = Math.max(...cells.map(({ length }) => length))
  let next = grownTo(table, row + cells.length, column + width)
  for (const [rowOffset, line] of cells.entries())
    for (const [columnOffset, text] of line.entries())
      next = putText(next, { row: row + rowOffset, column: column + columnOffset }, text)
  return next
}

/** The table with at least some numbers of rows and columns, or as many as the limits allow. */
function grownTo(table: Table, rows: number, columns: number): Table {
  const { slots, columns: currentColumns } = table.layout
  const addRow = slots.length < rows ? insertRow(slots.length)(table) : null
  const add = addRow ?? (currentColumns < columns ? insertColumn(currentColumns)(table) : null)
  const larger = add?.() ?? table
  return larger === table ? table : grownTo(larger, rows, columns)
}

/** Writes a text into a cell, unless the cell is merged into another one, outside of the table, or locked. */
function putText(table: Table, place: Place, text: string): Table {
  const { slots, columns } = table.layout
  const slot = slots[place.row]?.[place.column]
  const isCovered = slot !== undefined && (slot.row !== place.row || slot.column !== place.column)
  const isOutside = place.row >= slots.length || place.column >= columns
  const isLocked = readCell(cellAt(table, place.row, place.column)).isLocked
  return isCovered || isOutside || isLocked ? table : writeAt(table, place, text)
}
