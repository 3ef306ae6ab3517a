import { cellsBefore } from './column-edits.ts'
import { type Cell, contentKeys, isNothing, newCell, readCell, writeCell } from './cell-text.ts'
import { type Edit, type Place, tableForm, withRows } from './edits.ts'
import { headRowsOf, isHeadCell } from './head.ts'
import { cellAt, type Row, rowsOf, type Slot, type Table } from './layout.ts'

export type Side = 'right' | 'below'

/** Merges a cell with its neighbour, which must begin and end where the cell does. */
export const mergeCell =
  (place: Place, side: Side): Edit =>
  (table) => {
    const slot = slotAt(table, place)
    const other = slot === undefined ? undefined : neighbourOf(table, slot, side)
    const [cell, next] = [cellOf(table, slot), cellOf(table, other)]
    // A cell that is only a text has no place for its span.
    if (slot === undefined || other === undefined || !isCellObject(cell) || !isCellObject(next)) return null
    // A stored rowspan that reaches beyond the last row would be shortened by the merge.
    if (slot.reach > slot.rowspan || other.reach > other.rowspan) return null
    const content = joinCells(cell, next, table)
    if (content === null) return null
    return () => {
      const mergedCell = withSpans(content, {
        colspan: slot.colspan + (side === 'right' ? other.colspan : 0),
        rowspan: slot.rowspan + (side === 'below' ? other.rowspan : 0),
      })
      const rows = rowsOf(table.block).map((row, index) => {
        const cells = row.cells.flatMap((rowCell, at) => {
          if (index === slot.row && at === slot.index) return [mergedCell]
          return index === other.row && at === other.index ? [] : [rowCell]
        })
        return cells.length === row.cells.length && index !== slot.row ? row : { ...row, cells }
      })
      return withRows(table, rows)
    }
  }

/** Splits a merged cell into the cells that it covers; its content stays in the first one. */
export const splitCell =
  (place: Place): Edit =>
  (table) => {
    const slot = slotAt(table, place)
    const cell = cellOf(table, slot)
    if (slot === undefined || !isCellObject(cell) || (slot.colspan === 1 && slot.rowspan === 1)) return null
    return () => {
      const form = tableForm(table)
      const newCells = (count: number): Cell[] =>
        Array.from({ length: count }, () => newCell(form, isHeadCell(cell)))
      const rows = rowsOf(table.block).map((row, index): Row => {
        if (index < slot.row || index >= slot.row + slot.rowspan) return row
        if (index === slot.row) {
          const replacements = [withSpans(cell, { colspan: 1, rowspan: 1 }), ...newCells(slot.colspan - 1)]
          return { ...row, cells: row.cells.toSpliced(slot.index, 1, ...replacements) }
        }
        const at = cellsBefore(table.layout.slots[index] ?? [], index, slot.column)
        return { ...row, cells: row.cells.toSpliced(at, 0, ...newCells(slot.colspan)) }
      })
      return withRows(table, rows)
    }
  }

function slotAt({ layout }: Table, { row, column }: Place): Slot | undefined {
  return layout.slots[row]?.[column]
}

function cellOf(table: Table, slot: Slot | undefined): Cell | undefined {
  return slot === undefined ? undefined : cellAt(table, slot.row, slot.column)
}

/** A cell that is more than a text, so that it can have a span. */
type CellObject = Exclude<Cell, string>

function isCellObject(cell: Cell | undefined): cell is CellObject {
  return typeof cell === 'object'
}

/**
 * The next cell, to the right or below, if it has the same height or width. A header row is not merged with other rows.
 */
function neighbourOf(table: Table, slot: Slot, side: Side): Slot | undefined {
  const row = side === 'below' ? slot.row + slot.rowspan : slot.row
  const column = side === 'right' ? slot.column + slot.colspan : slot.column
  const other = table.layout.slots[row]?.[column]
  if (other === undefined || other.row !== row || other.column !== column) return undefined
  if (side === 'right') return other.rowspan === slot.rowspan ? other : undefined
  const heads = headRowsOf(table)
  // Both rows have to be header rows, or neither.
  return other.colspan === slot.colspan && slot.row < heads === row < heads ? other : undefined
}

/** The first cell with the content of both; plain texts become lines of one text. Null if that would lose content. */
function joinCells(one: CellObject, other: CellObject, table: Table): CellObject | null {
  const [text, further] = [readCell(one), readCell(other)]
  const [key, otherKey] = [contentKeyOf(one), contentKeyOf(other)]
  if (isEmpty(further)) return one
  if (isEmpty(text)) return { ...without(one, contentKeys), [otherKey]: other[otherKey] }
  const isPlain = [text, further].every(({ isLocked, isFormatted }) => !isLocked && !isFormatted)
  if (isPlain) return writeCell(one, `${text.text}\n${further.text}`, tableForm(table)) as CellObject
  // Other contents can only be joined as lists of blocks, and only if each cell has no second content.
  const contents = [one[key], other[otherKey]]
  const isLossless =
    contents.every((content) => Array.isArray(content)) &&
    !hasSeveralContents(one) &&
    !hasSeveralContents(other)
  return isLossless ? { ...one, [key]: contents.flat() } : null
}

function isEmpty({ text, isLocked }: ReturnType<typeof readCell>): boolean {
  return text === '' && !isLocked
}

/** The property with the content of a cell; in an empty cell, the one that it has, otherwise that of importers. */
function contentKeyOf(cell: CellObject): string {
  return (
    contentKeys.find((key) => !isNothing(cell[key])) ?? contentKeys.find((key) => key in cell) ?? 'content'
  )
}

/** Whether a cell has content in several properties. */
function hasSeveralContents(cell: CellObject): boolean {
  return contentKeys.filter((key) => !isNothing(cell[key])).length > 1
}

function without(cell: CellObject, keys: readonly string[]): CellObject {
  return Object.fromEntries(Object.entries(cell).filter(([key]) => !keys.includes(key)))
}

/** A cell with other spans. A span of 1 is not stored. The content is the last property, as importers write it. */
function withSpans(cell: CellObject, { colspan, rowspan }: { colspan: number; rowspan: number }): CellObject {
  const key = contentKeyOf(cell)
  return {
    ...without(cell, ['colspan', 'rowspan', key]),
    ...(colspan > 1 && { colspan }),
    ...(rowspan > 1 && { rowspan }),
    ...(key in cell && { [key]: cell[key] }),
  }
}
