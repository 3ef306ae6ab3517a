import type { Block, Findings } from './block.ts'
import type { TextContext } from './inline.ts'

/** limit of entries with blocks that are nested within each other, because JSON has a limit of nesting */
const maxDepth = 8

/**
 * The blocks of an entry of a list: a block with its text, which has the other blocks of the entry as its `content`,
 * followed by the entries of lists at its end, which have a deeper level. `blocks` has all blocks of the entry in
 * order; they are returned unchanged if nothing but such lists follows the text.
 */
export function entryBlocks(
  findings: Findings,
  blocks: readonly Block[],
  { listItem, level }: Pick<TextContext, 'listItem' | 'level'>,
): Block[] {
  const [first] = blocks
  if (first === undefined) return []
  // Paragraphs of an entry are blocks of its list and level; blocks of a list within it have a deeper level.
  const isText = (block: Block): boolean => block['listItem'] === listItem && block['level'] === level
  const isDeeper = ({ level: otherLevel }: Block): boolean =>
    typeof otherLevel === 'number' && otherLevel > level
  const head = isText(first) ? first : null
  const rest = head === null ? blocks : blocks.slice(1)
  // What becomes `content`: up to the last block that is no entry of a deeper list. The lists after that follow the
  // entry as they are.
  const nested = rest.slice(0, rest.findLastIndex((block) => !isDeeper(block)) + 1)
  // A bullet without any text, for example at a picture, is left out. A number is not: the next entry would count
  // wrong.
  const hasText = blocks.some((block) => isText(block) || isDeeper(block))
  const needsNoEntry = nested.length === 0 || (listItem === 'bullet' && !hasText)
  if (needsNoEntry || depthOf(nested) >= maxDepth) return [...blocks]
  const content = nested.map((block) =>
    typeof block['level'] === 'number' ? withLowerLevel(block, level) : block,
  )
  const text: Block = head ?? { ...findings.text('', 'normal'), listItem, level }
  return [{ ...text, content }, ...rest.slice(nested.length)]
}

/**
 * A block that moves into an entry: a further text of the entry becomes a paragraph, and levels of lists begin again
 * at 1.
 */
function withLowerLevel(block: Block, levels: number): Block {
  const { listItem, level, ...others } = block
  const lower = Number(level) - levels
  return lower > 0 ? { ...others, listItem, level: lower } : (others as Block)
}

/** How deeply blocks with `content` nest; 1 if none has any. */
function depthOf(blocks: readonly Block[]): number {
  const inner = blocks.map(({ content }) => (Array.isArray(content) ? depthOf(content as Block[]) : 0))
  return 1 + Math.max(0, ...inner)
}
