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
import { type TextContext, Paragraph, defaultContext } from './inline.ts'
import { captionOf, type ReadBlocks } from './captions.ts'
import { commentBlock } from './comments.ts'
import { preformatted } from './code.ts'
import { entryBlocks } from './entry.ts'
import { figureContent, galleryFigure } from './figure.ts'
import { captionParts, embedBlock, imageBlock, linkAddress, playerOrEmbed } from './media-blocks.ts'
import { providerOf } from './providers.ts'
import { isShortcode, shortcodeTag } from './shortcodes.ts'
import { captionAttribute, shortcodeBlock } from './shortcode-blocks.ts'
import { captionedTable } from './table.ts'

/** limit of the levels of a list; deeper entries are on this level */
const maxLevel = 20

/**
 * Converts HTML to blocks of rich text. Text collects in one paragraph until a block element ends it, or an empty line
 * in content of the classic editor (`autop`). Content without an equivalent is kept as HTML.
 */
export class Flow {
  readonly blocks: Block[] = []
  readonly #findings: Findings
  readonly #paragraph: Paragraph
  /** right after a line break */
  #isAfterBreak = false
  /** within a quotation in a text, where inner quotations have single marks */
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

  /** Reads a text, or a comment that represents a block, such as `<!--more-->`. */
  #leaf(node: Node, context: TextContext): void {
    const comment = commentOf(node)?.trim()
    const block = comment === undefined ? null : commentBlock(this.#findings, comment)
    if (block !== null) this.#addBlock(block, context)
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

  /** Adds a line break for an element. A line end right after the element belongs to the same break. */
  #lineBreak(context: TextContext): void {
    this.#paragraph.breakLine(context)
    this.#isAfterBreak = true
  }

