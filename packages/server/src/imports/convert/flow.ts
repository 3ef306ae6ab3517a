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
import { type TextContext, Paragraph, defaultContext } from './inline.ts'
import { captionOf, captionWithin, type ReadBlocks } from './captions.ts'
import { preformatted } from './code.ts'
import { figureContent } from './figure.ts'
import { hasLeftover } from './leftover.ts'
import { absolute, captionParts, embedBlock, galleryBlock, imageBlock, playerBlock } from './media-blocks.ts'
import { providerOf } from './providers.ts'
import { isShortcode, shortcodeTag } from './shortcodes.ts'
import { captionAttribute, shortcodeBlock } from './shortcode-blocks.ts'
import { tableBlock } from './table.ts'

/** elements that only style their text → the corresponding mark */
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

/** inline elements without an equivalent in rich text */
const transparent = new Set(
  'span small big abbr acronym font label time bdo bdi data wbr nobr output picture source noscript ruby rb rp rt'.split(
    ' ',
  ),
)

/** block elements that contain others */
const containers = new Set(
  'p div section article main header footer aside address center nav figcaption fieldset legend hgroup tbody tr td th thead dl body html summary'.split(
    ' ',
  ),
)

const blockElements = new Set('ul ol table blockquote pre figure hr details'.split(' '))

/** elements that become one block, with blocks within it */
const holders = new Set('table figure details'.split(' '))

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Converts HTML to blocks of rich text. Content without an equivalent is kept as HTML. */
export class Flow {
  readonly blocks: Block[] = []
  readonly #findings: Findings
  readonly #paragraph: Paragraph
  /** within a quotation in a text */
  #isQuoting = false

  constructor(findings: Findings) {
    this.#findings = findings
    this.#paragraph = new Paragraph(findings)
  }

  /** Converts nodes independently of their context. */
  static blocksOf(
    findings: Findings,
    nodes: readonly Node[],
    context: TextContext = defaultContext,
  ): Block[] {
    const flow = new Flow(findings)
    flow.read(nodes, context)
    flow.#end(context)
    return flow.blocks
  }

  read(nodes: readonly Node[], context: TextContext): void {
    for (const node of nodes) {
      if (isElement(node)) this.#element(node, context)
      else this.#leaf(node, context)
    }
  }

