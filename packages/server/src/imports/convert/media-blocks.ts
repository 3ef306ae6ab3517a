import { isSafeLink } from '@octavo/contract/url'
import { type Block, cleanAddress, encodedBlanks, type Findings, type AttachedFiles } from './block.ts'
import {
  attribute,
  classesOf,
  cleanText,
  type Element,
  findAll,
  findTag,
  type Node,
  outerHtml,
} from './html.ts'
import { type Caption, captionOf, type ReadBlocks } from './captions.ts'
import { linkIn, type PictureLink } from './elements.ts'
import { providerOf } from './providers.ts'

/**
 * An image with the address on the old site, which `putTarget` replaces later if the file was imported; null without a
 * valid address.
 */
export function imageBlock(
  findings: Findings,
  image: Element,
  parts: Caption & PictureLink = {},
): Block | null {
  const url = sourceOfImage(image)
  if (url === null) return null
  const width = pixelsIn(attribute(image, 'width'))
  const height = pixelsIn(attribute(image, 'height'))
  const block = findings.block('image', {
    url,
    ...textPart('alt', attribute(image, 'alt')),
    ...textPart('title', attribute(image, 'title')),
    ...captionParts(parts),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...alignOf(image),
  })
  if (parts.link !== undefined) addLink(findings, block, parts.link, parts.linkTitle)
  // Editors write the id of the file into a class of the image, galleries into an attribute.
  const idInClass = /(?:^|\s)wp-image-(\d+)(?:\s|$)/.exec(attribute(image, 'class'))?.[1]
  const sourceId = idInClass ?? attribute(image, 'data-id')
  findings.addresses.push({ url, sourceId, place: { kind: 'file', part: block } })
  return block
}

/**
 * The first valid address of an image. Lazy-loaded images have none, or a `data:` placeholder, in `src`, and the
 * real one in another attribute.
 */
function sourceOfImage(image: Element): string | null {
  const sources = ['src', 'data-src', 'data-lazy-src', 'data-orig-file', 'data-original']
  const first =
    attribute(image, 'srcset')
      .trim()
      .split(/[\s,]+/, 1)[0] ?? ''
  const urls = [...sources.map((name) => attribute(image, name)), first]
  return urls.map(safeAddress).find((url) => url !== null) ?? null
}

/** The properties for a caption; none without one. */
export function captionParts({ caption, captionContent }: Caption): Record<string, unknown> {
  return { ...textPart('caption', caption), ...(captionContent !== undefined && { captionContent }) }
}

/** A gallery of all images within nodes; null without images. */
export function galleryBlock(
  findings: Findings,
  nodes: readonly Node[],
  { caption, read }: { caption: Caption; read: ReadBlocks },
): Block | null {
  const captions = captionsOf(nodes, read)
  const links = linksOf(nodes)
  const images = findAll(nodes, 'img').flatMap(
    (image) =>
      imageBlock(findings, image, { ...captions.get(image), ...links.get(image) }) ??
      findings.keep('img', outerHtml(image)),
  )
  if (images.length === 0) return null
  return findings.block('gallery', { images, ...captionParts(caption) })
}

/** The link targets of images. */
function linksOf(nodes: readonly Node[]): Map<Element, PictureLink> {
  const anchors = findAll(nodes, 'a')
  return new Map(
    anchors.flatMap((anchor) =>
      findAll(anchor.childNodes, 'img').map((image) => [image, linkIn(anchor)] as const),
    ),
  )
}

/**
 * The first image of each figure, with the figure's caption. A figure around other figures is the gallery itself, so it
 * is left out. In old galleries each picture is a `<dl>`.
 */
function captionsOf(nodes: readonly Node[], read: ReadBlocks): Map<Element, Caption> {
  const captions = new Map<Element, Caption>()
  for (const holder of [...findAllOf(nodes, 'figure'), ...findAllOf(nodes, 'dl')]) {
    const image = findTag(holder.childNodes, 'img')
    const isOuter = findTag(holder.childNodes, 'figure') !== null
    if (image !== null && !isOuter) captions.set(image, captionOf(holder, read))
  }
  return captions
}

