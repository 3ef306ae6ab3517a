import { addressAt, type Block, type Findings } from './block.ts'
import { captionOf, captionWithin, type ReadBlocks } from './captions.ts'
import { codeBlock } from './code.ts'
import { Flow } from './flow.ts'
import {
  attribute,
  classesOf,
  cleanText,
  type Element,
  findAll,
  findElement,
  findTag,
  lineWithin,
  type Node,
  parseHtml,
  textContent,
} from './html.ts'
import { footnoteBlocks } from './footnotes.ts'
import { hasLeftover } from './leftover.ts'
import { type TextContext, defaultContext } from './inline.ts'
import { htmlOf, innerBlocks, type MarkupBlock, markupOf } from './markup.ts'
import {
  captionParts,
  embedBlock,
  fileBlock,
  galleryBlock,
  galleryOfIds,
  imageBlock,
  playerBlock,
  textPart,
} from './media-blocks.ts'
import { withShortcodes } from './shortcodes.ts'

/** limit of nested rich text blocks; deeper ones are added to their container */
const maxDepth = 6

interface Place {
  readonly findings: Findings
  readonly depth: number
}

type Conversion = (block: MarkupBlock, place: Place) => Block[]

/** Converts block markup to rich text. */
export function convertBlocks(blocks: readonly MarkupBlock[], place: Place): Block[] {
  return blocks.flatMap((block) => convertBlock(block, place))
}

function convertBlock(block: MarkupBlock, place: Place): Block[] {
  const { name } = block
  if (name === null) return convertHtml(htmlOf(block), place.findings, { ...defaultContext, autop: true })
  const own = Object.hasOwn(conversions, name) ? conversions[name] : undefined
  if (own !== undefined) return own(block, place)
  if (name.startsWith('core-embed/')) return embed(block, place)
  return unknown(block, place)
}

/** Converts HTML to blocks; HTML that nests too deeply is kept as one block. */
export function convertHtml(
  html: string,
  findings: Findings,
  context: TextContext = defaultContext,
): Block[] {
  if (html.trim() === '') return []
  const nodes = parseHtml(context.autop ? withShortcodes(html) : html)
  return nodes === null
    ? [findings.keep('deeply nested HTML', html)]
    : Flow.blocksOf(findings, nodes, context)
}

/** Blocks that only consist of HTML. */
const plain: Conversion = (block, place) => convertHtml(plainHtml(block, place), place.findings)

const plainNames = new Set(['paragraph', 'heading', 'list', 'list-item', 'quote', 'table'])

/** The HTML of a block; inner blocks with a special conversion become placeholders. */
function plainHtml({ content }: MarkupBlock, place: Place): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      const isPlain = part.name !== null && plainNames.has(part.name)
      return isPlain ? plainHtml(part, place) : place.findings.place(convertBlock(part, place))
    })
    .join('')
}

/** A conversion that uses only parts of a block's HTML: the block is also kept as HTML if something is left over. */
function checked(conversion: Conversion): Conversion {
  return (block, place) => {
    const blocks = conversion(block, place)
    if (!hasLeftover(ownHtml(block), blocks)) return blocks
    return [...blocks, place.findings.keep(block.name ?? '', markupOf(withoutInner(block)))]
  }
}

/** The same for a conversion that also uses the inner blocks. */
function checkedWhole(conversion: Conversion): Conversion {
  return (block, place) => {
    const blocks = conversion(block, place)
    const isLeft = hasLeftover(htmlOf(block), blocks)
    return isLeft ? [...blocks, place.findings.keep(block.name ?? '', markupOf(block))] : blocks
  }
}

function withoutInner(block: MarkupBlock): MarkupBlock {
  return { ...block, content: block.content.filter((part) => typeof part === 'string') }
}

function ownHtml(block: MarkupBlock): string {
  return htmlOf(withoutInner(block))
}

function styled(style: string): Conversion {
  return (block, { findings }) => {
    const nodes = nodesOf(block)
    const inner = findTag(nodes, 'pre')?.childNodes ?? nodes
    return Flow.blocksOf(findings, inner, { ...defaultContext, style, preformatted: true })
  }
}

/** A block that only groups others. */
const group: Conversion = (block, place) => convertBlocks(partsOf(block), place)

/** Inner blocks, and the HTML between them if it has content. */
function partsOf({ content }: MarkupBlock): MarkupBlock[] {
  return content.flatMap((part): MarkupBlock[] => {
    if (typeof part !== 'string') return [part]
    return hasNoContent(part) ? [] : [{ name: null, attributes: {}, content: [part] }]
  })
}

/** Whether HTML only consists of the wrapper tags of a block. */
function hasNoContent(html: string): boolean {
  return (
    /^[^]{0,2000}$/.test(html) &&
    html.replace(/<\/?(div|section|main|article|aside|header|footer|figure|span)\b[^>]*>/gi, '').trim() === ''
  )
}

