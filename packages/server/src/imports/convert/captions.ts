import type { Block } from './block.ts'
import { type Element, findTag, lineWithin, type Node } from './html.ts'

/** Converts nodes to blocks of rich text. */
export type ReadBlocks = (nodes: readonly Node[]) => Block[]

/** elements whose meaning is lost in a plain text */
const rich = 'a b strong i em u s del ins code kbd sup sub mark br cite q p'.split(' ')

/** The text of a caption; also as rich text if it contains links, marks or lines. */
export interface Caption {
  readonly caption?: string
  readonly captionContent?: Block[]
}

/** The caption in nodes; empty if they have no text. */
export function captionWithin(nodes: readonly Node[], read: ReadBlocks): Caption {
  const caption = lineWithin(nodes)
  if (caption === '') return {}
  return findTag(nodes, ...rich) === null ? { caption } : { caption, captionContent: read(nodes) }
}

/** The caption of a figure: its `<figcaption>`, or the `<dd>` of a picture in an old gallery, which is a `<dl>`. */
export function captionOf(figure: Element | null, read: ReadBlocks): Caption {
  const caption = figure === null ? null : findTag(figure.childNodes, 'figcaption', 'dd')
  return caption === null ? {} : captionWithin(caption.childNodes, read)
}
