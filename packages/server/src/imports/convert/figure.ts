import type { Block, Findings } from './block.ts'
import { captionWithin, type ReadBlocks } from './captions.ts'
import { type Element, isElement, type Node, outerHtml, textContent } from './html.ts'
import { linkIn, type PictureLink } from './elements.ts'
import { hasLeftover } from './leftover.ts'
import { galleryBlock } from './media-blocks.ts'

/** elements that become one block, which gets the caption of the figure around them */
const specials = new Set(['table', 'blockquote', 'iframe', 'audio', 'video', 'img'])

interface FigureContent {
  /** the only one of the special elements in the figure; null if there are several, none, or other content */
  readonly special: Element | null
  /** the link around it; null without one */
  readonly link: PictureLink | null
}

/** The content of a figure without its caption. */
export function figureContent({ childNodes }: Element): FigureContent {
  const found: FigureContent[] = []
  /** text, or elements that are neither special nor a caption */
  let hasOther = false
  const visit = (nodes: readonly Node[], link: PictureLink | null): void => {
    for (const node of nodes) {
      if (!isElement(node)) hasOther ||= textContent([node]).trim() !== ''
      else if (specials.has(node.tagName)) found.push({ special: node, link })
      else if (isOther(node)) hasOther = true
      else if (node.tagName !== 'figcaption')
        visit(node.childNodes, node.tagName === 'a' ? linkIn(node) : link)
    }
  }
  visit(childNodes, null)
  const [first] = found
  return found.length === 1 && first !== undefined && !hasOther ? first : { special: null, link: null }
}

/** Whether an element is content that a caption cannot belong to; our placeholder elements begin with `octavo-`. */
function isOther({ tagName }: Element): boolean {
  return /^(figure|dl|pre|ul|ol|form|input|object|embed|svg|canvas|script|style|octavo-.*)$/.test(tagName)
}

/** The gallery in a figure; the figure is also kept as HTML if part of it is not in the gallery. */
export function galleryFigure(findings: Findings, figure: Element, read: ReadBlocks): Block[] {
  const { childNodes, tagName } = figure
  const captionElement = childNodes.find((node) => node.nodeName === 'figcaption')
  const caption = captionElement === undefined ? {} : captionWithin([captionElement], read)
  const gallery = galleryBlock(findings, childNodes, { caption, read })
  const blocks = gallery === null ? [] : [gallery]
  const html = outerHtml(figure)
  return hasLeftover(html, blocks) ? [...blocks, findings.keep(tagName, html)] : blocks
}
