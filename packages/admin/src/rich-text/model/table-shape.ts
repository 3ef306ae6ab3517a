import type { Block } from '../types.ts'
import { newKey } from './keys.ts'

/** A row or a cell as it is stored. */
export type Part = Readonly<Record<string, unknown>>

/** The optional properties of a cell. */
export interface CellLook {
  readonly isHeader?: boolean
  readonly colspan?: number
  readonly rowspan?: number
}

/**
 * The table format of importers (docs/import.md). All tables created in this editor use it, so that sites render one
 * format.
 */
export function tableBlock(rows: readonly (readonly Part[])[], caption = ''): Block {
  return { _type: 'table', rows: rows.map(rowPart), ...(caption !== '' && { caption }) }
}

/** A new row with these cells. */
export function rowPart(cells: readonly Part[]): Part {
  return { _type: 'row', _key: newKey(), cells }
}

/** A new cell with this content. Properties with their usual value are not stored. */
export function cellPart(
  content: readonly Block[],
  { isHeader, colspan = 1, rowspan = 1 }: CellLook = {},
): Part {
  return {
    _type: 'cell',
    _key: newKey(),
    ...(isHeader === true && { isHeader: true }),
    ...(colspan > 1 && { colspan }),
    ...(rowspan > 1 && { rowspan }),
    content,
  }
}

/** A paragraph in the format of importers. */
export function paragraph(text: string): Block {
  return {
    _type: 'block',
    _key: newKey(),
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: newKey(), text, marks: [] }],
  }
}

/** An empty table with a header row. */
export function newTable(rows: number, columns: number): Block {
  const rowOf = (isHeader: boolean): Part[] =>
    Array.from({ length: columns }, () => cellPart([], { isHeader }))
  return tableBlock(Array.from({ length: rows }, (_, index) => rowOf(index === 0)))
}
