import type { Block, Findings } from './block.ts'
import type { TextContext } from './inline.ts'

/** limit of entries that hold blocks within each other; JSON has a limit of nesting */
const maxDepth = 8

/**
 * The blocks of an entry of a list: its text, which holds the other blocks of the entry, and the entries of lists at its
 * end, which are of a deeper level. `made` are all of them in order.
 */
export function entryBlocks(
  findings: Findings,
  made: readonly Block[],
  { listItem, level }: Pick<TextContext, 'listItem' | 'level'>,
): Block[] {
  const [first] = made
  if (first === undefined) return []
  const isText = (block: Block): boolean => block['listItem'] === listItem && block['level'] === level
  const isDeeper = ({ level: own }: Block): boolean => typeof own === 'number' && own > level
  const head = isText(first) ? first : null
  const rest = head === null ? made : made.slice(1)
  const held = rest.slice(0, rest.findLastIndex((block) => !isDeeper(block)) + 1)
  // Entries with nothing but pictures are pictures, not texts; numbers count them.
  const isPictures = listItem === 'bullet' && !made.some((block) => isText(block) || isDeeper(block))
  if (held.length === 0 || isPictures || depthOf(held) >= maxDepth) return [...made]
  const content = held.map((block) => (typeof block['level'] === 'number' ? raised(block, level) : block))
  const text = head ?? emptyEntry(findings, { listItem, level })
  return [{ ...text, content }, ...rest.slice(held.length)]
}

function emptyEntry(findings: Findings, { listItem, level }: Pick<TextContext, 'listItem' | 'level'>): Block {
  const { _type, _key, ...text } = findings.text('', 'normal')
  return { _type, _key, ...text, listItem, level }
}

/** A further text of the entry is a paragraph in it, and its lists begin again. */
function raised(block: Block, by: number): Block {
  const { listItem, level, ...others } = block
  const left = Number(level) - by
  return left > 0 ? { ...others, listItem, level: left } : (others as Block)
}

function depthOf(blocks: readonly Block[]): number {
  const inner = blocks.map(({ content }) => (Array.isArray(content) ? depthOf(content as Block[]) : 0))
  return 1 + Math.max(0, ...inner)
}
