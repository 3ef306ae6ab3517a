import type { Block, Findings } from './block.ts'
import {
  checked,
  checkedWithInner,
  type Conversion,
  convertHtml,
  keepIfAnything,
  nodesOf,
  ownHtml,
  type BlockContext,
  stringOf,
  withoutInner,
} from './block-parts.ts'
import { buttons, socialLinks } from './button-blocks.ts'
import { codeBlock, languageNamed, languageWithin } from './code.ts'
import { Flow } from './flow.ts'
import { attribute, cleanText, type Element, findElement, findTag, parseHtml, textContent } from './html.ts'
import { anchorNamed, linkIn, titleOf } from './elements.ts'
import { footnoteBlocks } from './footnotes.ts'
import { defaultContext } from './inline.ts'
import { htmlOf, innerBlocks, type MarkupBlock, markupOf } from './markup.ts'
import { embed, mediaConversions } from './media-conversions.ts'
import { fileBlock, imageBlock, textPart } from './media-blocks.ts'
import { withShortcodes } from './shortcodes.ts'

/** limit of blocks within blocks of rich text; the content of deeper ones is added to the block around them */
const maxDepth = 6

/** Converts block markup to rich text. */
export function convertBlocks(blocks: readonly MarkupBlock[], context: BlockContext): Block[] {
  return blocks.flatMap((block) => convertBlock(block, context))
}

/** Converts a block, and gives its anchor, or one that waits for a block, to the first block that results. */
function convertBlock(block: MarkupBlock, context: BlockContext): Block[] {
  const { findings } = context
  // Set aside, so that a block within this one does not take it.
  const pendingAnchor = findings.anchor
  findings.anchor = null
  const blocks = converted(block, context)
  const [first] = blocks
  const anchor = anchorOfBlock(block) ?? pendingAnchor
  if (anchor === null) return blocks
  // The anchor of something without a block of its own, such as a spacer, goes to the next block.
  if (first === undefined) findings.anchor ??= anchor
  else if (first._type !== 'htmlBlock') first['anchor'] ??= anchor
  return blocks
}

/** The id of the outermost element of a block. */
function anchorOfBlock({ name, attributes, content: [first] }: MarkupBlock): string | null {
  if (name === null) return null
  const [, , id = ''] =
    (typeof first === 'string' && /^\s*<[a-z][^<>]*\sid=(["'])([^"'<>]+)\1/i.exec(first)) || []
  return anchorNamed(id) ?? anchorNamed(stringOf(attributes['anchor']))
}

/** The blocks by the conversion for the block's name. */
function converted(block: MarkupBlock, context: BlockContext): Block[] {
  const { name } = block
  if (name === null) return classic(block, context)
  const conversion = Object.hasOwn(conversions, name) ? conversions[name] : undefined
  if (conversion !== undefined) return conversion(block, context)
  if (name.startsWith('core-embed/')) return embed(block, context)
  return unknown(block, context)
}

/** HTML of the classic editor, whose blank lines separate paragraphs. */
const classic: Conversion = (block, { findings }) =>
  convertHtml(htmlOf(block), findings, { ...defaultContext, autop: true })

/** A block of HTML alone, together with its inner blocks (`plainHtml`). */
const plain: Conversion = (block, context) =>
  convertHtml(withShortcodes(plainHtml(block, context)), context.findings)

/** blocks whose HTML is a part of the HTML around them, such as an entry of a list */
const plainNames = new Set(['paragraph', 'heading', 'list', 'list-item', 'quote', 'table'])

/** The HTML of a block; inner blocks with a special conversion become placeholders. */
function plainHtml({ content }: MarkupBlock, context: BlockContext): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      const isPlain = part.name !== null && plainNames.has(part.name)
      return isPlain ? plainHtml(part, context) : context.findings.placeholderFor(convertBlock(part, context))
    })
    .join('')
}

/** A conversion to text in a style that keeps its lines and blanks. */
function styled(style: string): Conversion {
  return (block, { findings }) => {
    const nodes = nodesOf(block)
    const inner = findTag(nodes, 'pre')?.childNodes ?? nodes
    return Flow.blocksOf(findings, inner, { ...defaultContext, style, preformatted: true })
  }
}

/** A block that only groups others. */
const group: Conversion = (block, context) => convertBlocks(partsOf(block), context)

/** Inner blocks, and the HTML between them, if it has content, as blocks without a name. */
function partsOf({ content }: MarkupBlock): MarkupBlock[] {
  return content.flatMap((part): MarkupBlock[] => {
    if (typeof part !== 'string') return [part]
    return hasNoContent(part) ? [] : [{ name: null, attributes: {}, content: [part] }]
  })
}

/** Whether HTML only consists of the wrapper tags of a block. */
function hasNoContent(html: string): boolean {
  // Wrapper tags are short; the limit bounds the time of the pattern.
  if (html.length > 2000) return false
  const wrappers = /<\/?(div|section|main|article|aside|header|footer|figure|span)\b[^>]*>/gi
  return html.replace(wrappers, '').trim() === ''
}

