import type { Block, Findings } from './block.ts'
import { attribute, cleanText, type Element, findTag, lineOf, textContent } from './html.ts'
import { addLink, embedBlock, fileBlock, galleryOfIds, imageBlock } from './media-blocks.ts'

type Said = Readonly<Record<string, string>>

/** The block of a shortcode that has an equivalent; null where its content is all there is to it. */
export function shortcodeBlock(findings: Findings, element: Element): Block | null {
  const name = attribute(element, 'data-name')
  const said = saidBy(element)
  switch (name) {
    case 'caption':
    case 'wp_caption':
      return captioned(findings, element, said)
    case 'gallery':
    case 'playlist':
      return gallery(findings, said)
    case 'embed':
      return embedBlock(findings, textContent(element.childNodes))
    case 'audio':
    case 'video':
      return player(findings, name, said) ?? findings.keep(name, JSON.stringify(said))
    case 'code':
    case 'sourcecode':
      return findings.block('code', { code: cleanText(textContent(element.childNodes)).trim() })
    default:
      return null
  }
}

function saidBy(element: Element): Said {
  try {
    return JSON.parse(attribute(element, 'data-said')) as Said
  } catch {
    return {}
  }
}

function captioned(findings: Findings, element: Element, said: Said): Block | null {
  const image = findTag(element.childNodes, 'img')
  if (image === null) return null
  const caption = lineOf(textContent(element.childNodes)) || said['caption'] || ''
  const block = imageBlock(findings, image, { caption })
  const anchor = findTag(element.childNodes, 'a')
  if (block === null || anchor === null || findTag(anchor.childNodes, 'img') !== image) return block
  addLink(findings, block, attribute(anchor, 'href'))
  return block
}

function gallery(findings: Findings, said: Said): Block {
  const ids = (said['ids'] ?? said['include'] ?? '').split(',').map((id) => id.trim())
  const given = ids.filter((id) => /^\d+$/.test(id))
  const block = galleryOfIds(findings, given)
  if (given.length === 0) findings.ownGalleries.push(block)
  const columns = Number(said['columns'])
  if (Number.isInteger(columns) && columns > 0 && columns < 13) block['columns'] = columns
  return block
}

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

function player(findings: Findings, media: 'audio' | 'video', said: Said): Block | null {
  const url = sources.map((name) => said[name]).find((address) => address !== undefined && address !== '')
  return url === undefined ? null : fileBlock(findings, media, { url })
}
