import { type Block, cleanAddress, type Findings, type Target } from './block.ts'
import {
  attribute,
  classesOf,
  cleanText,
  type Element,
  findAll,
  findTag,
  lineOf,
  type Node,
  textContent,
} from './html.ts'
import { providerOf } from './providers.ts'

/** An image of another place, until it is found to be one of ours. */
export function imageBlock(
  findings: Findings,
  image: Element,
  parts: { caption?: string; link?: string } = {},
): Block | null {
  const url = absolute(attribute(image, 'src') || attribute(image, 'data-src'))
  if (url === null) return null
  const width = side(attribute(image, 'width'))
  const height = side(attribute(image, 'height'))
  const block = findings.block('image', {
    url,
    ...textPart('alt', attribute(image, 'alt')),
    ...textPart('caption', parts.caption),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...alignOf(image),
  })
  if (parts.link !== undefined) addLink(findings, block, parts.link)
  const sourceId =
    classesOf(image)
      .find((name) => /^wp-image-\d+$/.test(name))
      ?.slice(9) ?? attribute(image, 'data-id')
  findings.addresses.push({ url, sourceId, apply: (target) => applyMedia(block, target) })
  return block
}

/** A gallery of all images within nodes; null when there are none. */
export function galleryBlock(findings: Findings, nodes: readonly Node[], caption = ''): Block | null {
  const captions = captionsOf(nodes)
  const images = findAll(nodes, 'img').flatMap(
    (image) => imageBlock(findings, image, { caption: captions.get(image) ?? '' }) ?? [],
  )
  if (images.length === 0) return null
  return findings.block('gallery', { images, ...textPart('caption', caption) })
}

/** The first image of each figure, with its caption; of figures within others, the innermost counts. */
function captionsOf(nodes: readonly Node[]): Map<Element, string> {
  const captions = new Map<Element, string>()
  for (const holder of [...findAllOf(nodes, 'figure'), ...findAllOf(nodes, 'dl')]) {
    const image = findTag(holder.childNodes, 'img')
    const isOuter = findTag(holder.childNodes, 'figure') !== null
    if (image !== null && !isOuter) captions.set(image, captionOf(holder))
  }
  return captions
}

function findAllOf(nodes: readonly Node[], name: string): Element[] {
  return findAll(nodes, name).flatMap((one) => [one, ...findAllOf(one.childNodes, name)])
}

/** Images by their ids on the old site; which they are is found out later. */
export function galleryOfIds(findings: Findings, ids: readonly string[]): Block {
  const images = ids.map((sourceId) => {
    const block = findings.block('image', { url: '', sourceId })
    findings.addresses.push({ url: '', sourceId, apply: (target) => applyMedia(block, target) })
    return block
  })
  return findings.block('gallery', { images })
}

/** A file that is heard, seen or downloaded. */
export function fileBlock(
  findings: Findings,
  media: 'audio' | 'video' | 'document',
  { url, sourceId = '', ...texts }: { url: string; sourceId?: string; filename?: string; caption?: string },
): Block | null {
  const address = absolute(url)
  if (address === null) return null
  const block = findings.block('file', {
    media,
    url: address,
    ...textPart('filename', texts.filename),
    ...textPart('caption', texts.caption),
  })
  findings.addresses.push({ url: address, sourceId, apply: (target) => applyMedia(block, target) })
  return block
}

/** The page of another site, shown within ours; null for an address that is none. */
export function embedBlock(findings: Findings, address: string, caption = ''): Block | null {
  const url = absolute(address)
  if (url === null || !/^https?:/i.test(url)) return null
  return findings.block(providerOf(url) ?? 'embed', { url, ...textPart('caption', caption.slice(0, 500)) })
}

/** `<audio>`, `<video>`: the file that they play. */
export function playerBlock(findings: Findings, player: Element, caption = ''): Block | null {
  const source = attribute(player, 'src') || sourceOf(player)
  return fileBlock(findings, player.tagName === 'audio' ? 'audio' : 'video', { url: source, caption })
}

function sourceOf(player: Element): string {
  const source = findTag(player.childNodes, 'source')
  return source === null ? '' : attribute(source, 'src')
}

export function captionOf(figure: Element): string {
  const caption = findTag(figure.childNodes, 'figcaption', 'dd')
  return caption === null ? '' : lineOf(textContent(caption.childNodes))
}

/** Where an image leads when it is clicked. */
export function addLink(findings: Findings, block: Block, href: string): void {
  const link = absolute(href)
  if (link === null) return
  block['link'] = link
  findings.addresses.push({
    url: link,
    sourceId: '',
    apply: (target) => void (block['link'] = target.kind === 'item' ? target.path : target.url),
  })
}

function applyMedia(block: Block, target: Target): void {
  if (target.kind !== 'media') return
  if (target.id !== null) block['id'] = target.id
  block['url'] = target.url
  delete block['sourceId']
  if (block._type !== 'image') return
  if (target.alt !== null && block['alt'] === undefined) block['alt'] = target.alt
  if (target.width === null || target.height === null) return
  block['width'] ??= target.width
  block['height'] ??= target.height
}

/** An address of the web or of the site; null for one that could run program text, or is none. */
export function absolute(url: string): string | null {
  const clean = cleanAddress(url).replaceAll(' ', '%20')
  if (clean.startsWith('//')) return `https:${clean}`
  if (/^https?:\/\/[^/]/i.test(clean)) return clean
  return clean === '' || /^[a-z][a-z0-9+.-]*:/i.test(clean) ? null : clean
}

export function textPart(name: string, text: string | undefined): Record<string, string> {
  const clean = cleanText(text ?? '').trim()
  return clean === '' ? {} : { [name]: clean }
}

function side(text: string): number | null {
  const pixels = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return pixels > 0 ? pixels : null
}

function alignOf(element: Element): Record<string, string> {
  const name = classesOf(element).find((one) => /^align(left|right|center|wide|full)$/.test(one))
  return name === undefined ? {} : { align: name.slice(5) }
}
