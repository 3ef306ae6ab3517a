import type { Block, Findings } from './block.ts'
import { attribute, cleanText, findAll, findTag, lineOf, type Node, parseHtml, textContent } from './html.ts'
import { codeBlock, Flow } from './flow.ts'
import { type Look, plainLook } from './inline.ts'
import { htmlOf, innerBlocks, type MarkupBlock, markupOf } from './markup.ts'
import {
  captionOf,
  embedBlock,
  fileBlock,
  galleryBlock,
  galleryOfIds,
  imageBlock,
  textPart,
} from './media-blocks.ts'
import { withShortcodes } from './shortcodes.ts'

/** how deep blocks of rich text may hold others; those beyond stand in the block around them */
const mostDepth = 6

interface Place {
  readonly findings: Findings
  readonly depth: number
}

type Conversion = (block: MarkupBlock, place: Place) => Block[]

/** The blocks that block markup becomes. */
export function convertBlocks(blocks: readonly MarkupBlock[], place: Place): Block[] {
  return blocks.flatMap((block) => convertBlock(block, place))
}

function convertBlock(block: MarkupBlock, place: Place): Block[] {
  const { name } = block
  if (name === null) return convertHtml(htmlOf(block), place.findings, { ...plainLook, autop: true })
  const own = Object.hasOwn(conversions, name) ? conversions[name] : undefined
  if (own !== undefined) return own(block, place)
  if (name.startsWith('core-embed/')) return embed(block, place)
  return unknown(block, place)
}

/** HTML as blocks; all of it as one where it is too deep to be read. */
export function convertHtml(html: string, findings: Findings, look: Look = plainLook): Block[] {
  if (html.trim() === '') return []
  const nodes = parseHtml(look.autop ? withShortcodes(html) : html)
  return nodes === null ? [findings.keep('deeply nested HTML', html)] : Flow.blocksOf(findings, nodes, look)
}

const plain: Conversion = (block, { findings }) => convertHtml(htmlOf(block), findings)

function styled(style: string): Conversion {
  return (block, { findings }) => {
    const nodes = nodesOf(block)
    const inner = findTag(nodes, 'pre')?.childNodes ?? nodes
    return Flow.blocksOf(findings, inner, { ...plainLook, style, preformatted: true })
  }
}

/** A block that only groups others. */
const group: Conversion = (block, place) => convertBlocks(partsOf(block), place)

/** Inner blocks, and HTML between them that says something. */
function partsOf({ content }: MarkupBlock): MarkupBlock[] {
  return content.flatMap((part): MarkupBlock[] => {
    if (typeof part !== 'string') return [part]
    return saysNothing(part) ? [] : [{ name: null, attributes: {}, content: [part] }]
  })
}

/** The tags that a block puts around its inner blocks. */
function saysNothing(html: string): boolean {
  return (
    /^[^]{0,2000}$/.test(html) &&
    html.replace(/<\/?(div|section|main|article|aside|header|footer|figure|span)\b[^>]*>/gi, '').trim() === ''
  )
}

function container(
  type: string,
  parts: (block: MarkupBlock, findings: Findings) => Record<string, unknown>,
): Conversion {
  return (block, { findings, depth }) => {
    const inner = { findings, depth: depth + 1 }
    const said = parts(block, findings)
    const content =
      innerBlocks(block).length > 0 ? convertBlocks(innerBlocks(block), inner) : textsOf(block, findings)
    if (depth < mostDepth) return [findings.block(type, { ...said, content })]
    return content
  }
}

/** What a container says that holds no blocks: older ones have their text in their HTML. */
function textsOf(block: MarkupBlock, findings: Findings): Block[] {
  return convertHtml(htmlOf(block), findings).filter(({ _type }) => _type !== 'image' && _type !== 'file')
}

const columns: Conversion = (block, place) => {
  const { findings, depth } = place
  const parts = innerBlocks(block)
  if (depth >= mostDepth) return convertBlocks(parts, place)
  const inner = { findings, depth: depth + 1 }
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
  ]
}

const cover = container('cover', ({ attributes }, findings) => {
  const url = stringOf(attributes['url'])
  const file =
    url === '' ? null : fileBlock(findings, 'document', { url, sourceId: stringOf(attributes['id']) })
  return file === null ? {} : { background: asImage(file) }
})

const mediaText: Conversion = (block, place) => {
  const { findings } = place
  const nodes = nodesOf({ ...block, content: block.content.filter((part) => typeof part === 'string') })
  const image = findTag(nodes, 'img')
  const video = findTag(nodes, 'video')
  const sourceId = stringOf(block.attributes['mediaId'])
  const media =
    image !== null
      ? imageBlock(findings, image)
      : fileBlock(findings, 'video', { url: video === null ? '' : attribute(video, 'src'), sourceId })
  const position = block.attributes['mediaPosition'] === 'right' ? 'right' : 'left'
  return container('mediaText', () => ({ ...(media !== null && { media }), position }))(block, place)
}