/** The elements with a name, also those within others of the name. */
function findAllOf(nodes: readonly Node[], name: string): Element[] {
  return findAll(nodes, name).flatMap((one) => [one, ...findAllOf(one.childNodes, name)])
}

/** limit of columns of a gallery; larger numbers are left out */
const maxColumns = 12

/** The property for the columns of a gallery; none if the given value is not a usable number. */
export function columnsPart(columns: unknown): { columns?: number } {
  const isUsable =
    typeof columns === 'number' && Number.isInteger(columns) && columns > 0 && columns <= maxColumns
  return isUsable ? { columns } : {}
}

/** A gallery of images by their ids on the old site, which are resolved later. */
export function galleryOfIds(findings: Findings, ids: readonly string[]): Block {
  return findings.block('gallery', { images: filesOfIds(findings, ids, () => findings.block('image')) })
}

/** limit of pictures in a gallery that is the value of a custom field */
const maxPictures = 500

/** A gallery of images in a custom field, by their ids on the old site; counts those beyond the limit as lost. */
export function galleryOfField(findings: Findings, ids: readonly string[]): Block {
  const beyondLimit = ids.slice(maxPictures)
  for (const _ of beyondLimit) findings.lose('picture of a gallery')
  return galleryOfIds(findings, ids.slice(0, maxPictures))
}

/** Blocks that `make` returns, one for each id on the old site; their files are set later (`putTarget`). */
function filesOfIds(findings: Findings, ids: readonly string[], make: () => Block): Block[] {
  return ids.map((sourceId) => {
    const block = Object.assign(make(), { url: '', sourceId })
    findings.addresses.push({ url: '', sourceId, place: { kind: 'file', part: block } })
    return block
  })
}

/** A block for a file whose address is set later. */
export function emptyFile(media: AttachedFiles['media'], key: string): Block {
  return media === 'image' ? { _type: 'image', _key: key } : { _type: 'file', _key: key, media }
}

interface FileListAttributes {
  readonly media: 'image' | 'audio' | 'video'
  readonly ids: readonly string[]
  /** the old id of the item whose attached files are shown if there are no ids; empty for the item with the content */
  readonly of: string
}

/** A gallery or playlist of files, by their ids or as all files attached to an item. */
export function fileList(findings: Findings, { media, ids, of }: FileListAttributes): Block {
  const files = filesOfIds(findings, ids, () => emptyFile(media, findings.key()))
  if (ids.length === 0) findings.attachedFiles.push({ media, of, files, keys: findings.keys })
  return media === 'image'
    ? findings.block('gallery', { images: files })
    : findings.block('playlist', { media, files })
}

/** An audio, video or download file. */
export function fileBlock(
  findings: Findings,
  media: 'audio' | 'video' | 'document',
  { url, sourceId = '', ...texts }: { url: string; sourceId?: string; filename?: string; caption?: string },
): Block | null {
  const address = safeAddress(url)
  if (address === null) return null
  const block = findings.block('file', {
    media,
    url: address,
    ...textPart('filename', texts.filename),
    ...textPart('caption', texts.caption),
  })
  findings.addresses.push({ url: address, sourceId, place: { kind: 'file', part: block } })
  return block
}

/** An embedded page of another site; null for an invalid address. */
export function embedBlock(
  findings: Findings,
  address: string,
  { title, ...caption }: Caption & { title?: string } = {},
): Block | null {
  const url = safeAddress(address)
  if (url === null || !/^https?:/i.test(url)) return null
  return findings.block(providerOf(url) ?? 'embed', {
    url,
    ...textPart('title', title),
    ...captionParts(caption),
  })
}

/** The block of an `<iframe>`, `<audio>` or `<video>` element; null if it has no valid address. */
export function playerOrEmbed(findings: Findings, element: Element): Block | null {
  if (element.tagName !== 'iframe') return playerBlock(findings, element)
  const title = textPart('title', attribute(element, 'title'))
  return embedBlock(findings, attribute(element, 'src'), title)
}