/** A conversion to a block with blocks within it; `parts` gives its other properties. */
function container(
  type: string,
  parts: (block: MarkupBlock, findings: Findings) => Record<string, unknown>,
): Conversion {
  return checked((block, { findings, depth }) => {
    const inner = { findings, depth: depth + 1 }
    const properties = parts(block, findings)
    const content =
      innerBlocks(block).length > 0
        ? withTexts(block, inner)
        : textsOf(htmlOf(block), { findings, properties })
    // One that nests too deeply is replaced by what it contains.
    if (depth < maxDepth) return [findings.block(type, { ...properties, content })]
    return [...blocksAmong(properties), ...content]
  })
}

/** The blocks among the properties of a container, such as its background. */
function blocksAmong(properties: Readonly<Record<string, unknown>>): Block[] {
  return Object.values(properties).filter(
    (one): one is Block => typeof one === 'object' && one !== null && '_type' in one,
  )
}

/** The blocks within a container, with the text between them. */
function withTexts({ content }: MarkupBlock, context: BlockContext): Block[] {
  return content.flatMap((part) => {
    if (typeof part !== 'string') return convertBlock(part, context)
    const nodes = hasNoContent(part) ? [] : (parseHtml(part) ?? [])
    // HTML with one of these belongs to the container, which has read it as its picture or title; a `<span>`
    // colours the background.
    const texts = findTag(nodes, 'figure', 'img', 'video', 'summary', 'span') === null ? nodes : []
    return Flow.blocksOf(context.findings, texts)
  })
}

/**
 * The text of a container without inner blocks: older versions store it in their HTML. Files that are properties of the
 * container, such as its background, are not repeated in it.
 */
function textsOf(
  html: string,
  { findings, properties }: { findings: Findings; properties: Readonly<Record<string, unknown>> },
): Block[] {
  const urlsOfProperties = new Set(blocksAmong(properties).map(({ url }) => url))
  return convertHtml(html, findings).filter(({ url }) => url === undefined || !urlsOfProperties.has(url))
}

/** Columns; HTML between them follows them. A block without columns is converted as HTML. */
const columns: Conversion = (block, context) => {
  const { findings, depth } = context
  const parts = innerBlocks(block)
  if (parts.length === 0) return convertHtml(htmlOf(block), findings)
  if (depth >= maxDepth) return group(block, context)
  const inner = { findings, depth: depth + 1 }
  const between = block.content
    .filter((part) => typeof part === 'string')
    .filter((part) => !hasNoContent(part))
  return [
    findings.block('columns', {
      columns: parts.map((column) => ({
        _type: 'column',
        _key: findings.key(),
        ...textPart('anchor', anchorOfBlock(column) ?? undefined),
        ...textPart('width', stringOf(column.attributes['width'])),
        content:
          column.name === 'column' ? convertBlocks(partsOf(column), inner) : convertBlock(column, inner),
      })),
    }),
    ...convertHtml(between.join(''), findings),
  ]
}

/** A container with a picture or video as its background. */
const cover = container('cover', (block, findings) => {
  const url = stringOf(block.attributes['url'])
  if (url === '') return {}
  const isVideo = block.attributes['backgroundType'] === 'video'
  const file = fileBlock(findings, isVideo ? 'video' : 'document', {
    url,
    sourceId: stringOf(block.attributes['id']),
  })
  if (file === null) return {}
  const image = findTag(parseHtml(ownHtml(block)) ?? [], 'img')
  return { background: isVideo ? file : asImage(file, image) }
})

/** A container beside a picture or video, which is on its left or right side. */
const mediaText: Conversion = (block, context) => {
  const { findings } = context
  const nodes = parseHtml(ownHtml(block)) ?? []
  const figure = findTag(nodes, 'figure')?.childNodes ?? nodes
  const image = findTag(figure, 'img')
  const video = findTag(figure, 'video')
  const anchor = findElement(figure, (one) => one.tagName === 'a' && findTag(one.childNodes, 'img') === image)
  const sourceId = stringOf(block.attributes['mediaId'])
  const media =
    image !== null
      ? imageBlock(findings, image, anchor === null ? {} : linkIn(anchor))
      : fileBlock(findings, 'video', { url: video === null ? '' : attribute(video, 'src'), sourceId })
  const position = block.attributes['mediaPosition'] === 'right' ? 'right' : 'left'
  return container('mediaText', () => ({ ...(media !== null && { media }), position }))(block, context)
}

/**
 * Turns the file of a background into an image, so that its address is resolved like that of one. `image` is its
 * element, which has the alternative text.
 */
function asImage(file: Block, image: Element | null): Block {
  file._type = 'image'
  delete file['media']
  return Object.assign(file, image === null ? {} : textPart('alt', attribute(image, 'alt')))
}

