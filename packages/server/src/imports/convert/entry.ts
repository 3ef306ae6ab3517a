import type { Block, Findings } from './block.ts'
import type { TextContext } from './inline.ts'

/** limit of entries with blocks that are nested within each other, because JSON has a limit of nesting */
const maxDepth = 8

/**
 * Gives an entry of a list one block, which has its text (empty if the entry begins with another block). What follows
 * the text becomes the `content` of this block, but lists at the end of the entry follow the block instead, with their
 * deeper level. `blocks` has all blocks of the entry in order. For
 * `<li>One<pre>x</pre>two<ul><li>deeper</li></ul></li>` these are:
 *
 *     text "One" (level 1), code "x", text "two" (level 1), text "deeper" (level 2)
 *
 * The result, in which "two" has become a plain paragraph:
 *
 *     text "One" (level 1, content: code "x", text "two"), text "deeper" (level 2)
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
  // What becomes `content`: all up to the last block that is no entry of a deeper list.
  const nested = rest.slice(0, rest.findLastIndex((block) => !isDeeper(block)) + 1)
  const hasText = blocks.some((block) => isText(block) || isDeeper(block))
  // The blocks stay as they are if none of them becomes `content`, as with a text alone or before a deeper list. So do
  // those of a bullet without any text, for example a picture alone: it becomes a picture without a bullet. A number
  // without text keeps its entry, with an empty text, because the next entry would otherwise get its number.
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