  #leaf(node: Node, context: TextContext): void {
    const comment = commentOf(node)?.trim()
    if (comment !== undefined && /^more\b|^nextpage$/.test(comment)) {
      const text = comment.slice(4).trim()
      const style = comment === 'nextpage' ? 'page' : 'more'
      this.#put(
        this.#findings.block('break', { style, ...(style === 'more' && text !== '' && { text }) }),
        context,
      )
    }
    // The comment of a self-closing block that could not be parsed as one is all that remains of it.
    if (comment !== undefined && /^wp:[^]*\/$/.test(comment))
      this.#put(this.#findings.keep('block', `<!-- ${comment} -->`), context)
    const text = textNode(node)
    if (text !== null) this.#text(cleanText(text), context)
  }

  #text(text: string, context: TextContext): void {
    if (!context.autop || context.preformatted) return this.#paragraph.add(text, context)
    const [first = '', ...rest] = text.replaceAll('\r', '').split(/\n[ \t]*\n\s*/)
    this.#lines(first, context)
    for (const part of rest) {
      this.#end(context)
      this.#lines(part, context)
    }
  }

  #lines(text: string, context: TextContext): void {
    const [first = '', ...rest] = text.split('\n')
    this.#paragraph.add(first, context)
    for (const line of rest) {
      this.#paragraph.breakLine(context)
      this.#paragraph.add(line, context)
    }
  }

  /** Ends the current paragraph and adds it as a block. */
  #end(context: TextContext): void {
    const text = this.#paragraph.text.trim()
    if (context.style === 'normal' && context.listItem === null) {
      if (isShortcode(text) && this.#paragraph.isPlain) {
        this.#paragraph.take(context)
        this.blocks.push(this.#findings.keep('shortcode', text))
        return
      }
      const embed = context.autop && providerOf(text) !== null ? embedBlock(this.#findings, text) : null
      if (embed !== null) {
        this.#paragraph.take(context)
        this.blocks.push(embed)
        return
      }
    }
    const block = this.#paragraph.take(context)
    if (block !== null) this.blocks.push(block)
  }

  /** Adds a separate block after the current paragraph. */
  #put(block: Block | null, context: TextContext): void {
    this.#end(context)
    if (block === null) return
    this.#findings.takeAnchor(block)
    this.blocks.push(block)
  }

  readonly #read: ReadBlocks = (nodes) => Flow.blocksOf(this.#findings, nodes)

  /** Adds the block of an element, and keeps the element as HTML if part of it is not in the block. */
  #putChecked(element: Element, block: Block | null, context: TextContext): void {
    this.#put(block, context)
    const html = outerHtml(element)
    if (hasLeftover(html, block === null ? [] : [block]))
      this.blocks.push(this.#findings.keep(element.tagName, html))
  }

  #element(element: Element, context: TextContext): void {
    const { tagName, childNodes } = element
    this.#anchorNext(element, context)
    this.#countDetails(element)
    const mark = Object.hasOwn(marks, tagName) ? marks[tagName] : undefined
    if (mark !== undefined) return this.read(childNodes, { ...context, marks: withMark(context.marks, mark) })
    if (tagName === 'br') return this.#paragraph.breakLine(context)
    if (tagName === 'a') return this.#anchor(element, context)
    if (tagName === 'q') return this.#quotation(element, context)
    if (transparent.has(tagName)) return this.read(childNodes, context)
    if (headings.has(tagName))
      return this.#within(childNodes, context, { ...defaultContext, ...alignPart(element), style: tagName })
    if (containers.has(tagName)) return this.#container(element, context)
    this.#anchored(element, context)
  }

  /** The anchor of an element with blocks within is that of its own block. */
  #anchored(element: Element, context: TextContext): void {
    const { anchor } = this.#findings
    if (anchor === null || !holders.has(element.tagName)) return this.#special(element, context)
    this.#end(context)
    this.#findings.anchor = null
    const first = this.blocks.length
    this.#special(element, context)
    this.#findings.anchorNext(anchor)
    const block = this.blocks[first]
    if (block !== undefined) this.#findings.takeAnchor(block)
  }

  /** The anchor of a block is none of the text before it. */
  #anchorNext(element: Element, context: TextContext): void {
    const anchor = anchorOf(element)
    if (anchor === null) return
    const { tagName } = element
    const isBlock = headings.has(tagName) || containers.has(tagName) || blockElements.has(tagName)
    if (isBlock && context.listItem === null) this.#end(context)
    this.#findings.anchorNext(anchor)
  }

  /** Counts what has no place in rich text. */
  #countDetails({ tagName, attrs }: Element): void {
    const isAbbreviation = tagName === 'abbr' || tagName === 'acronym'
    if (isAbbreviation && attrs.some(({ name, value }) => name === 'title' && value !== ''))
      this.#findings.lose('title of abbr')
    if (tagName === 'li' && attrs.some(({ name }) => name === 'value')) this.#findings.lose('value of li')
    if (tagName === 'dl') this.#findings.lose('dl')
  }

  /** Browsers show the marks of a quotation; they are not in its text. */
  #quotation({ childNodes }: Element, context: TextContext): void {
    const [open, close] = this.#isQuoting ? ['\u2018', '\u2019'] : ['\u201c', '\u201d']
    const wasQuoting = this.#isQuoting
    this.#isQuoting = !wasQuoting
    this.#paragraph.add(open, context)
    this.read(childNodes, context)
    this.#paragraph.add(close, context)
    this.#isQuoting = wasQuoting
  }

  #container(element: Element, context: TextContext): void {
    const { childNodes } = element
    // A list item is one block, so its paragraphs become lines.
    if (context.listItem !== null && element.tagName === 'p') {
      if (!this.#paragraph.isBlank) this.#paragraph.breakLine(context)
      return this.read(childNodes, context)
    }
    const autop = context.autop && element.tagName !== 'p'
    const lines = context.autop && element.tagName === 'p'
    this.#within(childNodes, context, { ...context, ...alignPart(element), autop: autop || lines })
  }

  #within(nodes: readonly Node[], outer: TextContext, inner: TextContext): void {
    this.#end(outer)
    this.read(nodes, inner)
    this.#end(inner)
  }

  #anchor(element: Element, context: TextContext): void {
    const { childNodes } = element
    const href = attribute(element, 'href')
    const rel = { title: attribute(element, 'title'), target: attribute(element, 'target') }
    const hasText = textContent(childNodes).trim() !== ''
    const link = absolute(href)
    const inner = link === null ? context : { ...context, link }
    if (link === null && !hasText && cleanAddress(href) !== '') this.#findings.unsafeLinks++
    const held = hasText ? null : findTag(childNodes, 'iframe', 'audio', 'video')
    if (held !== null) this.#address(href, inner)
    const mark = href === '' || !hasText ? null : this.#paragraph.link(href, rel)
    this.read(childNodes, mark === null ? inner : { ...inner, marks: [...context.marks, mark] })
  }

  /** Adds the address of a link as text if its content shows nothing else. */
  #address(href: string, context: TextContext): void {
    const mark = this.#paragraph.link(href, { title: '', target: '' })
    if (mark === null) return
    this.#paragraph.add(href.trim(), { ...context, marks: [...context.marks, mark] })
  }

  #special(element: Element, context: TextContext): void {
    const { tagName, childNodes } = element
    const findings = this.#findings
    switch (tagName) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#list(element, context)
      case 'li':
        return this.#within(childNodes, context, {
          ...context,
          listItem: context.listItem ?? 'bullet',
          level: Math.max(1, context.level),
          autop: false,
        })
      case 'dt':
        return this.#within(childNodes, context, { ...context, marks: withMark(context.marks, 'strong') })
      case 'dd':
        return this.#within(childNodes, context, context)
      case 'blockquote':
        return this.#quote(childNodes, context, quoteStyle(element))
      case 'pre':
        return this.#preformatted(element, context)
      case placedTag:
        this.#end(context)
        this.blocks.push(...findings.takePlaced(attribute(element, 'data-key')))
        return
      case 'hr':
        return this.#put(findings.block('break', { style: 'separator' }), context)
      case 'img':
        return this.#put(
          imageBlock(findings, element, linkPart(context)) ?? this.#keepAsHtml(element),
          context,
        )
      case 'figure':
        return this.#figure(element, context)
      case 'table':
        return this.#put(this.#table(element), context)
      case 'iframe':
        return this.#put(
          embedBlock(findings, attribute(element, 'src')) ?? this.#keepAsHtml(element),
          context,
        )
      case 'audio':
      case 'video':
        return this.#put(playerBlock(findings, element) ?? this.#keepAsHtml(element), context)
      case 'details':
        return this.#put(this.#details(element, context), context)
      case shortcodeTag:
        return this.#shortcode(element, context)
      default:
        return this.#put(this.#keepAsHtml(element), context)
    }
  }

  #keepAsHtml(element: Element): Block {
    return this.#findings.keep(element.tagName, outerHtml(element))
  }

  /** Code has no links or images, so with some it becomes text that keeps its lines. */
  #preformatted(element: Element, context: TextContext): void {
    const isRich = findTag(element.childNodes, 'a', 'img', 'iframe', 'audio', 'video') !== null
    if (!isRich) return this.#put(preformatted(this.#findings, element), context)
    this.#within(element.childNodes, context, {
      ...defaultContext,
      style: 'preformatted',
      preformatted: true,
    })
  }

  #list(element: Element, context: TextContext): void {
    this.#end(context)
    const listItem = element.tagName === 'ol' ? 'number' : 'bullet'
    const inner: TextContext = {
      ...context,
      listItem,
      level: Math.min(context.level + 1, 20),
      autop: false,
      align: null,
    }
    const first = this.blocks.length
    for (const node of element.childNodes) {
      if (isElement(node) && node.tagName === 'li') this.#findings.anchorNext(anchorOf(node))
      if (isElement(node) && node.tagName === 'li') this.#countDetails(node)
      if (isElement(node) && node.tagName === 'li') this.#within(node.childNodes, inner, inner)
      else if (isElement(node)) this.#element(node, inner)
      else if (textNode(node)?.trim() !== '') this.#leaf(node, inner)
    }
    this.#end(inner)
    const entry = this.blocks[first]
    if (entry?.['listItem'] === listItem && entry['level'] === inner.level)
      Object.assign(entry, countPart(element))
  }

  #quote(nodes: readonly Node[], context: TextContext, style: string): void {
    const inner: TextContext = { ...context, style, listItem: null, level: 0 }
    // Paragraphs have the style of a quote; a quote within a quote needs a block that holds it.
    if (findTag(nodes, 'blockquote') !== null) return this.#put(this.#nestedQuote(nodes, context), context)
    const isSource = (node: Node): boolean =>
      isElement(node) && (node.tagName === 'cite' || node.tagName === 'footer')
    this.#within(
      nodes.filter((node) => !isSource(node)),
      context,
      inner,
    )
    for (const source of nodes.filter(isSource))
      this.#within([source], context, { ...inner, style: 'citation' })
  }

  #nestedQuote(nodes: readonly Node[], { autop }: TextContext): Block {
    const content = Flow.blocksOf(this.#findings, nodes, { ...defaultContext, autop })
    return this.#findings.block('quote', { content })
  }

  #figure(figure: Element, context: TextContext): void {
    const { childNodes } = figure
    const findings = this.#findings
    const { special, link } = figureContent(figure)
    if (classesOf(figure).includes('wp-block-gallery')) {
      const own = childNodes.find((node) => node.nodeName === 'figcaption')
      const caption = own === undefined ? {} : captionWithin([own], this.#read)
      return this.#putChecked(
        figure,
        galleryBlock(findings, childNodes, { caption, read: this.#read }),
        context,
      )
    }
    // Several objects, or an object with text, are converted in sequence.
    if (special === null) return this.#within(childNodes, context, context)
    const caption = captionOf(figure, this.#read)
    const withCaption = (block: Block): void => {
      this.#put(block, context)
      for (const [name, value] of Object.entries(captionParts(caption))) block[name] ??= value
    }
    switch (special.tagName) {
      case 'table':
        return withCaption(this.#table(special))
      case 'blockquote':
        return this.#quotedFigure(figure, special, context)
      case 'iframe':
        return withCaption(embedBlock(findings, attribute(special, 'src')) ?? this.#keepAsHtml(special))
      case 'audio':
      case 'video':
        return withCaption(playerBlock(findings, special) ?? this.#keepAsHtml(special))
      default: {
        const parts = link === null ? linkPart(context) : { link }
        return withCaption(imageBlock(findings, special, parts) ?? this.#keepAsHtml(special))
      }
    }
  }

  #quotedFigure(figure: Element, quote: Element, context: TextContext): void {
    const style = classesOf(figure).includes('wp-block-pullquote') ? 'pullquote' : 'blockquote'
    this.#quote(quote.childNodes, context, style)
    const caption = findTag(figure.childNodes, 'figcaption')
    if (caption !== null) this.#within(caption.childNodes, context, { ...context, style: 'citation' })
  }

  #table(table: Element): Block {
    const block = tableBlock(this.#findings, table, (nodes) => Flow.blocksOf(this.#findings, nodes))
    if (block === null) return this.#keepAsHtml(table)
    const caption = findTag(table.childNodes, 'caption')
    if (caption !== null) Object.assign(block, captionParts(captionWithin(caption.childNodes, this.#read)))
    return block
  }

  #details(element: Element, context: TextContext): Block {
    const summary = findTag(element.childNodes, 'summary')
    const rest = element.childNodes.filter((node) => node !== summary)
    return this.#findings.block('details', {
      title: summary === null ? '' : lineWithin(summary.childNodes),
      content: Flow.blocksOf(this.#findings, rest, { ...defaultContext, autop: context.autop }),
    })
  }

  #shortcode(element: Element, context: TextContext): void {
    const block = shortcodeBlock(this.#findings, element, this.#read)
    if (block !== null) return this.#put(block, context)
    this.read(element.childNodes, context)
    const caption = captionAttribute(element)
    if (caption === '') return
    this.#end(context)
    this.#paragraph.add(caption, context)
  }
}

function linkPart({ link }: TextContext): { link?: string } {
  return link === null ? {} : { link }
}

/** The anchor of an element. */
function anchorOf(element: Element): string | null {
  const name = attribute(element, 'id') || (element.tagName === 'a' ? attribute(element, 'name') : '')
  return name === '' ? null : cleanText(name).slice(0, 200)
}

/** How a numbered list counts, if it does not count from 1. */
function countPart(list: Element): { start?: number; reversed?: true } {
  if (list.tagName !== 'ol') return {}
  const given = attribute(list, 'start').trim()
  const start = /^-?\d{1,9}$/.test(given) ? Number(given) : 1
  const isReversed = list.attrs.some(({ name }) => name === 'reversed')
  return { ...(start !== 1 && { start }), ...(isReversed && { reversed: true }) }
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