/** Program text, with its language if the block or its HTML names one. */
const code: Conversion = (block, context) => {
  const { findings } = context
  // Code has no links or pictures, so with some it becomes text that keeps its lines.
  if (findTag(nodesOf(block), 'a', 'img') !== null) return styled('preformatted')(block, context)
  const text = cleanText(textContent(nodesOf(block))).replace(/^\n|\n$/g, '')
  const language = languageNamed(stringOf(block.attributes['language'])) ?? languageWithin(nodesOf(block))
  return text.trim() === '' ? [] : [codeBlock(findings, text, language)]
}

/** A quote that is set apart, with its source in the caption of the figure. */
const pullquote: Conversion = (block, { findings }) => {
  const quote = findTag(nodesOf(block), 'blockquote')
  if (quote === null) return convertHtml(htmlOf(block), findings)
  const source = findTag(nodesOf(block), 'figcaption')
  // `quoteStyle` takes the style from this class.
  quote.attrs = [{ name: 'class', value: 'pullquote' }]
  return Flow.blocksOf(findings, source === null ? [quote] : [quote, source])
}

/** A conversion to a break, such as a line between texts. */
function breakOf(style: string): Conversion {
  return (_, { findings }) => [findings.block('break', { style })]
}

/** HTML that the author has written as code: it is kept as it is. */
const htmlAsIs: Conversion = (block, { findings }) => {
  const html = htmlOf(block).trim()
  return html === '' ? [] : [findings.keep(block.name ?? 'html', html)]
}

/** The HTML of a page builder, which marks paragraphs by elements, not by blank lines as the classic editor does. */
function builtPage(block: MarkupBlock, { findings }: BlockContext): Block[] {
  return convertHtml(withShortcodes(htmlOf(block)), findings)
}

/** A section (a reusable block there) by its id on the old site; `putTarget` sets its slug later. */
const section: Conversion = (block, { findings }) => {
  const sourceId = stringOf(block.attributes['ref'])
  if (sourceId === '') return keepIfAnything(block, findings)
  const reference = findings.block('section', { sourceId })
  findings.addresses.push({
    url: '',
    sourceId: `section:${sourceId}`,
    place: { kind: 'section', part: reference },
  })
  return [reference]
}

/** Converts the inner blocks of an unknown block, and keeps the block itself as HTML unless it only groups them. */
function unknown(block: MarkupBlock, context: BlockContext): Block[] {
  const withoutBlocks = withoutInner(block)
  const hasOwnContent = Object.keys(block.attributes).length > 0 || !hasNoContent(htmlOf(withoutBlocks))
  const hasInner = innerBlocks(block).length > 0
  const onlyGroups = hasInner && !hasOwnContent
  const kept = onlyGroups ? [] : [context.findings.keep(block.name ?? '', markupOf(withoutBlocks))]
  return hasInner ? [...kept, ...convertBlocks(partsOf(block), context)] : kept
}

/** The conversion of each block by its name, without `core/`. */
const conversions: Readonly<Record<string, Conversion>> = {
  paragraph: plain,
  heading: plain,
  list: plain,
  'list-item': plain,
  quote: plain,
  table: plain,
  freeform: classic,
  classic,
  preformatted: styled('preformatted'),
  verse: styled('verse'),
  pullquote: checked(pullquote),
  code,
  ...mediaConversions,
  group,
  columns,
  column: group,
  cover,
  // `cover-image` and `subhead` are names in the first version of the block editor.
  'cover-image': cover,
  subhead: plain,
  'media-text': mediaText,
  'syntaxhighlighter/code': code,
  details: (block, { findings, depth }) => {
    const summary = findTag(nodesOf(block), 'summary')
    const title = titleOf(findings, summary)
    return container('details', () => ({ title }))(block, { findings, depth })
  },
  buttons: checkedWithInner(buttons),
  button: checkedWithInner(buttons),
  'social-links': socialLinks,
  separator: breakOf('separator'),
  more: (block, { findings }) => {
    const text = stringOf(block.attributes['customText'])
    return [findings.block('break', { style: 'more', ...(text !== '' && { text }) })]
  },
  nextpage: breakOf('page'),
  // Only white space between blocks.
  spacer: () => [],
  html: htmlAsIs,
  shortcode: classic,
  block: section,
  footnotes: (block, context) => {
    const blocks = footnoteBlocks(context.findings)
    return blocks.length > 0 ? blocks : plain(block, context)
  },
  // Blocks of the plugin Jetpack that are only HTML, or pictures.
  'jetpack/contact-info': group,
  'jetpack/address': checked(plain),
  'jetpack/email': checked(plain),
  'jetpack/phone': checked(plain),
  'jetpack/markdown': checked(plain),
  'jetpack/slideshow': mediaConversions.gallery,
  'jetpack/tiled-gallery': mediaConversions.gallery,
  // Its content is the HTML that the page builder has made.
  'fl-builder/layout': builtPage,
}
