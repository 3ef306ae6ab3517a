import { type Block, blocksIn, NotExpressible } from './block.ts'
import { kindOf } from './list-reader.ts'

interface Entry {
  readonly block: Block
  readonly lists: List[]
}

interface List {
  readonly kind: unknown
  readonly entries: Entry[]
}

/** signs that distinguish lists that follow each other */
const bullets = ['-', '*']
const numberEnds = ['.', ')']

/** Writes a run of list blocks. `before` is the number of lists right before it; the result has the new number. */
export function writeList(
  run: readonly Block[],
  writeText: (block: Block) => string,
  writeBlocks: (blocks: readonly Block[], separator: string) => string,
  before: number,
): { markdown: string; count: number } {
  const lists = listsOf(run)
  const write = (list: List, index: number): string => {
    const first: Block = list.entries[0]?.block ?? {}
    const isSpread = first['spread'] === true
    const start = typeof first['start'] === 'number' ? first['start'] : 1
    const entries = list.entries.map((entry, at) => {
      const marker = markerOf(list, start + at, index)
      return writeEntry(entry, marker, isSpread)
    })
    return entries.join(isSpread ? '\n\n' : '\n')
  }
  const writeEntry = ({ block, lists: inner }: Entry, marker: string, isSpread: boolean): string => {
    const { checked } = block
    const box = block['listItem'] === 'task' ? `[${checked === true ? 'x' : ' '}] ` : ''
    const separator = isSpread ? '\n\n' : '\n'
    const content = blocksIn(block['content'])
    const parts = [
      box + withEscapedBox(writeText(block), block),
      ...(content.length > 0 ? [writeBlocks(content, separator)] : []),
      ...inner.map((list, at) => write(list, at)),
    ]
    // An entry without text begins with its content.
    const body = parts.filter((part, at) => at > 0 || part !== '').join(separator)
    const indent = ' '.repeat(marker.length + 1)
    // Empty lines are not indented.
    return `${marker} ${body.replaceAll(/\n(?=[^\n])/g, `\n${indent}`)}`.trimEnd()
  }
  return {
    markdown: lists.map((list, index) => write(list, before + index)).join('\n\n'),
    count: before + lists.length,
  }
}

/** Escapes a text that looks like a checkbox in an entry without one. */
function withEscapedBox(text: string, { listItem }: Block): string {
  return listItem === 'bullet' ? text.replace(/^\[(?=[ xX]\][ \t])/, String.raw`\[`) : text
}

function markerOf({ kind }: List, number: number, index: number): string {
  if (kind === 'bullet') return bullets[index % 2] ?? '-'
  return `${number}${numberEnds[index % 2] ?? '.'}`
}

/** The lists of a run of flat blocks. Throws NotExpressible unless levels begin at 1 and rise by one. */
function listsOf(run: readonly Block[]): List[] {
  const top: List[] = []
  /** the lists of each level, those of level 1 first */
  const openLists: List[][] = [top]
  for (const block of run) {
    const level = typeof block['level'] === 'number' ? block['level'] : 1
    const kind = kindOf(block)
    if (kind !== 'bullet' && kind !== 'number') throw new NotExpressible()
    // A block ends the lists of deeper levels.
    openLists.splice(level)
    const lists = openLists[level - 1]
    if (lists === undefined) throw new NotExpressible()
    const last = lists.at(-1)
    const begins = last === undefined || last.kind !== kind || block['start'] !== undefined
    const list: List = begins ? { kind, entries: [] } : last
    if (begins) lists.push(list)
    const entry: Entry = { block, lists: [] }
    list.entries.push(entry)
    openLists[level] = entry.lists
  }
  return top
}
