import type { Token } from 'markdown-it'
import { type Block, MarkdownRefusal, newKey, tones } from './block.ts'
import { type Line, onlyPicture, readLine } from './inline-reader.ts'
import { type JsonObjects, objectInfo } from './json-objects.ts'
import { ListReader } from './list-reader.ts'
import { type Node, treeOf } from './token-tree.ts'

const callout = /^\[!(\w+)\][ \t]*(?:\n|$)/

/** Makes blocks of the tokens of a Markdown text. */
export class BlockReader {
  readonly #json: JsonObjects
  readonly #lists: ListReader

  constructor(json: JsonObjects) {
    this.#json = json
    this.#lists = new ListReader(this)
  }

  read(tokens: readonly Token[]): Block[] {
    return this.blocks(treeOf(tokens))
  }

  blocks(nodes: readonly Node[]): Block[] {
    const blocks: Block[] = []
    for (const node of nodes) blocks.push(...this.#block(node, blocks))
    return blocks
  }

  /** The text of a paragraph or heading as a block. */
  text({ children }: Node, style: string): Block {
    const [inline] = children
    return textBlock(style, inline === undefined ? { children: [], markDefs: [] } : this.#line(inline))
  }

  #line({ token }: Node): Line {
    return readLine(token, this.#json)
  }

  #block(node: Node, before: readonly Block[]): Block[] {
    const { token } = node
    switch (token.type) {
      case 'paragraph_open':
        return [this.#paragraph(node)]
      case 'heading_open':
        return [this.text(node, token.tag)]
      case 'bullet_list_open':
      case 'ordered_list_open':
        return this.#lists.blocks(node, 1, before)
      case 'blockquote_open':
        return this.#quote(node, before.at(-1))
      case 'fence':
      case 'code_block':
        return [this.#code(token)]
      case 'hr':
        return [{ _type: 'horizontal-rule', _key: newKey() }]
      case 'html_block':
        return [{ _type: 'html', _key: newKey(), html: token.content.replace(/\n+$/, '') }]
      case 'table_open':
        return [this.#table(node)]
      default:
        throw new MarkdownRefusal(`Markdown has a part that is not known here: ${token.type}`)
    }
  }

  #paragraph(node: Node): Block {
    const inline = node.children[0]?.token
    return (inline === undefined ? null : onlyPicture(inline)) ?? this.text(node, 'normal')
  }

  #code({ info, content, map }: Token): Block {
    const language = info.trim()
    const code = content.replace(/\n$/, '')
    if (language === objectInfo) return this.#json.read(code, map)
    return { _type: 'code', _key: newKey(), ...(language !== '' && { language }), code }
  }

  /** Paragraphs have the style of a quote; everything else within a quote is in a block that holds it. */
  #quote(node: Node, previous: Block | undefined): Block[] {
    const found = this.#callout(node)
    if (found !== null) return [found]
    // Directly after another quote, the same style would join the two.
    const isPlain =
      node.children.length > 0 &&
      previous?.['style'] !== 'blockquote' &&
      node.children.every((child) => child.token.type === 'paragraph_open' && !isPictureAlone(child))
    if (isPlain) return node.children.map((child) => this.text(child, 'blockquote'))
    return [{ _type: 'quote', _key: newKey(), content: this.blocks(node.children) }]
  }

  /** The callout that a quote with a marker such as `[!NOTE]` on its first line is; null for other quotes. */
  #callout({ children: [first, ...others] }: Node): Block | null {
    const inline = first?.token.type === 'paragraph_open' ? first.children[0] : undefined
    const [marker = '', name = ''] = callout.exec(inline?.token.content ?? '') ?? []
    const tone = tones.find((one) => one === name.toLowerCase())
    if (tone === undefined || first === undefined || inline === undefined) return null
    const { token } = inline
    const isAlone = token.content.length <= marker.length
    // The line with the marker is removed from the first paragraph, which is then read as any other.
    const breakAt = (token.children ?? []).findIndex(({ type }) => type.endsWith('break'))
    token.content = token.content.slice(marker.length)
    token.children = isAlone || breakAt === -1 ? [] : (token.children ?? []).slice(breakAt + 1)
    const content = this.blocks(isAlone ? others : [first, ...others])
    return {
      _type: 'callout',
      _key: newKey(),
      tone,
      // The marker has a paragraph of its own, which `block-writer.ts` writes again.
      ...(isAlone && content.length > 0 && { spread: true }),
      content,
    }
  }

  /** Markdown has no tables without a header, so a header whose cells are all empty counts as none. */
  #table(node: Node): Block {
    const [head, ...bodies] = node.children
    const heads = (head?.children ?? []).map((row) => this.#row(row))
    const rows = bodies.flatMap(({ children }) => children.map((row) => this.#row(row)))
    const alignment = (head?.children[0]?.children ?? []).map(
      ({ token }) => /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1] ?? null,
    )
    const hasHeader = heads.some(({ isEmpty }) => !isEmpty)
    return {
      _type: 'table',
      _key: newKey(),
      headerRows: hasHeader ? 1 : 0,
      ...(alignment.some((side) => side !== null) && { alignment }),
      rows: [...(hasHeader ? heads : []), ...rows].map(({ row }) => row),
    }
  }

  #row({ children }: Node): { row: Block; isEmpty: boolean } {
    const cells = children.map((cell) => ({
      _type: 'cell',
      _key: newKey(),
      value: [this.#cell(cell)],
    }))
    const isEmpty = children.every((cell) => (cell.children[0]?.token.content ?? '') === '')
    return { row: { _type: 'row', _key: newKey(), cells }, isEmpty }
  }

  #cell(cell: Node): Block {
    const inline = cell.children[0]?.token
    return (inline === undefined ? null : onlyPicture(inline)) ?? this.text(cell, 'normal')
  }
}

function isPictureAlone({ children: [inline] }: Node): boolean {
  return inline !== undefined && onlyPicture(inline.token) !== null
}

function textBlock(style: string, { children, markDefs }: Line): Block {
  return { _type: 'block', _key: newKey(), style, markDefs, children }
}