function container(
  type: string,
  parts: (block: MarkupBlock, findings: Findings) => Record<string, unknown>,
): Conversion {
  return checked((block, { findings, depth }) => {
    const inner = { findings, depth: depth + 1 }
    const said = parts(block, findings)
    const content =
      innerBlocks(block).length > 0 ? withTexts(block, inner) : textsOf(htmlOf(block), { findings, said })
    if (depth < maxDepth) return [findings.block(type, { ...said, content })]
    return [...attributeParts(said), ...content]
  })
}

/** In containers that nest too deeply, their own content precedes that of their inner blocks. */
function attributeParts(said: Readonly<Record<string, unknown>>): Block[] {
  return Object.values(said).filter(
    (one): one is Block => typeof one === 'object' && one !== null && '_type' in one,
  )
}

/** The blocks within a container, with the text between them. */
function withTexts({ content }: MarkupBlock, place: Place): Block[] {
  return content.flatMap((part) => {
    if (typeof part !== 'string') return convertBlock(part, place)
    const nodes = hasNoContent(part) ? [] : (parseHtml(part) ?? [])
    const said = findTag(nodes, 'figure', 'img', 'video', 'summary', 'span') === null ? nodes : []
    return Flow.blocksOf(place.findings, said)
  })
}

/** The text of a container without inner blocks: older versions store it in their HTML. */
function textsOf(
  html: string,
  { findings, said }: { findings: Findings; said: Readonly<Record<string, unknown>> },
): Block[] {
  const shown = new Set(attributeParts(said).map(({ url }) => url))
  return convertHtml(html, findings).filter(({ url }) => url === undefined || !shown.has(url))
}

const columns: Conversion = (block, place) => {
  const { findings, depth } = place
  const parts = innerBlocks(block)
  if (parts.length === 0) return convertHtml(htmlOf(block), findings)
  if (depth >= maxDepth) return group(block, place)
  const inner = { findings, depth: depth + 1 }
  const between = block.content
    .filter((part) => typeof part === 'string')
    .filter((part) => !hasNoContent(part))
  return [
    findings.block('columns', {
      columns: parts.map((column) => ({
        _type: 'column',
        _key: findings.key(),
        ...textPart('width', stringOf(column.attributes['width'])),
        content:
          column.name === 'column' ? convertBlocks(partsOf(column), inner) : convertBlock(column, inner),
      })),
    }),
    ...convertHtml(between.join(''), findings),
  ]
}

const cover = container('cover', (block, findings) => {
  const url = stringOf(block.attributes['url'])
  if (url === '') return {}
  const isVideo = block.attributes['backgroundType'] === 'video'
  const file = fileBlock(findings, isVideo ? 'video' : 'document', {
    url,
    sourceId: stringOf(block.attributes['id']),
  })
  if (file === null) return {}
  const shown = findTag(parseHtml(ownHtml(block)) ?? [], 'img')
  return { background: isVideo ? file : asImage(file, shown) }
})

const mediaText: Conversion = (block, place) => {
  const { findings } = place
  const nodes = parseHtml(ownHtml(block)) ?? []
  const figure = findTag(nodes, 'figure')?.childNodes ?? nodes
  const image = findTag(figure, 'img')
  const video = findTag(figure, 'video')
  const anchor = findElement(figure, (one) => one.tagName === 'a' && findTag(one.childNodes, 'img') === image)
  const sourceId = stringOf(block.attributes['mediaId'])
  const media =
    image !== null
      ? imageBlock(findings, image, anchor === null ? {} : { link: attribute(anchor, 'href') })
      : fileBlock(findings, 'video', { url: video === null ? '' : attribute(video, 'src'), sourceId })
  const position = block.attributes['mediaPosition'] === 'right' ? 'right' : 'left'
  return container('mediaText', () => ({ ...(media !== null && { media }), position }))(block, place)
}

/** A background image is no block, but its address is resolved like that of an image. */
function asImage(file: Block, shown: Element | null): Block {
  file._type = 'image'
  delete file['media']
  return Object.assign(file, shown === null ? {} : textPart('alt', attribute(shown, 'alt')))
}

const image: Conversion = (block, { findings }) => {
  const blocks = convertHtml(htmlOf(block), findings)
  const id = stringOf(block.attributes['id'])
  const last = findings.addresses.findLast(({ url }) => url === blocks[0]?.['url'])
  if (id !== '' && last !== undefined && last.sourceId === '')
    findings.addresses.push({ ...last, sourceId: id })
  return blocks
}

