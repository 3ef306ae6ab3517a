import { isObject } from '../../../rich-text/model/same.ts'
import { propertiesParts } from './data-parts.ts'
import { isTyped, type Typed, type Reader, type Part, textParts } from './parts.ts'

type Cell = string | Readonly<Record<string, unknown>>

interface Row {
  readonly cells: readonly Cell[]
  readonly [part: string]: unknown
}

/** A table whose value has rows with cells. A block of the type `table` with another value is no such table. */
export interface RowsTable extends Typed {
  readonly rows: readonly Row[]
}

export function isRowsTable(block: Typed): block is RowsTable {
  const { _type, rows } = block
  return _type === 'table' && Array.isArray(rows) && rows.every(isRow)
}

function isRow(row: unknown): row is Row {
  return (
    isObject(row) &&
    Array.isArray(row['cells']) &&
    row['cells'].every((cell) => typeof cell === 'string' || isObject(cell))
  )
}

const newRow: Part = { kind: 'text', key: '\0row', text: '\n' }
const nextCell: Part = { kind: 'text', key: '\0cell', text: ' │ ' }

/** The readable parts of a table: one line for each row, with its cells side by side. */
export function tableParts(table: RowsTable, reader: Reader): Part[] {
  return [
    ...propertiesParts(table, reader, ['_type', 'rows']),
    ...table.rows.flatMap((row) => [
      newRow,
      ...row.cells.flatMap((cell, index) => [...(index > 0 ? [nextCell] : []), ...cellParts(cell, reader)]),
      ...propertiesParts(row, reader, ['cells']),
    ]),
  ]
}

/** The properties that can hold the content of a cell: importers write `content`, Markdown `value`, others `text`. */
const contentNames = ['content', 'value', 'text'] as const

/** The content of a cell, and its other properties. */
export function cellParts(cell: Cell, reader: Reader): Part[] {
  if (typeof cell === 'string') return textParts(cell)
  const name = contentNames.find((candidate) => cell[candidate] !== undefined)
  const content = name === undefined ? null : contentOf(cell[name], reader)
  const readNames = content === null || name === undefined ? [] : [name]
  return [...(content ?? []), ...propertiesParts(cell, reader, readNames)]
}

/** The parts of a text or of blocks; null for any other value, which is then read as a property. */
function contentOf(value: unknown, reader: Reader): Part[] | null {
  if (typeof value === 'string') return textParts(value)
  return Array.isArray(value) && value.every(isTyped) ? reader.blocks(value) : null
}