/** The image of a background is no block of its own, but found and replaced like one. */
function asImage(file: Block): Block {
  file._type = 'image'
  delete file['media']
  return file
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
  const outer = findTag(nodes, 'figure', 'ul')
  const caption = outer === null ? '' : ownCaption(outer.childNodes)
  const found = galleryBlock(findings, nodes, caption)
  if (found !== null) return [found]
  const ids = Array.isArray(block.attributes['ids']) ? block.attributes['ids'].map(stringOf) : []
  return ids.length === 0 ? [] : [galleryOfIds(findings, ids)]
}

function ownCaption(nodes: readonly Node[]): string {
  const caption = nodes.find((node) => node.nodeName === 'figcaption')
  return caption === undefined ? '' : lineOf(textContent([caption]))
}

const embed: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const figure = findTag(nodes, 'figure')
  const caption = figure === null ? '' : captionOf(figure)
  const url = stringOf(block.attributes['url']) || /https?:\/\/\S+/.exec(textContent(nodes))?.[0] || ''
  const found = embedBlock(findings, url, caption)
  return found === null ? [findings.keep('embed', markupOf(block))] : [found]
}

function player(media: 'audio' | 'video'): Conversion {
  return (block, { findings }) => {
    const nodes = nodesOf(block)
    const element = findTag(nodes, media)
    const figure = findTag(nodes, 'figure')
    const found = fileBlock(findings, media, {
      url: element === null ? stringOf(block.attributes['src']) : attribute(element, 'src'),
      sourceId: stringOf(block.attributes['id']),
      caption: figure === null ? '' : captionOf(figure),
    })
    return found === null ? keepIfAnything(block, findings) : [found]
  }
}

const file: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const anchor = findTag(nodes, 'a')
  const found = fileBlock(findings, 'document', {
    url: stringOf(block.attributes['href']) || (anchor === null ? '' : attribute(anchor, 'href')),
    sourceId: stringOf(block.attributes['id']),
    filename: anchor === null ? '' : lineOf(textContent(anchor.childNodes)),
  })
  return found === null ? keepIfAnything(block, findings) : [found]
}

const code: Conversion = (block, { findings }) => {
  const text = cleanText(textContent(nodesOf(block))).replace(/^\n|\n$/g, '')
  const language = /^[a-z0-9][a-z0-9+#.-]{0,39}$/i.exec(stringOf(block.attributes['language']))?.[0]
  return text.trim() === '' ? [] : [codeBlock(findings, text, language)]
}

const pullquote: Conversion = (block, { findings }) => {
  const quote = findTag(nodesOf(block), 'blockquote')
  if (quote === null) return convertHtml(htmlOf(block), findings)
  quote.attrs = [{ name: 'class', value: 'pullquote' }]
  return Flow.blocksOf(findings, [quote])
}

const buttons: Conversion = (block, { findings }) => {
  const found = findAll(nodesOf(block), 'a').map((anchor) => {
    const button: Block = findings.block('button', { text: lineOf(textContent(anchor.childNodes)) })
    return withUrl(findings, button, attribute(anchor, 'href'))
  })
  return found.length === 0
    ? convertHtml(htmlOf(block), findings)
    : [findings.block('buttons', { buttons: found })]
}

const socialLinks: Conversion = (block, { findings }) => {
  const links = innerBlocks(block).map(({ attributes }) =>
    withUrl(
      findings,
      findings.block('button', { text: stringOf(attributes['label']) || stringOf(attributes['service']) }),
      stringOf(attributes['url']),
    ),
  )
  return links.length === 0 ? [] : [findings.block('buttons', { buttons: links })]
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
    apply: (found) => void (button['url'] = found.kind === 'item' ? found.path : found.url),
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

/** A section by its id on the old site; its slug here is found out later. */
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

/** Blocks within stay blocks; what has none is kept. */
function unknown(block: MarkupBlock, place: Place): Block[] {
  const inner = innerBlocks(block)
  if (inner.length === 0) return [place.findings.keep(block.name ?? '', markupOf(block))]
  const { kept: counts } = place.findings
  counts.set(block.name ?? '', (counts.get(block.name ?? '') ?? 0) + 1)
  return convertBlocks(partsOf(block), place)
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
  freeform: (block, { findings }) => convertHtml(htmlOf(block), findings, { ...plainLook, autop: true }),
  classic: (block, { findings }) => convertHtml(htmlOf(block), findings, { ...plainLook, autop: true }),
  preformatted: styled('preformatted'),
  verse: styled('verse'),
  pullquote,
  code,
  image,
  gallery,
  embed,
  audio: player('audio'),
  video: player('video'),
  file,
  group,
  columns,
  column: group,
  cover,
  'media-text': mediaText,
  details: (block, { findings, depth }) => {
    const summary = findTag(nodesOf(block), 'summary')
    const title = summary === null ? '' : lineOf(textContent(summary.childNodes))
    return container('details', () => ({ title }))(block, { findings, depth })
  },
  buttons,
  button: buttons,
  'social-links': socialLinks,
  separator: breakOf('separator'),
  more: breakOf('more'),
  nextpage: breakOf('page'),
  // Nothing but room between blocks.
  spacer: () => [],
  html: kept,
  shortcode: kept,
  block: section,
}