const gallery: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const read = reader(findings)
  const outer = findTag(nodes, 'figure', 'ul')
  const own = outer?.childNodes.find((node) => node.nodeName === 'figcaption')
  const caption = own === undefined ? {} : captionWithin([own], read)
  const found = galleryBlock(findings, nodes, { caption, read })
  if (found !== null) return [found]
  const ids = Array.isArray(block.attributes['ids']) ? block.attributes['ids'].map(stringOf) : []
  return ids.length === 0 ? [] : [galleryOfIds(findings, ids)]
}

function reader(findings: Findings): ReadBlocks {
  return (nodes) => Flow.blocksOf(findings, nodes)
}

const embed: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const caption = captionOf(findTag(nodes, 'figure'), reader(findings))
  const url = stringOf(block.attributes['url']) || /https?:\/\/\S+/.exec(textContent(nodes))?.[0] || ''
  const found = embedBlock(findings, url, caption)
  return found === null ? [findings.keep('embed', markupOf(block))] : [found]
}

function player(media: 'audio' | 'video'): Conversion {
  return (block, { findings }) => {
    const nodes = nodesOf(block)
    const element = findTag(nodes, media)
    const caption = captionOf(findTag(nodes, 'figure'), reader(findings))
    const sourceId = stringOf(block.attributes['id'])
    const found =
      element === null
        ? fileBlock(findings, media, { url: stringOf(block.attributes['src']), sourceId })
        : playerBlock(findings, element, { ...caption, sourceId })
    return found === null ? keepIfAnything(block, findings) : [Object.assign(found, captionParts(caption))]
  }
}

const file: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const anchor = findTag(nodes, 'a')
  const found = fileBlock(findings, 'document', {
    url: stringOf(block.attributes['href']) || (anchor === null ? '' : attribute(anchor, 'href')),
    sourceId: stringOf(block.attributes['id']),
    filename: anchor === null ? '' : lineWithin(anchor.childNodes),
  })
  if (found === null) return keepIfAnything(block, findings)
  const download = findElement(nodes, (one) => classesOf(one).includes('wp-block-file__button'))
  const label = download === null || download === anchor ? '' : lineWithin(download.childNodes)
  return [Object.assign(found, textPart('button', label))]
}

const code: Conversion = (block, place) => {
  const { findings } = place
  // Code has no links, so with some it becomes text that keeps its lines.
  if (findTag(nodesOf(block), 'a', 'img') !== null) return styled('preformatted')(block, place)
  const text = cleanText(textContent(nodesOf(block))).replace(/^\n|\n$/g, '')
  const language = /^[a-z0-9][a-z0-9+#.-]{0,39}$/i.exec(stringOf(block.attributes['language']))?.[0]
  return text.trim() === '' ? [] : [codeBlock(findings, text, language)]
}

const pullquote: Conversion = (block, { findings }) => {
  const quote = findTag(nodesOf(block), 'blockquote')
  if (quote === null) return convertHtml(htmlOf(block), findings)
  const figure = findTag(nodesOf(block), 'figcaption')
  quote.attrs = [{ name: 'class', value: 'pullquote' }]
  return Flow.blocksOf(findings, figure === null ? [quote] : [quote, figure])
}

const buttons: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const found = [...findAll(nodes, 'a'), ...findAll(nodes, 'button')].map((one) => {
    const blank = attribute(one, 'target') === '_blank' ? { blank: true } : {}
    const button: Block = findings.block('button', { text: lineWithin(one.childNodes), ...blank })
    return withUrl(findings, button, attribute(one, 'href'))
  })
  return found.length === 0
    ? convertHtml(htmlOf(block), findings)
    : [findings.block('buttons', { buttons: found })]
}

const socialLinks: Conversion = (block, { findings }) => {
  const links = socialEntries(block).flatMap(({ attributes, nodes }) => {
    const anchor = findTag(nodes, 'a')
    const url = stringOf(attributes['url']) || (anchor === null ? '' : attribute(anchor, 'href'))
    const service = stringOf(attributes['service']) || serviceOf(nodes)
    const text = stringOf(attributes['label']) || (anchor === null ? '' : linkLabel(anchor)) || service
    if (url === '' && text === '') return []
    return [withUrl(findings, findings.block('button', { text, ...textPart('service', service) }), url)]
  })
  return links.length === 0 ? [] : [findings.block('buttons', { buttons: links })]
}

interface SocialEntry {
  readonly attributes: MarkupBlock['attributes']
  readonly nodes: readonly Node[]
}

/** Entries are blocks of their own, or only elements. */
function socialEntries(block: MarkupBlock): SocialEntry[] {
  const inner = innerBlocks(block)
  if (inner.length > 0) return inner.map((one) => ({ attributes: one.attributes, nodes: nodesOf(one) }))
  return findAll(nodesOf(block), 'li').map((entry) => ({ attributes: {}, nodes: [entry] }))
}

