import type { Block, Findings } from './block.ts'
import {
  attribute,
  classesOf,
  cleanText,
  commentOf,
  type Element,
  findTag,
  isElement,
  lineOf,
  type Node,
  outerHtml,
  textContent,
  textNode,
} from './html.ts'
import { type Look, Paragraph, plainLook } from './inline.ts'
import { captionOf, embedBlock, galleryBlock, imageBlock, playerBlock } from './media-blocks.ts'
import { providerOf } from './providers.ts'
import { isShortcode, shortcodeTag } from './shortcodes.ts'
import { shortcodeBlock } from './shortcode-blocks.ts'
import { tableBlock } from './table.ts'

/** elements that only give their text a look → the mark that says so */
const marks: Readonly<Record<string, string>> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  u: 'underline',
  ins: 'underline',
  s: 'strike-through',
  strike: 'strike-through',
  del: 'strike-through',
  code: 'code',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
  sup: 'sup',
  sub: 'sub',
  mark: 'highlight',
}

/** elements within lines that say nothing which rich text could */
const transparent = new Set(
  'span small big abbr acronym font label time bdo bdi data q wbr nobr output picture noscript ruby rb rp rt'.split(
    ' ',
  ),
)

/** elements that stand by themselves and hold others */
const containers = new Set(
  'p div section article main header footer aside address center nav figcaption fieldset legend hgroup tbody tr td th thead dl body html summary'.split(
    ' ',
  ),
)

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Reads HTML as blocks of rich text. What has no equivalent is kept as it is. */
export class Flow {
  readonly blocks: Block[] = []
  readonly #findings: Findings
  readonly #paragraph: Paragraph

  constructor(findings: Findings) {
    this.#findings = findings
    this.#paragraph = new Paragraph(findings)
  }

  /** The blocks of nodes read by themselves. */
  static blocksOf(findings: Findings, nodes: readonly Node[], look: Look = plainLook): Block[] {
    const flow = new Flow(findings)
    flow.read(nodes, look)
    flow.#end(look)
    return flow.blocks
  }

  read(nodes: readonly Node[], look: Look): void {
    for (const node of nodes) {
      if (isElement(node)) this.#element(node, look)
      else this.#leaf(node, look)
    }
  }

