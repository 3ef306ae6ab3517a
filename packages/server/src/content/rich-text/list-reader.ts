import { type Block, newKey } from './block.ts'
import type { Node } from './token-tree.ts'

const task = /^\[([ xX])\][ \t]/

/** Reads the content of list entries. */
interface EntryReader {
  blocks(nodes: readonly Node[]): Block[]
  text(node: Node, style: string): Block
}

/**
 * Converts a list to flat blocks. Further content of an entry is in `content`; lists at its end are blocks of a deeper
 * level.
 */
export class ListReader {
  readonly #entries: EntryReader

  constructor(entries: EntryReader) {
    this.#entries = entries
  }

  /** `before` are the blocks that the list comes after. */
  blocks(list: Node, level: number, before: readonly Block[]): Block[] {
    const isNumbered = list.token.type === 'ordered_list_open'
    const listItem = isNumbered ? 'number' : 'bullet'
    const start = Number(list.token.attrGet('start') ?? 1)
    // Two adjacent lists of one kind would become one list, so the second stores that it begins.
    const follows = kindBefore(before, level) === listItem
    // The parser hides the paragraphs of entries that no blank line separates.
    const isSpread = list.children.some(({ children }) =>
      children.some(({ token }) => token.type === 'paragraph_open' && !token.hidden),
    )
    return list.children.flatMap((entry, index) => {
      const [first, ...others] = this.#entry(entry, level, listItem)
      const beginning =
        index === 0 ? { ...((start !== 1 || follows) && { start }), ...(isSpread && { spread: true }) } : {}
      return [{ ...first, ...beginning }, ...others]
    })
  }

  #entry({ children }: Node, level: number, listItem: string): Block[] {
    const [first, ...others] = children
    const text = first === undefined ? undefined : this.#textOf(first, listItem)
    const rest = text === undefined ? children : others
    const contentEnd = rest.length - listsAtEnd(rest)
    const content = this.#entries.blocks(rest.slice(0, contentEnd))
    const block: Block = {
      ...(text ?? emptyText()),
      // A text with a checkbox has its kind, `task`, already.
      ...(text?.['checked'] === undefined && { listItem }),
      level,
      ...(content.length > 0 && { content }),
    }
    const blocks = [block]
    for (const list of rest.slice(contentEnd)) {
      blocks.push(...this.blocks(list, level + 1, blocks))
    }
    return blocks
  }

  /** The text that an entry begins with; undefined if it begins with something else. */
  #textOf(first: Node, listItem: string): Block | undefined {
    const { token, children } = first
    if (token.type === 'heading_open') return this.#entries.text(first, token.tag)
    if (token.type === 'blockquote_open') {
      const [paragraph] = children
      const isPlain = children.length === 1 && paragraph?.token.type === 'paragraph_open'
      return isPlain ? this.#entries.text(paragraph, 'blockquote') : undefined
    }
    if (token.type !== 'paragraph_open') return undefined
    const checked = listItem === 'bullet' ? takeCheckbox(first) : undefined
    const text = this.#entries.text(first, 'normal')
    return checked === undefined ? text : { ...text, listItem: 'task', checked }
  }
}

/**
 * Removes the checkbox at the beginning of a text; returns whether it is checked, or undefined if there is none. The
 * parser gives an escaped bracket as a token of another type than `text`.
 */
function takeCheckbox({ children: [inline] }: Node): boolean | undefined {
  const [box, mark] = task.exec(inline?.token.content ?? '') ?? []
  const text = inline?.token.children?.[0]
  if (box === undefined || text?.type !== 'text') return undefined
  text.content = text.content.slice(box.length)
  return mark !== ' '
}

/** How many lists the nodes end with. */
function listsAtEnd(nodes: readonly Node[]): number {
  const last = nodes.findLastIndex(({ token }) => !token.type.endsWith('_list_open'))
  return nodes.length - 1 - last
}

/**
 * The kind of the list of a level that the blocks end with; undefined if they end with none. Deeper lists in its last
 * entry belong to it.
 */
function kindBefore(blocks: readonly Block[], level: number): unknown {
  const last = blocks.findLast(
    ({ level: otherLevel }) => typeof otherLevel !== 'number' || otherLevel <= level,
  )
  return last?.['level'] === level ? kindOf(last) : undefined
}

/** Entries with and without a checkbox can be in one list. */
export function kindOf({ listItem }: Block): unknown {
  return listItem === 'task' ? 'bullet' : listItem
}

function emptyText(): Block {
  const children = [{ _type: 'span', _key: newKey(), text: '', marks: [] }]
  return { _type: 'block', _key: newKey(), style: 'normal', markDefs: [], children }
}
