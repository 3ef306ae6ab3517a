import type { Block } from './block.ts'
import { type Element, findTag, lineWithin, type Node } from './html.ts'

/** Reads nodes as blocks of rich text. */
export type ReadBlocks = (nodes: readonly Node[]) => Block[]

/** The words of a caption; as rich text too where they lead somewhere. */
export interface Caption {
  readonly caption?: string
  readonly captionContent?: Block[]
}

export function captionWithin(nodes: readonly Node[], read: ReadBlocks): Caption {
  const caption = lineWithin(nodes)
  if (caption === '') return {}
  return findTag(nodes, 'a') === null ? { caption } : { caption, captionContent: read(nodes) }
}

/** What is written below what a figure shows. */
export function captionOf(figure: Element | null, read: ReadBlocks): Caption {
  const caption = figure === null ? null : findTag(figure.childNodes, 'figcaption', 'dd')
  return caption === null ? {} : captionWithin(caption.childNodes, read)
}
