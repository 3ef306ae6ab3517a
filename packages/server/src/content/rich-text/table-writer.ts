import { type Block, blocksIn, NotExpressible } from './block.ts'
import { isText, writeLine, writePicture } from './inline-writer.ts'

const rules = new Map<unknown, string>([
  ['left', ':---'],
  ['center', ':---:'],
  ['right', '---:'],
])

/** Writes a table with one header row or none, whose cells have one line each. */
export function writeTable(block: Block): string {
  const { headerRows, alignment } = block
  const rows = blocksIn(block['rows']).map(({ cells }) => blocksIn(cells).map(cell))
  if (headerRows !== 0 && headerRows !== 1) throw new NotExpressible()
  const width = Math.max(...rows.map(({ length }) => length), 1)
  const sides: readonly unknown[] = Array.isArray(alignment) ? alignment : []
  // In Markdown every table has a header row, so an empty one stands for none.
  const header = headerRows === 1 ? (rows.shift() ?? []) : Array.from({ length: width }, () => '')
  const rule = Array.from({ length: width }, (_, index) => rules.get(sides[index]) ?? '---')
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function cell({ value }: Block): string {
  const [first, ...others] = blocksIn(value)
  if (first === undefined || others.length > 0) throw new NotExpressible()
  if (isText(first)) return writeLine(first, { isInTable: true })
  if (first['_type'] !== 'image') throw new NotExpressible()
  return writePicture(first).replaceAll('|', String.raw`\|`)
}