  /** Adds lines with breaks between them. */
  #lines(given: string, context: TextContext): void {
    const text = this.#isAfterBreak ? given.replace(/^[ \t]*\n/, '') : given
    this.#isAfterBreak = false
    const [first = '', ...rest] = text.split('\n')
    this.#paragraph.add(first, context)
    for (const line of rest) {
      this.#paragraph.breakLine(context)
      this.#paragraph.add(line, context)
    }
  }

  /** Ends the paragraph and adds its block; if it is only a shortcode or an address to embed, the block for that. */
  #end(context: TextContext): void {
    const text = this.#paragraph.text.trim()
    if (context.style === 'normal' && context.listItem === null) {
      if (isShortcode(text) && this.#paragraph.isPlain) {
        this.#paragraph.take(context)
        this.blocks.push(this.#findings.keep('shortcode', text))
        return
      }
      // As in the classic editor, an address of a known site alone in a paragraph shows that page.
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
  #addBlock(block: Block | null, context: TextContext): void {
    this.#end(context)
    if (block === null) return
    this.#findings.takeAnchor(block)
    this.blocks.push(block)
  }

  /** Reads the blocks within a caption or a cell, where blank lines do not separate paragraphs. */
  readonly #read: ReadBlocks = (nodes) => Flow.blocksOf(this.#findings, nodes)

  #element(element: Element, context: TextContext): void {
    const { tagName, childNodes } = element
    this.#anchorNext(element, context)
    const mark = Object.hasOwn(marks, tagName) ? marks[tagName] : undefined
    if (mark !== undefined) return this.read(childNodes, { ...context, marks: withMark(context.marks, mark) })
    if (tagName === 'br') return this.#lineBreak(context)
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
    this.#end(context)
    this.#findings.anchor = null
    const first = this.blocks.length
    this.#special(element, context)
    this.#findings.anchorNext(anchor)
    const block = this.blocks[first]
    if (block !== undefined) this.#findings.takeAnchor(block)
  }

  /** Remembers the anchor of an element for its block, after ending the text before it. */
  #anchorNext(element: Element, context: TextContext): void {
    const anchor = anchorOf(element)
    if (anchor === null) return
    const { tagName } = element
    // Within a list entry paragraphs are only lines (`#container`), so the text before them does not end.
    const isBlock = headings.has(tagName) || containers.has(tagName) || blockElements.has(tagName)
    if (isBlock && context.listItem === null) this.#end(context)
    this.#findings.anchorNext(anchor)
  }

  /** Adds the quotation marks that browsers show around the text of a quotation. */
  #quotation({ childNodes }: Element, context: TextContext): void {
    const [open, close] = this.#isQuoting ? ['\u2018', '\u2019'] : ['\u201c', '\u201d']
    this.#isQuoting = !this.#isQuoting
    this.#paragraph.add(open, context)
    this.read(childNodes, context)
    this.#paragraph.add(close, context)
    this.#isQuoting = !this.#isQuoting
  }

  #container(element: Element, context: TextContext): void {
    const { childNodes } = element
    // A list item is one block, so its paragraphs become lines.
    if (context.listItem !== null && element.tagName === 'p') {
      if (!this.#paragraph.isBlank) this.#paragraph.breakLine(context)
      return this.read(childNodes, context)
    }
    this.#within(childNodes, context, { ...context, ...alignPart(element) })
  }

  /** Converts the content of a block element to separate blocks. */
  #within(nodes: readonly Node[], outer: TextContext, inner: TextContext): void {
    this.#end(outer)
    this.read(nodes, inner)
    this.#end(inner)
  }

  /** Converts a link (`<a>`): texts within it get it as a mark, pictures as a property. */
  #link(element: Element, context: TextContext): void {
    const { childNodes } = element
    const href = attribute(element, 'href')
    const link = linkAddress(href)
    const mark = this.#paragraph.link(href, linkRelation(element))
    const inner = { ...context, ...(link !== null && { link, linkTitle: attribute(element, 'title') }) }
    const marked = mark === null ? inner : { ...inner, marks: [...context.marks, mark] }
    // A player cannot be a link, so the address is added as text.
    const player = findTag(childNodes, 'iframe', 'audio', 'video')
    if (player !== null && textContent(childNodes).trim() === '') this.#paragraph.add(href.trim(), marked)
    this.read(childNodes, marked)
    if (mark === null) return
    // `#` leads nowhere: such a link is a button of a script.
    if (!this.#paragraph.hasText(mark) && href !== '#') this.#nameLink(element, marked)
    this.#paragraph.endLink(mark)
  }

  /** Adds the name of a link that shows no text, such as an icon; a link around a picture needs none. */
  #nameLink(element: Element, context: TextContext): void {
    const { childNodes } = element
    const isEmpty = childNodes.length === 0 && attribute(element, 'aria-label') === ''
    if (isEmpty) this.#findings.lose('a without content')
    else if (findTag(childNodes, 'img') === null) this.#paragraph.add(linkName(element), context)
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
        this.#end(context)
        this.blocks.push(...findings.takePlaceholder(attribute(element, 'data-key')))
        return
      case 'hr':
        return this.#addBlock(findings.block('break', { style: 'separator' }), context)
      case 'img':
        return this.#addBlock(
          imageBlock(findings, element, linkPart(context)) ?? this.#keepAsHtml(element),
          context,
        )
      case 'figure':
        return this.#figure(element, context)
      case 'table':
        return this.#addBlock(this.#table(element), context)
      case 'iframe':
      case 'audio':
      case 'video':
        return this.#addBlock(playerOrEmbed(findings, element) ?? this.#keepAsHtml(element), context)
      case 'details':
        return this.#addBlock(
          detailsBlock(this.#findings, element, (nodes) => this.#separate(nodes, context)),
          context,
        )
      case shortcodeTag:
        return this.#shortcode(element, context)
      default:
        if (isUnknown(element)) return this.#unknown(element, context)
        return this.#addBlock(this.#keepAsHtml(element), context)
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
    if (!isRich) return this.#addBlock(preformatted(this.#findings, element), context)
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
      level: Math.min(context.level + 1, maxLevel),
      autop: false,
      align: null,
    }
    const first = this.blocks.length
    for (const node of element.childNodes) {
      if (isElement(node) && node.tagName === 'li') this.#entry(node, inner)
      else if (isElement(node)) this.#element(node, inner)
      else if (textNode(node)?.trim() !== '') this.#leaf(node, inner)
    }
    this.#end(inner)
    // Lists have no block of their own, so the first entry says from which number they count.
    const entry = this.blocks[first]
    if (entry?.['listItem'] === listItem && entry['level'] === inner.level)
      Object.assign(entry, countPart(element))
  }

  #entry(entry: Element, context: TextContext): void {
    this.#findings.anchorNext(anchorOf(entry))
    this.#end(context)
    const first = this.blocks.length
    this.#within(entry.childNodes, context, context)
    this.blocks.push(...entryBlocks(this.#findings, this.blocks.splice(first), context))
  }

  #quote(nodes: readonly Node[], context: TextContext, style: string): void {
    const inner: TextContext = { ...context, style, listItem: null, level: 0 }
    // Paragraphs and lists have the style of a quote; everything else needs a block that holds it.
    if (style === 'blockquote' && findTag(nodes, ...nestedInQuotes) !== null)
      return this.#addBlock(this.#quoteWithBlocks(nodes, context), context)
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

  #figure(figure: Element, context: TextContext): void {
    const { childNodes } = figure
    const findings = this.#findings
    if (classesOf(figure).some((name) => name === 'wp-block-gallery' || name === 'kg-gallery-card')) {
      const [gallery = null, ...rest] = galleryFigure(findings, figure, this.#read)
      this.#addBlock(gallery, context)
      return void this.blocks.push(...rest)
    }
    const { special, link } = figureContent(figure)
    // Several objects, or an object with text, are converted in sequence.
    if (special === null) return this.#within(childNodes, context, context)
    const caption = captionOf(figure, this.#read)
    const withCaption = (block: Block): void => {
      this.#addBlock(block, context)
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
    if (block !== null) return this.#addBlock(block, context)
    this.read(element.childNodes, context)
    const caption = captionAttribute(element)
    if (caption === '') return
    this.#end(context)
    this.#paragraph.add(caption, context)
  }
}