/** The service of a link is in the class of its entry. */
function serviceOf(nodes: readonly Node[]): string {
  const entry = findTag(nodes, 'li')
  return (
    (entry === null ? [] : classesOf(entry))
      .map((name) => /^wp-social-link-(.+)$/.exec(name)?.[1] ?? '')
      .find((name) => name !== '') ?? ''
  )
}

function linkLabel(anchor: Element): string {
  return lineWithin(anchor.childNodes) || attribute(anchor, 'aria-label')
}

function withUrl(findings: Findings, button: Block, href: string): Block {
  const target = href === '' ? null : fileBlock(findings, 'document', { url: href })
  if (target === null) return button
  const { url } = target
  button['url'] = url
  findings.addresses.pop()
  findings.addresses.push({
    url: String(url),
    sourceId: '',
    apply: (found) => {
      button['url'] = addressAt(found, String(url))
      if (found.kind === 'item') button['reference'] = { collection: found.collection, id: found.id }
    },
  })
  return button
}

function breakOf(style: string): Conversion {
  return (_, { findings }) => [findings.block('break', { style })]
}

const kept: Conversion = (block, { findings }) => {
  const html = htmlOf(block).trim()
  return html === '' ? [] : [findings.keep(block.name ?? 'html', html)]
}

/** The HTML of a page builder, which has paragraphs of its own. */
function builtPage(block: MarkupBlock, { findings }: Place): Block[] {
  return convertHtml(withShortcodes(htmlOf(block)), findings)
}

/** A section by its id on the old site; its slug is resolved later. */
const section: Conversion = (block, { findings }) => {
  const sourceId = stringOf(block.attributes['ref'])
  if (sourceId === '') return keepIfAnything(block, findings)
  const reference = findings.block('section', { sourceId })
  findings.addresses.push({
    url: '',
    sourceId: `section:${sourceId}`,
    apply: (target) => {
      if (target.kind !== 'item') return
      reference['slug'] = target.path
      delete reference['sourceId']
    },
  })
  return [reference]
}

/** Converts the inner blocks of an unknown block, and keeps the block itself as HTML. */
function unknown(block: MarkupBlock, place: Place): Block[] {
  const own = withoutInner(block)
  const hasOwn = Object.keys(block.attributes).length > 0 || !hasNoContent(htmlOf(own))
  const isWhole = innerBlocks(block).length === 0
  const shell = isWhole || hasOwn ? [place.findings.keep(block.name ?? '', markupOf(own))] : []
  return isWhole ? shell : [...shell, ...convertBlocks(partsOf(block), place)]
}

function keepIfAnything(block: MarkupBlock, findings: Findings): Block[] {
  const isEmpty = htmlOf(block).trim() === '' && Object.keys(block.attributes).length === 0
  return isEmpty ? [] : [findings.keep(block.name ?? '', markupOf(block))]
}

function nodesOf(block: MarkupBlock): readonly Node[] {
  return parseHtml(htmlOf(block)) ?? []
}

function stringOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? cleanText(value) : ''
}

const conversions: Readonly<Record<string, Conversion>> = {
  paragraph: plain,
  heading: plain,
  list: plain,
  'list-item': plain,
  quote: plain,
  table: plain,
  freeform: (block, { findings }) => convertHtml(htmlOf(block), findings, { ...defaultContext, autop: true }),
  classic: (block, { findings }) => convertHtml(htmlOf(block), findings, { ...defaultContext, autop: true }),
  preformatted: styled('preformatted'),
  verse: styled('verse'),
  pullquote: checked(pullquote),
  code,
  image: checked(image),
  gallery: checked(gallery),
  embed: checked(embed),
  audio: checked(player('audio')),
  video: checked(player('video')),
  file,
  group,
  columns,
  column: group,
  cover,
  'media-text': mediaText,
  details: (block, { findings, depth }) => {
    const summary = findTag(nodesOf(block), 'summary')
    const title = summary === null ? '' : lineWithin(summary.childNodes)
    return container('details', () => ({ title }))(block, { findings, depth })
  },
  buttons: checkedWhole(buttons),
  button: checkedWhole(buttons),
  'social-links': socialLinks,
  separator: breakOf('separator'),
  more: (block, { findings }) => {
    const text = stringOf(block.attributes['customText'])
    return [findings.block('break', { style: 'more', ...(text !== '' && { text }) })]
  },
  nextpage: breakOf('page'),
  // Only white space between blocks.
  spacer: () => [],
  html: kept,
  shortcode: (block, { findings }) =>
    convertHtml(htmlOf(block), findings, { ...defaultContext, autop: true }),
  block: section,
  footnotes: (_, { findings }) => footnoteBlocks(findings),
  // Its content is the HTML that the page builder has made.
  'fl-builder/layout': builtPage,
}
