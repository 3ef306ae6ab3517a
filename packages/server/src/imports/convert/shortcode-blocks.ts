import type { Block, Findings } from './block.ts'
import { captionWithin, type ReadBlocks } from './captions.ts'
import { codeBlock, languageNamed } from './code.ts'
import { addressOfShortcode, isEmbedShortcode } from './embed-shortcodes.ts'
import {
  attribute,
  cleanText,
  type Element,
  findAll,
  findTag,
  lineWithin,
  type Node,
  textContent,
} from './html.ts'
import { isProgramShortcode, languageOfShortcode } from './program-shortcodes.ts'
import {
  addLink,
  captionParts,
  columnsPart,
  embedBlock,
  fileList,
  imageBlock,
  playable,
  textPart,
} from './media-blocks.ts'

type ShortcodeAttributes = Readonly<Record<string, string>>

/** The block of a shortcode with an equivalent; null if only its content matters. */
export function shortcodeBlock(findings: Findings, element: Element, read: ReadBlocks): Block | null {
  const name = attribute(element, 'data-name')
  const attributes = attributesOf(element)
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return captioned(findings, element, { attributes, read })
    case 'gallery':
      return gallery(findings, attributes)
    case 'playlist':
      return playlist(findings, attributes)
    case 'embed':
      return embedBlock(findings, textContent(element.childNodes))
    case 'audio':
    case 'video':
      return (
        player(findings, element, { media: name, attributes, read }) ??
        findings.keep(name, JSON.stringify(attributes))
      )
    default:
      if (isProgramShortcode(name)) return program(findings, element, attributes)
      return isEmbedShortcode(name) ? embedded(findings, element, name) : null
  }
}

/**
 * An embedded page, whose address is in the attributes or in the content; the shortcode as text if it names no
 * page.
 */
function embedded(findings: Findings, element: Element, name: string): Block {
  const attributes = attributesOf(element)
  const content = textContent(element.childNodes).trim()
  const address = addressOfShortcode(name, content === '' ? attributes : { ...attributes, '0': content })
  const block = address === null ? null : embedBlock(findings, address)
  return block ?? findings.keep('shortcode', attribute(element, 'data-text'))
}

/** The caption in the attributes of a shortcode. */
export function captionAttribute(element: Element): string {
  return attributesOf(element)['caption'] ?? ''
}

/** The attributes as `withShortcodes` wrote them; none if an export contains such an element itself. */
function attributesOf(element: Element): ShortcodeAttributes {
  try {
    return JSON.parse(attribute(element, 'data-attributes')) as ShortcodeAttributes
  } catch {
    return {}
  }
}

interface ShortcodeContent {
  readonly attributes: ShortcodeAttributes
  readonly read: ReadBlocks
}

/** The image within a caption; null if there is none or more than one. */
function captioned(
  findings: Findings,
  element: Element,
  { attributes, read }: ShortcodeContent,
): Block | null {
  const [image, ...others] = findAll(element.childNodes, 'img')
  if (image === undefined || others.length > 0) return null
  // A caption in the content has precedence over text beside the image in its link, and that over the attribute.
  const ofAttribute = textPart('caption', attributes['caption'])
  const ofContent = captionWithin(
    element.childNodes.filter((node) => node !== image && findImage(node) !== image),
    read,
  )
  // The block of the image reads the id of its file from this attribute.
  const sourceId = /^attachment_(\d+)$/.exec(attributes['id'] ?? '')?.[1]
  if (sourceId !== undefined && attribute(image, 'data-id') === '')
    image.attrs.push({ name: 'data-id', value: sourceId })
  const block = imageBlock(findings, image, {
    ...ofAttribute,
    ...captionBeside(element, image),
    ...ofContent,
  })
  const align = /^align(left|right|center)$/.exec(attributes['align'] ?? '')?.[1]
  if (block !== null && align !== undefined) block['align'] ??= align
  const anchor = findTag(element.childNodes, 'a')
  if (block === null || anchor === null || findTag(anchor.childNodes, 'img') !== image) return block
  addLink(findings, block, attribute(anchor, 'href'), attribute(anchor, 'title'))
  return block
}

/** A gallery of the files that the attributes name, or of all that are attached to an item. */
function gallery(findings: Findings, attributes: ShortcodeAttributes): Block {
  const block = fileList(findings, { media: 'image', ...fileListAttributes(attributes) })
  return Object.assign(block, columnsPart(Number(attributes['columns'])))
}

/** The ids of files, and the item whose files are shown if there are none (empty: the item with the content). */
function fileListAttributes(attributes: ShortcodeAttributes): { ids: string[]; of: string } {
  const ids = (attributes['ids'] ?? attributes['include'] ?? '').split(',').map((id) => id.trim())
  const of = /^\d+$/.exec(attributes['id'] ?? '')?.[0] ?? ''
  return { ids: ids.filter((id) => /^\d+$/.test(id)), of }
}

/** The text next to the image within its link, which is part of the caption. */
function captionBeside(element: Element, image: Element): { caption?: string } {
  const beside = element.childNodes.filter((node) => node !== image && findImage(node) === image)
  const caption = lineWithin(beside)
  return caption === '' ? {} : { caption }
}

/** The image that a node is or contains. */
function findImage(node: Node): Element | null {
  return findTag([node], 'img')
}

/** A playlist; its files are named as those of a gallery. */
function playlist(findings: Findings, attributes: ShortcodeAttributes): Block {
  return fileList(findings, {
    media: attributes['type'] === 'video' ? 'video' : 'audio',
    ...fileListAttributes(attributes),
  })
}

/** A code block; its language is the name of the shortcode, or in an attribute. */
function program(findings: Findings, element: Element, attributes: ShortcodeAttributes): Block {
  const languageOfName = languageOfShortcode(attribute(element, 'data-name'))
  const languageName = languageOfName ?? attributes['language'] ?? attributes['lang'] ?? attributes['0'] ?? ''
  const language = languageNamed(languageName)
  const block = codeBlock(findings, cleanText(textContent(element.childNodes)).trim(), language)
  return Object.assign(block, textPart('title', attributes['title']))
}

/** attributes with an address of a player, the preferred ones first; `0` is one without a name */
const sources = [
  'src',
  'mp3',
  'm4a',
  'ogg',
  'wav',
  'wma',
  'flac',
  'mp4',
  'm4v',
  'webm',
  'ogv',
  'wmv',
  'flv',
  '0',
]

/** An audio or video player with all addresses that the attributes have; null without a valid one. */
function player(
  findings: Findings,
  element: Element,
  { media, attributes, read }: ShortcodeContent & { media: 'audio' | 'video' },
): Block | null {
  const urls = sources.flatMap((name) => addressWithin(findings, attributes[name]) ?? [])
  const block = playable(findings, media, { urls, poster: attributes['poster'] ?? '' })
  return block === null ? null : Object.assign(block, captionParts(captionWithin(element.childNodes, read)))
}

/** An address of a player. In an early form of the platform, `|` and options follow it, which are left out. */
function addressWithin(findings: Findings, given: string | undefined): string | undefined {
  const [url, ...options] = given?.split('|') ?? []
  if (options.length > 0) findings.lose('options of a player')
  return url
}
