import { isObject } from '../../../rich-text/model/same.ts'
import { blocksParts, isTyped, type Typed } from './block-parts.ts'
import { propertiesParts } from './data-parts.ts'
import { type Names, type Part, textParts } from './parts.ts'

type Cell = string | Readonly<Record<string, unknown>>

interface Row {
  readonly cells: readonly Cell[]
  readonly [part: string]: unknown
}

interface RowsTable extends Typed {
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

/** A table row by row, the cells side by side. */
export function tableParts(table: RowsTable, names: Names): Part[] {
  return [
    ...propertiesParts(table, names, ['_type', 'rows']),
    ...table.rows.flatMap((row) => [
      newRow,
      ...row.cells.flatMap((cell, index) => [...(index > 0 ? [nextCell] : []), ...cellParts(cell, names)]),
      ...propertiesParts(row, names, ['cells']),
    ]),
  ]
}

/** Importers have `content` in a cell, Markdown `value`, others `text`. */
const held = ['content', 'value', 'text'] as const

function cellParts(cell: Cell, names: Names): Part[] {
  if (typeof cell === 'string') return textParts(cell)
  const part = held.find((name) => cell[name] !== undefined)
  const value = part === undefined ? undefined : cell[part]
  const content = contentOf(value, names)
  const told = content === null || part === undefined ? [] : [part]
  return [...(content ?? []), ...propertiesParts(cell, names, told)]
}

function contentOf(value: unknown, names: Names): Part[] | null {
  if (typeof value === 'string') return textParts(value)
  return Array.isArray(value) && value.every(isTyped) ? blocksParts(value, names) : null
}
