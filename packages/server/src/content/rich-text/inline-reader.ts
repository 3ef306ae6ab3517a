import type { Token } from 'markdown-it'
import { type Block, newKey, type Span } from './block.ts'
import { keepsLines } from './footnotes.ts'
import { objectInfo, type JsonObjects } from './json-objects.ts'

export interface Line {
  readonly children: readonly Block[]
  readonly markDefs: readonly Block[]
}

const decorators = new Map([
  ['strong', 'strong'],
  ['em', 'em'],
  ['s', 'strike-through'],
])

const paired = /^(strong|em|s)_(open|close)$/

/** Reads the text of a paragraph, a heading or a cell. */
export function readLine(token: Token, json: JsonObjects): Line {
  // A line break in the source is a space, except where the lines mean something to other readers of Markdown.
  const reader = new LineReader(keepsLines(token.content) ? '\n' : ' ', token.map, json)
  for (const child of token.children ?? []) reader.read(child)
  return reader.line
}

/** The picture of a paragraph or cell that has nothing else, with its link; null if there is other content. */
export function onlyPicture({ children }: Token): Block | null {
  const parts = children ?? []
  const [first, image] = parts
  if (parts.length === 1 && first?.type === 'image') return pictureOf(first, undefined)
  const isLinked = parts.length === 3 && first?.type === 'link_open' && image?.type === 'image'
  return isLinked ? pictureOf(image, first) : null
}

function pictureOf(image: Token, link: Token | undefined): Block {
  const title = image.attrGet('title')
  const linkTitle = link?.attrGet('title') ?? null
  return {
    _type: 'image',
    _key: newKey(),
    src: image.attrGet('src') ?? '',
    alt: plainText(image.children ?? []),
    ...(title !== null && { title }),
    ...(link !== undefined && { link: link.attrGet('href') ?? '' }),
    ...(linkTitle !== null && { linkTitle }),
  }
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak'
        ? '\n'
        : type === 'image'
          ? plainText(children ?? [])
          : content,
    )
    .join('')
}

class LineReader {
  readonly #children: Block[] = []
  readonly #markDefs: Block[] = []
  readonly #softBreak: string
  readonly #map: Token['map']
  readonly #json: JsonObjects
  /** open marks, the outermost first; Markdown can nest an emphasis in itself, which opens its mark twice */
  readonly #marks: string[] = []
  #link: Token | undefined

  constructor(softBreak: string, map: Token['map'], json: JsonObjects) {
    this.#softBreak = softBreak
    this.#map = map
    this.#json = json
  }

  get line(): Line {
    const children = this.#children.length === 0 ? [spanOf('', [])] : this.#children
    return { children, markDefs: this.#markDefs }
  }

  read(token: Token): void {
    const [, kind = '', side] = paired.exec(token.type) ?? []
    const decorator = decorators.get(kind)
    if (decorator !== undefined) {
      if (side === 'open') this.#marks.push(decorator)
      else this.#marks.splice(this.#marks.lastIndexOf(decorator), 1)
      return
    }
    switch (token.type) {
      case 'softbreak':
        return this.#addText(this.#softBreak)
      case 'hardbreak':
        return this.#addText('\n')
      case 'code_inline':
        return this.#code(token)
      case 'link_open':
        return this.#openLink(token)
      case 'link_close':
        return this.#closeLink()
      case 'image':
        return void this.#children.push(pictureOf(token, this.#link))
      case 'html_inline':
        // HTML within a text is text: sites do not render it, and it is not dropped silently. A line break in a tag
        // means a space.
        return this.#addText(token.content.replaceAll('\n', ' '))
      default:
        return this.#addText(token.content)
    }
  }

  #addText(text: string, ...marks: readonly string[]): void {
    if (text === '') return
    const all = [...new Set([...this.#marks, ...marks])]
    const last = this.#children.at(-1)
    if (isSpan(last) && last.marks.join('\n') === all.join('\n'))
      this.#children[this.#children.length - 1] = { ...last, text: last.text + text }
    else this.#children.push(spanOf(text, all))
  }

  /** Text in a code span; the JSON of an inline object after the text that marks it. */
  #code({ content }: Token): void {
    const last = this.#children.at(-1)
    if (!isSpan(last) || !last.text.endsWith(objectInfo)) return this.#addText(content, 'code')
    const text = last.text.slice(0, -objectInfo.length)
    this.#children.pop()
    if (text !== '') this.#children.push({ ...last, text })
    this.#children.push(this.#json.read(content, this.#map))
  }

  #openLink(token: Token): void {
    this.#link = token
    const title = token.attrGet('title')
    const _key = newKey()
    const href = token.attrGet('href') ?? ''
    this.#markDefs.push({
      _type: 'link',
      _key,
      href,
      ...(title !== null && { title }),
      // Remembered so that the brackets are written again: other parsers may make no link of an address without them.
      ...(token.markup === 'autolink' && { autolink: true }),
    })
    this.#marks.push(_key)
  }

  /** A link of pictures alone needs no definition, because each picture stores its link itself. */
  #closeLink(): void {
    this.#link = undefined
    // Links cannot be nested, so the last definition is that of this link.
    const key = String(this.#markDefs.at(-1)?.['_key'])
    this.#marks.splice(this.#marks.indexOf(key), 1)
    const isUsed = this.#children.some((child) => isSpan(child) && child.marks.includes(key))
    const last = this.#children.at(-1)
    if (!isUsed && last?.['_type'] === 'image') this.#markDefs.pop()
  }
}

function spanOf(text: string, marks: readonly string[]): Span {
  return { _type: 'span', _key: newKey(), text, marks }
}

function isSpan(child: Block | undefined): child is Span {
  return child?.['_type'] === 'span'
}
