import type { Block, Findings } from './block.ts'
import { captionWithin, type ReadBlocks } from './captions.ts'
import { alignPart } from './elements.ts'
import { attribute, type Element, findTag, isElement, type Node } from './html.ts'
import { captionParts } from './media-blocks.ts'

/** limit of cells in one table, because each becomes blocks; texts between cells count too */
const maxCells = 20_000

/** A table with its caption; null without rows or over the limit of cells. */
export function captionedTable(findings: Findings, table: Element, read: ReadBlocks): Block | null {
  const block = tableBlock(findings, table, read)
  const caption = findTag(table.childNodes, 'caption')
  return block === null || caption === null
    ? block
    : Object.assign(block, captionParts(captionWithin(caption.childNodes, read)))
}

/** The table without its caption; null without rows or over the limit of cells. */
function tableBlock(findings: Findings, table: Element, read: ReadBlocks): Block | null {
  const rows = rowsOf(table.childNodes, false)
  const cells = rows.reduce((count, { row }) => count + row.childNodes.length, 0)
  if (rows.length === 0 || cells > maxCells) return null
  return findings.block('table', {
    rows: rows.map(({ row, isHead }) => ({
      _type: 'row',
      _key: findings.key(),
      cells: row.childNodes.filter(isElement).map((cell) => ({
        _type: 'cell',
        _key: findings.key(),
        ...((isHead || cell.tagName === 'th') && { isHeader: true }),
        ...spanPart('colspan', cell),
        ...spanPart('rowspan', cell),
        content: aligned(cell, read(cell.childNodes)),
      })),
    })),
  })
}

/** The paragraphs of a cell get its alignment, unless they have their own. */
function aligned(cell: Element, blocks: Block[]): Block[] {
  const align = alignPart(cell)
  return blocks.map((block) =>
    block._type === 'block' ? Object.assign(block, { ...align, ...block }) : block,
  )
}

/** The rows among nodes, directly or in the parts of a table; not those of tables in cells. */
function rowsOf(nodes: readonly Node[], isHead: boolean): { row: Element; isHead: boolean }[] {
  return nodes.filter(isElement).flatMap((element) => {
    if (element.tagName === 'tr') return [{ row: element, isHead }]
    return ['thead', 'tbody', 'tfoot'].includes(element.tagName)
      ? rowsOf(element.childNodes, element.tagName === 'thead')
      : []
  })
}

/** How many columns or rows a cell spans, if more than one; HTML allows 1000 columns. */
function spanPart(name: string, cell: Element): Record<string, number> {
  const count = Number(attribute(cell, name))
  return Number.isInteger(count) && count > 1 && count <= 1000 ? { [name]: count } : {}
}
