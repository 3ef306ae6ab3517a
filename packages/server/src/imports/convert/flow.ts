import { type Block, type Findings, placeholderTag } from './block.ts'
import {
  attribute,
  classesOf,
  cleanText,
  commentOf,
  type Element,
  findTag,
  isElement,
  type Node,
  outerHtml,
  textContent,
  textNode,
} from './html.ts'
import {
  alignPart,
  anchorOf,
  blockElements,
  containers,
  countPart,
  detailsBlock,
  headings,
  nestedInQuotes,
  nestingElements,
  isQuoteSource,
  isUnknown,
  linkedPart,
  linkName,
  linkPart,
  linkRelation,
  marks,
  quoteStyle,
  transparent,
  withMark,
} from './elements.ts'
import { type TextContext, defaultContext } from './inline.ts'
import { captionOf, type ReadBlocks } from './captions.ts'
import { commentBlock } from './comments.ts'
import { BlockCollector } from './block-collector.ts'
import { preformatted } from './code.ts'
import { entryBlocks } from './entry.ts'
import { figureContent, galleryFigure } from './figure.ts'
import { captionParts, imageBlock, linkAddress, playerOrEmbed } from './media-blocks.ts'
import { shortcodeTag } from './shortcodes.ts'
import { captionAttribute, shortcodeBlock } from './shortcode-blocks.ts'
import { captionedTable } from './table.ts'

/** limit of the levels of a list; deeper entries are on this level */
const maxLevel = 20

/**
 * Converts HTML to blocks of rich text, element by element; `BlockCollector` makes paragraphs of the text between block
 * elements. Content without an equivalent is kept as HTML.
 *
 * A `TextContext` says what surrounds a text: it is passed down, and what an element adds applies only within it.
 */
export class Flow {
  readonly #findings: Findings
  readonly #out: BlockCollector
  /** within a quotation in a text, where inner quotations have single marks */
  #isQuoting = false

  constructor(findings: Findings) {
    this.#findings = findings
    this.#out = new BlockCollector(findings)
  }

  get blocks(): Block[] {
    return this.#out.blocks
  }

  /** Converts nodes independently of their context. */
  static blocksOf(
    findings: Findings,
    nodes: readonly Node[],
    context: TextContext = defaultContext,
  ): Block[] {
    const flow = new Flow(findings)
    flow.read(nodes, context)
    flow.#out.end(context)
    return flow.blocks
  }

  read(nodes: readonly Node[], context: TextContext): void {
    for (const node of nodes) {
      if (isElement(node)) this.#element(node, context)
      else this.#leaf(node, context)
    }
  }

  /** Reads a text, or a comment that represents a block, such as `<!--more-->`. */
  #leaf(node: Node, context: TextContext): void {
    const comment = commentOf(node)?.trim()
    const block = comment === undefined ? null : commentBlock(this.#findings, comment)
    if (block !== null) this.#out.addBlock(block, context)
    const text = textNode(node)
    if (text !== null) this.#out.addText(cleanText(text), context)
  }

  /** Reads the blocks within a caption or a cell, where blank lines do not separate paragraphs. */
  readonly #read: ReadBlocks = (nodes) => Flow.blocksOf(this.#findings, nodes)