  #leaf(node: Node, look: Look): void {
    const comment = commentOf(node)?.trim()
    if (comment !== undefined && /^more\b|^nextpage$/.test(comment)) {
      this.#put(this.#findings.block('break', { style: comment === 'nextpage' ? 'page' : 'more' }), look)
    }
    const text = textNode(node)
    if (text !== null) this.#text(cleanText(text), look)
  }

  #text(text: string, look: Look): void {
    if (!look.autop || look.preformatted) return this.#paragraph.add(text, look)
    const [first = '', ...rest] = text.replaceAll('\r', '').split(/\n[ \t]*\n\s*/)
    this.#lines(first, look)
    for (const part of rest) {
      this.#end(look)
      this.#lines(part, look)
    }
  }

  #lines(text: string, look: Look): void {
    const [first = '', ...rest] = text.split('\n')
    this.#paragraph.add(first, look)
    for (const line of rest) {
      this.#paragraph.breakLine(look)
      this.#paragraph.add(line, look)
    }
  }

  /** Ends the paragraph: what was written so far becomes a block. */
  #end(look: Look): void {
    const text = this.#paragraph.text.trim()
    if (look.style === 'normal' && look.listItem === null) {
      if (isShortcode(text)) {
        this.#paragraph.take(look)
        this.blocks.push(this.#findings.keep('shortcode', text))
        return
      }
      const embed = look.autop && providerOf(text) !== null ? embedBlock(this.#findings, text) : null
      if (embed !== null) {
        this.#paragraph.take(look)
        this.blocks.push(embed)
        return
      }
    }
    const block = this.#paragraph.take(look)
    if (block !== null) this.blocks.push(block)
  }

  /** A block of its own, between what stands before and behind it. */
  #put(block: Block | null, look: Look): void {
    this.#end(look)
    if (block !== null) this.blocks.push(block)
  }

  #element(element: Element, look: Look): void {
    const { tagName, childNodes } = element
    const mark = Object.hasOwn(marks, tagName) ? marks[tagName] : undefined
    if (mark !== undefined) return this.read(childNodes, { ...look, marks: withMark(look.marks, mark) })
    if (tagName === 'br') return this.#paragraph.breakLine(look)
    if (tagName === 'a') return this.#anchor(element, look)
    if (transparent.has(tagName)) return this.read(childNodes, look)
    if (headings.has(tagName))
      return this.#within(childNodes, look, { ...plainLook, ...alignPart(element), style: tagName })
    if (containers.has(tagName)) return this.#container(element, look)
    this.#special(element, look)
  }

  #container(element: Element, look: Look): void {
    const { childNodes } = element
    // A list item is one block: its paragraphs are lines of it.
    if (look.listItem !== null && element.tagName === 'p') {
      if (!this.#paragraph.isBlank) this.#paragraph.breakLine(look)
      return this.read(childNodes, look)
    }
    const autop = look.autop && element.tagName !== 'p'
    const lines = look.autop && element.tagName === 'p'
    this.#within(childNodes, look, { ...look, ...alignPart(element), autop: autop || lines })
  }

  #within(nodes: readonly Node[], outer: Look, inner: Look): void {
    this.#end(outer)
    this.read(nodes, inner)
    this.#end(inner)
  }

  #anchor(element: Element, look: Look): void {
    const { childNodes } = element
    const href = attribute(element, 'href')
    const image = findTag(childNodes, 'img')
    if (image !== null && textContent(childNodes).trim() === '') {
      return this.#put(imageBlock(this.#findings, image, { link: href }), look)
    }
    const rel = { title: attribute(element, 'title'), target: attribute(element, 'target') }
    const mark = href === '' ? null : this.#paragraph.link(href, rel)
    this.read(childNodes, mark === null ? look : { ...look, marks: [...look.marks, mark] })
  }

  #special(element: Element, look: Look): void {
    const { tagName, childNodes } = element
    const findings = this.#findings
    switch (tagName) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#list(element, look)
      case 'li':
        return this.#within(childNodes, look, {
          ...look,
          listItem: look.listItem ?? 'bullet',
          level: Math.max(1, look.level),
          autop: false,
        })
      case 'dt':
        return this.#within(childNodes, look, { ...look, marks: withMark(look.marks, 'strong') })
      case 'dd':
        return this.#within(childNodes, look, look)
      case 'blockquote':
        return this.#quote(childNodes, look, quoteStyle(element))
      case 'pre':
        return this.#put(preformatted(findings, element), look)
      case 'hr':
        return this.#put(findings.block('break', { style: 'separator' }), look)
      case 'img':
        return this.#put(imageBlock(findings, element), look)
      case 'figure':
        return this.#figure(element, look)
      case 'table':
        return this.#put(this.#table(element), look)
      case 'iframe':
        return this.#put(embedBlock(findings, attribute(element, 'src')) ?? this.#kept(element), look)
      case 'audio':
      case 'video':
        return this.#put(playerBlock(findings, element) ?? this.#kept(element), look)
      case 'details':
        return this.#put(this.#details(element, look), look)
      case shortcodeTag:
        return this.#shortcode(element, look)
      default:
        return this.#put(this.#kept(element), look)
    }
  }

  #kept(element: Element): Block {
    return this.#findings.keep(element.tagName, outerHtml(element))
  }

  #list(element: Element, look: Look): void {
    this.#end(look)
    const listItem = element.tagName === 'ol' ? 'number' : 'bullet'
    const inner: Look = { ...look, listItem, level: Math.min(look.level + 1, 20), autop: false, align: null }
    for (const node of element.childNodes) {
      if (isElement(node) && node.tagName === 'li') this.#within(node.childNodes, inner, inner)
      else if (isElement(node)) this.#element(node, inner)
      else if (textNode(node)?.trim() !== '') this.#leaf(node, inner)
    }
    this.#end(inner)
  }

  #quote(nodes: readonly Node[], look: Look, style: string): void {
    const inner: Look = { ...look, style, listItem: null, level: 0 }
    const isSource = (node: Node): boolean =>
      isElement(node) && (node.tagName === 'cite' || node.tagName === 'footer')
    this.#within(
      nodes.filter((node) => !isSource(node)),
      look,
      inner,
    )
    for (const source of nodes.filter(isSource)) this.#within([source], look, { ...inner, style: 'citation' })
  }

  #figure(figure: Element, look: Look): void {
    const { childNodes } = figure
    const findings = this.#findings
    const caption = captionOf(figure)
    const classes = classesOf(figure)
    this.#end(look)
    const special = findTag(childNodes, 'table', 'blockquote', 'iframe', 'audio', 'video', 'img')
    const withCaption = (block: Block | null): void => {
      if (block === null) return
      if (caption !== '') block['caption'] ??= caption
      this.blocks.push(block)
    }
    if (classes.includes('wp-block-gallery')) return withCaption(galleryBlock(findings, childNodes))
    switch (special?.tagName) {
      case 'table':
        return withCaption(this.#table(special))
      case 'blockquote':
        return this.#quote(
          special.childNodes,
          look,
          classes.includes('wp-block-pullquote') ? 'pullquote' : 'blockquote',
        )
      case 'iframe':
        return withCaption(embedBlock(findings, attribute(special, 'src')) ?? this.#kept(special))
      case 'audio':
      case 'video':
        return withCaption(playerBlock(findings, special) ?? this.#kept(special))
      case 'img': {
        const anchor = findTag(childNodes, 'a')
        const isLinked = anchor !== null && findTag(anchor.childNodes, 'img') === special
        return withCaption(imageBlock(findings, special, isLinked ? { link: attribute(anchor, 'href') } : {}))
      }
      default:
        return this.#within(childNodes, look, look)
    }
  }

  #table(table: Element): Block {
    const block = tableBlock(this.#findings, table, (nodes) => Flow.blocksOf(this.#findings, nodes))
    if (block === null) return this.#kept(table)
    const caption = findTag(table.childNodes, 'caption')
    if (caption !== null) block['caption'] = lineOf(textContent(caption.childNodes))
    return block
  }

  #details(element: Element, look: Look): Block {
    const summary = findTag(element.childNodes, 'summary')
    const rest = element.childNodes.filter((node) => node !== summary)
    return this.#findings.block('details', {
      title: summary === null ? '' : lineOf(textContent(summary.childNodes)),
      content: Flow.blocksOf(this.#findings, rest, { ...plainLook, autop: look.autop }),
    })
  }

  #shortcode(element: Element, look: Look): void {
    const block = shortcodeBlock(this.#findings, element)
    if (block === null) return this.read(element.childNodes, look)
    this.#put(block, look)
  }
}