/** The block of an `<audio>` or `<video>` element with all its sources and tracks; null without a valid source. */
export function playerBlock(findings: Findings, player: Element, sourceId = ''): Block | null {
  const urls = [player, ...findAll(player.childNodes, 'source')].map((one) => attribute(one, 'src'))
  const block = playable(findings, player.tagName === 'audio' ? 'audio' : 'video', {
    urls,
    poster: attribute(player, 'poster'),
    sourceId,
  })
  if (block === null) return null
  const tracks = findAll(player.childNodes, 'track').flatMap((track) => trackBlock(findings, track) ?? [])
  if (tracks.length > 0) block['tracks'] = tracks
  return block
}

/** The subtitles or chapters of a player; null without a valid address. */
function trackBlock(findings: Findings, track: Element): Block | null {
  const url = safeAddress(attribute(track, 'src'))
  if (url === null) return null
  return findings.block('track', {
    url,
    ...textPart('label', attribute(track, 'label')),
    ...textPart('language', attribute(track, 'srclang')),
    ...textPart('kind', attribute(track, 'kind')),
  })
}

interface Playable {
  readonly urls: readonly string[]
  readonly poster: string
  readonly sourceId?: string
}

/** A player block: the first valid source, the others as alternatives, and the poster image; null without a source. */
export function playable(
  findings: Findings,
  media: 'audio' | 'video',
  { urls, poster, sourceId = '' }: Playable,
): Block | null {
  const [url = '', ...others] = [...new Set(urls.filter((one) => safeAddress(one) !== null))]
  const block = fileBlock(findings, media, { url, sourceId })
  if (block === null) return null
  const sources = others.flatMap((one) => fileBlock(findings, media, { url: one }) ?? [])
  if (sources.length > 0) block['sources'] = sources
  const picture = safeAddress(poster)
  if (picture === null) return block
  block['poster'] = picture
  findings.addresses.push({ url: picture, sourceId: '', place: { kind: 'poster', part: block } })
  return block
}

/** Adds the link of an image, unless it is empty or could run script. */
export function addLink(findings: Findings, block: Block, href: string, title = ''): void {
  const link = linkAddress(href)
  if (link === null) return
  block['link'] = link
  Object.assign(block, textPart('linkTitle', title))
  findings.addresses.push({
    url: link,
    sourceId: '',
    place: { kind: 'link', part: block, name: 'link', address: link, isAddressOnly: false },
  })
}

/** The address of a link, such as `https:`, `mailto:` or `tel:`; null for one that could run script. */
export function linkAddress(url: string): string | null {
  const clean = encodedBlanks(cleanAddress(url))
  const address = clean.startsWith('//') ? `https:${clean}` : clean
  return address !== '' && isSafeLink(address) ? address : null
}

/** An http address or a relative one; null for an invalid address or one that could run script. */
export function safeAddress(url: string): string | null {
  const clean = encodedBlanks(cleanAddress(url))
  const address = clean.startsWith('//') ? `https:${clean}` : clean
  const isOfWebOrSite = /^https?:/i.test(address) || !/^[a-z][a-z0-9+.-]*:/i.test(address)
  return address !== '' && isOfWebOrSite && isSafeLink(address) ? address : null
}

/** The property for a text; none if the text is empty. */
export function textPart(name: string, text: string | undefined): Record<string, string> {
  const clean = cleanText(text ?? '').trim()
  return clean === '' ? {} : { [name]: clean }
}

/** A width or height in pixels; null for another value. */
function pixelsIn(text: string): number | null {
  const pixels = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return pixels > 0 ? pixels : null
}

/** The alignment by class, as editors of the old platform write it; none without one. */
function alignOf(element: Element): Record<string, string> {
  const name = classesOf(element).find((one) => /^align(left|right|center|wide|full)$/.test(one))
  return name === undefined ? {} : { align: name.slice(5) }
}
