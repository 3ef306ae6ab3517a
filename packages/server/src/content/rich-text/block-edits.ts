import { type Block, newKey } from './block.ts'
import { sectionOf } from './sections.ts'
import { EditRefusal, replaceInBlocks } from './text-edits.ts'

/** One edit of blocks; exactly one of `find`, `block`, `after` and `section` is there. */
export interface BlockEdit {
  /** the text that `replace` replaces, with `all` in all places */
  readonly find?: string | undefined
  readonly replace?: string | undefined
  readonly all?: boolean | undefined
  /** the key of the block that the content replaces */
  readonly block?: string | undefined
  /** the key of the block that the content follows; empty for the beginning of the text */
  readonly after?: string | undefined
  /**
   * the key or the text of a heading: the content replaces what is below it, up to the next heading of its level or
   * above
   */
  readonly section?: string | undefined
  readonly content?: readonly Block[] | undefined
}

/** The blocks after an edit. Those that it does not change are the same objects. */
export function editedBlocks(blocks: readonly Block[], edit: BlockEdit): Block[] {
  const { find, replace = '', all = false, block, after, section, content = [] } = edit
  if (find !== undefined) return replaceInBlocks(blocks, { find, replace, all })
  if (block !== undefined) {
    const at = indexOf(blocks, block)
    return spliced(blocks, { start: at, end: at + 1 }, withFirstKey(content, block))
  }
  if (section !== undefined) {
    const { start, end } = sectionOf(blocks, section)
    return spliced(blocks, { start: start + 1, end }, content)
  }
  const at = after === undefined || after === '' ? 0 : indexOf(blocks, after) + 1
  return spliced(blocks, { start: at, end: at }, content)
}

function indexOf(blocks: readonly Block[], key: string): number {
  const at = blocks.findIndex(({ _key }) => _key === key)
  if (at !== -1) return at
  throw new EditRefusal(
    `there is no block with the key "${key.slice(0, 100)}" at the top level of the text; content_get has the keys`,
  )
}

/** The replacement of a block keeps its key, so that references to the block stay valid. */
function withFirstKey([first, ...others]: readonly Block[], key: string): Block[] {
  return first === undefined ? [] : [{ ...first, _key: key }, ...others]
}

function spliced(
  blocks: readonly Block[],
  { start, end }: { start: number; end: number },
  content: readonly Block[],
): Block[] {
  const before = blocks.slice(0, start)
  const after = blocks.slice(end)
  const taken = new Set([...before, ...after].map(({ _key }) => _key))
  const given = content.map((block) => {
    const isFree = typeof block['_key'] === 'string' && !taken.has(block['_key'])
    const keyed = isFree ? block : { ...block, _key: newKey() }
    taken.add(keyed['_key'])
    return keyed
  })
  return [...before, ...given, ...after]
}
