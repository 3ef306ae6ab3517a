import { type Block, cleanAddress, type Findings, placedTag } from './block.ts'
import {
  attribute,
  classesOf,
  cleanText,
  commentOf,
  type Element,
  findTag,
  isElement,
  lineWithin,
  type Node,
  outerHtml,
  textContent,
  textNode,
} from './html.ts'
import { type Look, Paragraph, plainLook } from './inline.ts'
import { captionOf, captionWithin, type ReadBlocks } from './captions.ts'
import { preformatted } from './code.ts'
import { figureContent } from './figure.ts'
import { hasLeftover } from './leftover.ts'
import { absolute, captionParts, embedBlock, galleryBlock, imageBlock, playerBlock } from './media-blocks.ts'
import { providerOf } from './providers.ts'
import { isShortcode, shortcodeTag } from './shortcodes.ts'
import { captionSaid, shortcodeBlock } from './shortcode-blocks.ts'
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
  'span small big abbr acronym font label time bdo bdi data q wbr nobr output picture source noscript ruby rb rp rt'.split(
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
      const text = comment.slice(4).trim()
      const style = comment === 'nextpage' ? 'page' : 'more'
      this.#put(
        this.#findings.block('break', { style, ...(style === 'more' && text !== '' && { text }) }),
        look,
      )
    }
    // Of blocks that could not be read as such, this is all there is.
    if (comment !== undefined && /^wp:[^]*\/$/.test(comment))
      this.#put(this.#findings.keep('block', `<!-- ${comment} -->`), look)
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

  readonly #read: ReadBlocks = (nodes) => Flow.blocksOf(this.#findings, nodes)

  /** Adds what was made of an element; the element itself too where something in it has no place in that. */
  #putChecked(element: Element, block: Block | null, look: Look): void {
    this.#put(block, look)
    const html = outerHtml(element)
    if (hasLeftover(html, block === null ? [] : [block]))
      this.blocks.push(this.#findings.keep(element.tagName, html))
  }

  #element(element: Element, look: Look): void {
    const { tagName, childNodes } = element
    this.#findings.anchor = anchorOf(element) ?? this.#findings.anchor
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
    const rel = { title: attribute(element, 'title'), target: attribute(element, 'target') }
    const hasText = textContent(childNodes).trim() !== ''
    const link = absolute(href)
    const inner = link === null ? look : { ...look, link }
    if (link === null && !hasText && cleanAddress(href) !== '') this.#findings.unsafeLinks++
    const held = hasText ? null : findTag(childNodes, 'iframe', 'audio', 'video')
    if (held !== null) this.#address(href, inner)
    const mark = href === '' || !hasText ? null : this.#paragraph.link(href, rel)
    this.read(childNodes, mark === null ? inner : { ...inner, marks: [...look.marks, mark] })
  }

  /** An address that is all there is of a link around something that leads nowhere by itself. */
  #address(href: string, look: Look): void {
    const mark = this.#paragraph.link(href, { title: '', target: '' })
    if (mark === null) return
    this.#paragraph.add(href.trim(), { ...look, marks: [...look.marks, mark] })
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
        return this.#preformatted(element, look)
      case placedTag:
        this.#end(look)
        this.blocks.push(...findings.takePlaced(attribute(element, 'data-key')))
        return
      case 'hr':
        return this.#put(findings.block('break', { style: 'separator' }), look)
      case 'img':
        return this.#put(imageBlock(findings, element, linkPart(look)) ?? this.#kept(element), look)
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

  /** Program text has no links and pictures: what has some is text whose lines stay. */
  #preformatted(element: Element, look: Look): void {
    const isRich = findTag(element.childNodes, 'a', 'img', 'iframe', 'audio', 'video') !== null
    if (!isRich) return this.#put(preformatted(this.#findings, element), look)
    this.#within(element.childNodes, look, { ...plainLook, style: 'preformatted', preformatted: true })
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
    const { special, link } = figureContent(figure)
    if (classesOf(figure).includes('wp-block-gallery')) {
      const own = childNodes.find((node) => node.nodeName === 'figcaption')
      const caption = own === undefined ? {} : captionWithin([own], this.#read)
      return this.#putChecked(figure, galleryBlock(findings, childNodes, { caption, read: this.#read }), look)
    }
    // More than one thing, or text beside it: they are read one after the other.
    if (special === null) return this.#within(childNodes, look, look)
    const caption = captionOf(figure, this.#read)
    const withCaption = (block: Block): void => {
      this.#put(block, look)
      for (const [name, value] of Object.entries(captionParts(caption))) block[name] ??= value
    }
    switch (special.tagName) {
      case 'table':
        return withCaption(this.#table(special))
      case 'blockquote':
        return this.#quotedFigure(figure, special, look)
      case 'iframe':
        return withCaption(embedBlock(findings, attribute(special, 'src')) ?? this.#kept(special))
      case 'audio':
      case 'video':
        return withCaption(playerBlock(findings, special) ?? this.#kept(special))
      default: {
        const parts = link === null ? linkPart(look) : { link }
        return withCaption(imageBlock(findings, special, parts) ?? this.#kept(special))
      }
    }
  }

  #quotedFigure(figure: Element, quote: Element, look: Look): void {
    const style = classesOf(figure).includes('wp-block-pullquote') ? 'pullquote' : 'blockquote'
    this.#quote(quote.childNodes, look, style)
    const caption = findTag(figure.childNodes, 'figcaption')
    if (caption !== null) this.#within(caption.childNodes, look, { ...look, style: 'citation' })
  }

  #table(table: Element): Block {
    const block = tableBlock(this.#findings, table, (nodes) => Flow.blocksOf(this.#findings, nodes))
    if (block === null) return this.#kept(table)
    const caption = findTag(table.childNodes, 'caption')
    if (caption !== null) Object.assign(block, captionParts(captionWithin(caption.childNodes, this.#read)))
    return block
  }

  #details(element: Element, look: Look): Block {
    const summary = findTag(element.childNodes, 'summary')
    const rest = element.childNodes.filter((node) => node !== summary)
    return this.#findings.block('details', {
      title: summary === null ? '' : lineWithin(summary.childNodes),
      content: Flow.blocksOf(this.#findings, rest, { ...plainLook, autop: look.autop }),
    })
  }

  #shortcode(element: Element, look: Look): void {
    const block = shortcodeBlock(this.#findings, element, this.#read)
    if (block !== null) return this.#put(block, look)
    this.read(element.childNodes, look)
    const caption = captionSaid(element)
    if (caption === '') return
    this.#end(look)
    this.#paragraph.add(caption, look)
  }
}

function linkPart({ link }: Look): { link?: string } {
  return link === null ? {} : { link }
}

/** The name that links to this place of the page use. */
function anchorOf(element: Element): string | null {
  const name = attribute(element, 'id') || (element.tagName === 'a' ? attribute(element, 'name') : '')
  return name === '' ? null : cleanText(name).slice(0, 200)
}

function withMark(given: readonly string[], mark: string): readonly string[] {
  return given.includes(mark) ? given : [...given, mark]
}

function quoteStyle(element: Element): string {
  return classesOf(element).includes('pullquote') ? 'pullquote' : 'blockquote'
}

function alignPart(element: Element): { align?: string } {
  const said =
    attribute(element, 'align') ||
    (/text-align:\s*(left|right|center|justify)/i.exec(attribute(element, 'style'))?.[1] ??
      /has-text-align-(left|right|center)/.exec(attribute(element, 'class'))?.[1] ??
      '')
  return /^(right|center|justify)$/i.test(said) ? { align: said.toLowerCase() } : {}
}
