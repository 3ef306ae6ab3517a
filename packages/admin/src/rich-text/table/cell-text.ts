import { textOf } from '../model/text-of.ts'
import { newKey } from '../model/keys.ts'
import { isObject } from '../model/same.ts'
import { paragraph, type Part } from '../model/table-shape.ts'
import { isPlainBlock, plainText, withText } from '../model/with-text.ts'

/** A stored cell: importers use `content`, Markdown `value`, others `text`, or the cell is a string. */
export type Cell = string | Part

/** the properties of a cell that can have its content; the first one that has some counts */
export const contentKeys = ['content', 'value', 'text'] as const
type ContentKey = (typeof contentKeys)[number]

/** How the cells of a table store their text: in which property, and as a string or as blocks. */
export interface CellForm {
  /** the property with the text; null if the cells are only strings */
  readonly key: ContentKey | null
  readonly isString: boolean
  /** the `_type` of a cell */
  readonly type: string
}

export interface CellText {
  readonly text: string
  /** whether it contains more than a plain field can edit: it is shown and kept unchanged */
  readonly isLocked: boolean
  /** whether it has formatting or links, which a plain field does not show */
  readonly isFormatted: boolean
}

/** the texts of cells, which are immutable, so that each is read once */
const textsByCell = new WeakMap<Part, CellText>()

/** The text of a cell, and whether a plain field can edit it. */
export function readCell(cell: Cell | undefined): CellText {
  if (cell === undefined || typeof cell === 'string') return plain(cell ?? '')
  const text = textsByCell.get(cell) ?? readPart(cell)
  textsByCell.set(cell, text)
  return text
}

function readPart(cell: Part): CellText {
  const values = contentKeys.map((key) => cell[key]).filter((value) => !isNothing(value))
  const [value] = values
  // A plain field could show only one of them.
  if (values.length > 1) return locked(cell)
  if (value === undefined || typeof value === 'string') return plain(value ?? '')
  const [block] = Array.isArray(value) ? (value as unknown[]) : []
  if (!Array.isArray(value) || value.length > 1 || !isPlainBlock(block)) return locked(cell)
  const { style, listItem, children } = block as typeof block & Record<string, unknown>
  const isStyled = (style ?? 'normal') !== 'normal' || !isNothing(listItem)
  return {
    ...plain(plainText(block)),
    isFormatted: isStyled || children.some(({ marks }) => !isNothing(marks)),
  }
}

function plain(text: string): CellText {
  return { text, isLocked: false, isFormatted: false }
}

function locked(cell: Part): CellText {
  return { text: textOf(cell), isLocked: true, isFormatted: false }
}

/** Whether a property is absent or has no content. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The form for new cells: that of the first cell that has a property for its text, otherwise the form of importers. */
export function formOf(cells: Iterable<Cell>): CellForm {
  for (const cell of cells) {
    if (typeof cell === 'string') return { key: null, isString: true, type: 'cell' }
    const key = presentKey(cell)
    const type = typeof cell['_type'] === 'string' ? cell['_type'] : 'cell'
    if (key !== undefined) return { key, isString: typeof cell[key] === 'string', type }
  }
  return { key: 'content', isString: false, type: 'cell' }
}

/** An empty cell in the form of the others. */
export function newCell({ key, isString, type }: CellForm, isHeader: boolean): Cell {
  if (key === null) return ''
  return { _type: type, _key: newKey(), ...(isHeader && { isHeader: true }), [key]: isString ? '' : [] }
}

/**
 * Replaces the text of a cell, and keeps its other properties. The text is stored in the property that has the content.
 * In an empty cell, that is the first such property that the cell has, and otherwise that of the other cells (`form`).
 * If the other cells are only strings, it is `text`.
 */
export function writeCell(cell: Cell, text: string, form: CellForm): Cell {
  if (typeof cell === 'string') return text
  const usedKey = contentKeys.find((key) => !isNothing(cell[key])) ?? presentKey(cell) ?? form.key ?? 'text'
  const value = cell[usedKey]
  // A cell without a value gets a string or blocks, as the other cells have it.
  const isString = value === undefined || value === null ? form.isString : typeof value === 'string'
  return { ...cell, [usedKey]: isString ? text : contentWith(value, text) }
}

/** The first property for content that a cell has, even if it is empty. */
function presentKey(cell: Part): ContentKey | undefined {
  return contentKeys.find((key) => cell[key] !== undefined && cell[key] !== null)
}

/** Blocks with a text; the first of the former blocks keeps its formatting where the text is unchanged. */
function contentWith(value: unknown, text: string): readonly unknown[] {
  if (text === '') return []
  const [block] = Array.isArray(value) ? (value as unknown[]) : []
  return [isPlainBlock(block) ? withText(block, text) : paragraph(text)]
}

/** Converts a locked cell to plain text. */
export function asPlainText(cell: Cell, form: CellForm): Cell {
  if (typeof cell === 'string') return cell
  const lines = linesOf(contentKeys.map((key) => cell[key])).join('\n')
  const rest = Object.fromEntries(
    Object.entries(cell).filter(([key]) => !(contentKeys as readonly string[]).includes(key)),
  )
  return writeCell(rest, lines, form)
}

function linesOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(linesOf)
  if (isPlainBlock(value)) return [plainText(value)]
  // 10,000 characters instead of those of a preview, because the text replaces the content.
  const words = isObject(value) ? textOf(value, 10_000) : ''
  return words === '' ? [] : [words]
}