  /** Converts an element: styled text and containers here, all others by `#special`. */
  #element(element: Element, context: TextContext): void {
    const { tagName, childNodes } = element
    this.#anchorNext(element, context)
    const mark = Object.hasOwn(marks, tagName) ? marks[tagName] : undefined
    if (mark !== undefined) return this.read(childNodes, { ...context, marks: withMark(context.marks, mark) })
    if (tagName === 'br') return this.#out.breakLine(context)
    if (tagName === 'a') return this.#link(element, context)
    if (tagName === 'q') return this.#quotation(element, context)
    if (transparent.has(tagName)) return this.read(childNodes, context)
    if (headings.has(tagName))
      return this.#within(childNodes, context, {
        ...defaultContext,
        ...alignPart(element),
        ...linkedPart(context),
        style: tagName,
      })
    if (containers.has(tagName)) return this.#container(element, context)
    this.#withAnchor(element, context)
  }

  /**
   * Converts an element. The blocks within a nesting element must not take its anchor, so the anchor is set aside and
   * given to the first block that results; without one it is left for the next block.
   */
  #withAnchor(element: Element, context: TextContext): void {
    const { anchor } = this.#findings
    if (anchor === null || !nestingElements.has(element.tagName)) return this.#special(element, context)
    this.#out.end(context)
    this.#findings.anchor = null
    const first = this.#out.blocks.length
    this.#special(element, context)
    this.#findings.anchorNext(anchor)
    const block = this.#out.blocks[first]
    if (block !== undefined) this.#findings.takeAnchor(block)
  }

  /** Remembers the anchor of an element for its block, after ending the text before it. */
  #anchorNext(element: Element, context: TextContext): void {
    const anchor = anchorOf(element)
    if (anchor === null) return
    const { tagName } = element
    // Within a list entry paragraphs are only lines (`#container`), so the text before them does not end.
    const isBlock = headings.has(tagName) || containers.has(tagName) || blockElements.has(tagName)
    if (isBlock && context.listItem === null) this.#out.end(context)
    this.#findings.anchorNext(anchor)
  }

  /** Adds the quotation marks that browsers show around the text of a quotation. */
  #quotation({ childNodes }: Element, context: TextContext): void {
    const [open, close] = this.#isQuoting ? ['\u2018', '\u2019'] : ['\u201c', '\u201d']
    this.#isQuoting = !this.#isQuoting
    this.#out.paragraph.add(open, context)
    this.read(childNodes, context)
    this.#out.paragraph.add(close, context)
    this.#isQuoting = !this.#isQuoting
  }

  /** Converts a container such as `<p>` or `<div>`, whose content is separate from what surrounds it. */
  #container(element: Element, context: TextContext): void {
    const { childNodes } = element
    // A list item is one block, so its paragraphs become lines.
    if (context.listItem !== null && element.tagName === 'p') {
      if (!this.#out.paragraph.isBlank) this.#out.paragraph.breakLine(context)
      return this.read(childNodes, context)
    }
    this.#within(childNodes, context, { ...context, ...alignPart(element) })
  }

  /** Converts the content of a block element to separate blocks. */
  #within(nodes: readonly Node[], outer: TextContext, inner: TextContext): void {
    this.#out.end(outer)
    this.read(nodes, inner)
    this.#out.end(inner)
  }

  /** Converts a link (`<a>`): texts within it get it as a mark, pictures as a property. */
  #link(element: Element, context: TextContext): void {
    const { childNodes } = element
    const href = attribute(element, 'href')
    const link = linkAddress(href)
    const mark = this.#out.paragraph.link(href, linkRelation(element))
    const inner = { ...context, ...(link !== null && { link, linkTitle: attribute(element, 'title') }) }
    const marked = mark === null ? inner : { ...inner, marks: [...context.marks, mark] }
    // A player cannot be a link, so the address is added as text.
    const player = findTag(childNodes, 'iframe', 'audio', 'video')
    if (player !== null && textContent(childNodes).trim() === '') this.#out.paragraph.add(href.trim(), marked)
    this.read(childNodes, marked)
    if (mark === null) return
    // `#` leads nowhere: such a link is a button of a script.
    if (!this.#out.paragraph.hasText(mark) && href !== '#') this.#nameLink(element, marked)
    this.#out.paragraph.endLink(mark)
  }

  /** Adds the name of a link that shows no text, such as an icon; a link around a picture needs none. */
  #nameLink(element: Element, context: TextContext): void {
    const { childNodes } = element
    const isEmpty = childNodes.length === 0 && attribute(element, 'aria-label') === ''
    if (isEmpty) this.#findings.lose('a without content')
    else if (findTag(childNodes, 'img') === null) this.#out.paragraph.add(linkName(element), context)
  }

  /** Converts an element that is more than styled text or a container, or that is unknown. */
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
      case placeholderTag:
        this.#out.end(context)
        this.#out.blocks.push(...findings.takePlaceholder(attribute(element, 'data-key')))
        return
      case 'hr':
        return this.#out.addBlock(findings.block('break', { style: 'separator' }), context)
      case 'img':
        return this.#out.addBlock(
          imageBlock(findings, element, linkPart(context)) ?? this.#keepAsHtml(element),
          context,
        )
      case 'figure':
        return this.#figure(element, context)
      case 'table':
        return this.#out.addBlock(this.#table(element), context)
      case 'iframe':
      case 'audio':
      case 'video':
        return this.#out.addBlock(playerOrEmbed(findings, element) ?? this.#keepAsHtml(element), context)
      case 'details':
        return this.#out.addBlock(
          detailsBlock(this.#findings, element, (nodes) => this.#separate(nodes, context)),
          context,
        )
      case shortcodeTag:
        return this.#shortcode(element, context)
      default:
        if (isUnknown(element)) return this.#unknown(element, context)
        return this.#out.addBlock(this.#keepAsHtml(element), context)
    }
  }

  /** Reads the content of an unknown element, as browsers show it. */
  #unknown({ tagName, childNodes }: Element, context: TextContext): void {
    this.#findings.lose(`element ${tagName.slice(0, 40)}`)
    this.read(childNodes, context)
  }

  #keepAsHtml(element: Element): Block {
    return this.#findings.keep(element.tagName, outerHtml(element))
  }

  /** Makes a code block, or, because code has no links or images, text that keeps its lines if there are some. */
  #preformatted(element: Element, context: TextContext): void {
    const isRich = findTag(element.childNodes, 'a', 'img', 'iframe', 'audio', 'video') !== null
    if (!isRich) return this.#out.addBlock(preformatted(this.#findings, element), context)
    this.#within(element.childNodes, context, {
      ...defaultContext,
      style: 'preformatted',
      preformatted: true,
    })
  }

  /** Converts a list: rich text has no block for it, only blocks of entries with levels. */
  #list(element: Element, context: TextContext): void {
    this.#out.end(context)
    const listItem = element.tagName === 'ol' ? 'number' : 'bullet'
    const inner: TextContext = {
      ...context,
      listItem,
      level: Math.min(context.level + 1, maxLevel),
      autop: false,
      align: null,
    }
    const first = this.#out.blocks.length
    for (const node of element.childNodes) {
      if (isElement(node) && node.tagName === 'li') this.#entry(node, inner)
      else if (isElement(node)) this.#element(node, inner)
      else if (textNode(node)?.trim() !== '') this.#leaf(node, inner)
    }
    this.#out.end(inner)
    // Lists have no block of their own, so the first entry says from which number they count.
    const entry = this.#out.blocks[first]
    if (entry?.['listItem'] === listItem && entry['level'] === inner.level)
      Object.assign(entry, countPart(element))
  }

  /** Converts an entry (`<li>`); `entryBlocks` puts the blocks within it into that of its text. */
  #entry(entry: Element, context: TextContext): void {
    this.#findings.anchorNext(anchorOf(entry))
    this.#out.end(context)
    const first = this.#out.blocks.length
    this.#within(entry.childNodes, context, context)
    this.#out.blocks.push(...entryBlocks(this.#findings, this.#out.blocks.splice(first), context))
  }

  /** Converts a quote, and then its sources (`<cite>`, `<footer>`) as citations. */
  #quote(nodes: readonly Node[], context: TextContext, style: string): void {
    const inner: TextContext = { ...context, style, listItem: null, level: 0 }
    // Paragraphs and lists have the style of a quote; everything else needs a block that holds it.
    if (style === 'blockquote' && findTag(nodes, ...nestedInQuotes) !== null)
      return this.#out.addBlock(this.#quoteWithBlocks(nodes, context), context)
    this.#within(
      nodes.filter((node) => !isQuoteSource(node)),
      context,
      inner,
    )
    for (const source of nodes.filter(isQuoteSource))
      this.#within([source], context, { ...inner, style: 'citation' })
  }

  /** Converts the content of a block with blocks within it, by the rules of the content around it. */
  #separate(nodes: readonly Node[], { autop }: TextContext): Block[] {
    return Flow.blocksOf(this.#findings, nodes, { ...defaultContext, autop })
  }

  /** A quote with blocks in it, at whose end its sources are citations. */
  #quoteWithBlocks(nodes: readonly Node[], context: TextContext): Block {
    const sources = nodes.filter(isQuoteSource)
    const content = this.#separate(
      nodes.filter((node) => !sources.includes(node)),
      context,
    )
    const citation = Flow.blocksOf(this.#findings, sources, { ...defaultContext, style: 'citation' })
    return this.#findings.block('quote', { content: [...content, ...citation] })
  }

  /** Converts a figure: a gallery, one object with its caption, or other content. */
  #figure(figure: Element, context: TextContext): void {
    if (isGallery(figure)) return this.#gallery(figure, context)
    const { special, link } = figureContent(figure)
    // Several objects, or an object with text, are converted in sequence.
    if (special === null) return this.#within(figure.childNodes, context, context)
    const findings = this.#findings
    const caption = captionOf(figure, this.#read)
    const withCaption = (block: Block): void => {
      this.#out.addBlock(block, context)
      // A table can have a caption itself.
      for (const [name, value] of Object.entries(captionParts(caption))) block[name] ??= value
    }
    switch (special.tagName) {
      case 'table':
        return withCaption(this.#table(special))
      case 'blockquote':
        return this.#quotedFigure(figure, special, context)
      case 'iframe':
      case 'audio':
      case 'video':
        return withCaption(playerOrEmbed(findings, special) ?? this.#keepAsHtml(special))
      default: {
        const parts = link === null ? linkPart(context) : link
        return withCaption(imageBlock(findings, special, parts) ?? this.#keepAsHtml(special))
      }
    }
  }

  #gallery(figure: Element, context: TextContext): void {
    const [gallery = null, ...rest] = galleryFigure(this.#findings, figure, this.#read)
    this.#out.addBlock(gallery, context)
    this.#out.blocks.push(...rest)
  }

  /** Converts a figure with a quote; its caption is the source of the quote. */
  #quotedFigure(figure: Element, quote: Element, context: TextContext): void {
    const style = classesOf(figure).includes('wp-block-pullquote') ? 'pullquote' : 'blockquote'
    this.#quote(quote.childNodes, context, style)
    const caption = findTag(figure.childNodes, 'figcaption')
    if (caption !== null) this.#within(caption.childNodes, context, { ...context, style: 'citation' })
  }

  #table(table: Element): Block {
    return captionedTable(this.#findings, table, this.#read) ?? this.#keepAsHtml(table)
  }

  /** Converts a shortcode; if it has no block, as a caption of several pictures, its content and then its caption. */
  #shortcode(element: Element, context: TextContext): void {
    const block = shortcodeBlock(this.#findings, element, this.#read)
    if (block !== null) return this.#out.addBlock(block, context)
    this.read(element.childNodes, context)
    const caption = captionAttribute(element)
    if (caption === '') return
    this.#out.end(context)
    this.#out.paragraph.add(caption, context)
  }
}

/** Whether a figure is a gallery of WordPress or Ghost. */
function isGallery(figure: Element): boolean {
  return classesOf(figure).some((name) => name === 'wp-block-gallery' || name === 'kg-gallery-card')
}