function withMark(given: readonly string[], mark: string): readonly string[] {
  return given.includes(mark) ? given : [...given, mark]
}

function quoteStyle(element: Element): string {
  return classesOf(element).includes('pullquote') ? 'pullquote' : 'blockquote'
}

/** Program text where nothing else is in it; otherwise text whose lines and blanks stay. */
export function preformatted(findings: Findings, element: Element): Block | null {
  const code = cleanText(textContent(element.childNodes)).replace(/^\n|\n$/g, '')
  if (code.trim() === '') return null
  const inner = findTag(element.childNodes, 'code')
  const language = [...classesOf(element), ...(inner === null ? [] : classesOf(inner))]
    .map((name) => /^(?:lang|language|brush)[-:]([a-z0-9+#-]{1,40})$/i.exec(name)?.[1])
    .find((name) => name !== undefined)
  return codeBlock(findings, code, language)
}

/** characters that a block of program text holds; longer ones are text whose lines stay */
const longestCode = 100_000

export function codeBlock(findings: Findings, code: string, language: string | undefined): Block {
  if (code.length > longestCode) return findings.text(code, 'preformatted')
  return findings.block('code', { code, ...(language !== undefined && { language: language.toLowerCase() }) })
}

function alignPart(element: Element): { align?: string } {
  const said =
    attribute(element, 'align') ||
    (/text-align:\s*(left|right|center|justify)/i.exec(attribute(element, 'style'))?.[1] ??
      /has-text-align-(left|right|center)/.exec(attribute(element, 'class'))?.[1] ??
      '')
  return /^(right|center|justify)$/i.test(said) ? { align: said.toLowerCase() } : {}
}
