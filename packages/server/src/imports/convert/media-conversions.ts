import {
  checked,
  type Conversion,
  convertHtml,
  keepIfAnything,
  nodesOf,
  blockReader,
  stringOf,
} from './block-parts.ts'
import { captionOf, captionWithin } from './captions.ts'
import { attribute, classesOf, findElement, findTag, lineWithin, textContent } from './html.ts'
import { htmlOf, markupOf } from './markup.ts'
import {
  captionParts,
  columnsPart,
  embedBlock,
  fileBlock,
  galleryBlock,
  galleryOfIds,
  playerBlock,
  textPart,
} from './media-blocks.ts'

/** An image, which is converted as HTML. */
const image: Conversion = (block, { findings }) => {
  const blocks = convertHtml(htmlOf(block), findings)
  const id = stringOf(block.attributes['id'])
  // The id of the file is in the block's attributes if the class of the image does not have it. The address is then
  // added once more, with the id: files are set in order, so the file of the id replaces one that the address alone has
  // found.
  const last = findings.addresses.findLast(({ url }) => url === blocks[0]?.['url'])
  if (id !== '' && last !== undefined && last.sourceId === '')
    findings.addresses.push({ ...last, sourceId: id })
  return blocks
}

/** A gallery: of the pictures in its HTML, or, in an old form without pictures, of the ids in its attributes. */
const gallery: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const read = blockReader(findings)
  const outer = findTag(nodes, 'figure', 'ul')
  const captionElement = outer?.childNodes.find((node) => node.nodeName === 'figcaption')
  const caption = captionElement === undefined ? {} : captionWithin([captionElement], read)
  const found = galleryBlock(findings, nodes, { caption, read })
  if (found !== null) return [Object.assign(found, columnsPart(block.attributes['columns']))]
  const ids = Array.isArray(block.attributes['ids']) ? block.attributes['ids'].map(stringOf) : []
  return ids.length === 0 ? [] : [galleryOfIds(findings, ids)]
}

/** A page of another site; kept as markup if it names no valid address. */
export const embed: Conversion = (block, { findings }) => {
  const nodes = nodesOf(block)
  const caption = captionOf(findTag(nodes, 'figure'), blockReader(findings))
  const url = stringOf(block.attributes['url']) || /https?:\/\/\S+/.exec(textContent(nodes))?.[0] || ''
  const found = embedBlock(findings, url, caption)
  return found === null ? [findings.keep('embed', markupOf(block))] : [found]
}

/** A conversion to an audio or video file, from its element or, without one, from the attribute `src`. */
function player(media: 'audio' | 'video'): Conversion {
  return (block, { findings }) => {
    const nodes = nodesOf(block)
    const element = findTag(nodes, media)
    const caption = captionOf(findTag(nodes, 'figure'), blockReader(findings))
    const sourceId = stringOf(block.attributes['id'])
    const found =
      element === null
        ? fileBlock(findings, media, { url: stringOf(block.attributes['src']), sourceId })
        : playerBlock(findings, element, sourceId)
    return found === null ? keepIfAnything(block, findings) : [Object.assign(found, captionParts(caption))]
  }
}

/** A file to download. Its HTML has the name as a link, and usually a button with a text, which a property keeps. */
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

/** Blocks that show one file, a gallery or something of another site. */
export const mediaConversions = {
  image: checked(image),
  gallery: checked(gallery),
  embed: checked(embed),
  audio: checked(player('audio')),
  video: checked(player('video')),
  file,
}
