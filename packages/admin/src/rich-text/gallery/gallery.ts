import { imageBlock } from '../model/image-block.ts'
import { newKey } from '../model/keys.ts'
import { isObject } from '../model/same.ts'
import type { Block, PickedMedia } from '../types.ts'

export type Picture = Readonly<Record<string, unknown>>

export interface Gallery extends Block {
  readonly images?: readonly Picture[] | null
}

/** most that importers write */
export const mostColumns = 12

/** Whether a gallery has a form that can be edited here; others are shown, and kept. */
export function isGallery(block: Block): block is Gallery {
  const { images, columns } = block
  const hasImages =
    images === undefined || images === null || (Array.isArray(images) && images.every(isObject))
  return hasImages && (columns === undefined || columns === null || typeof columns === 'number')
}

/** Pictures of the media library, as importers write those of a gallery. */
export function picturesOf(picked: readonly PickedMedia[]): Picture[] {
  return picked.map((media) => {
    const { _type, ...parts } = imageBlock(media)
    return { _type, _key: newKey(), ...parts }
  })
}

/** What is among the pictures and is none, as markup that an importer kept. */
export function isPicture({ _type }: Picture): boolean {
  return _type === undefined || _type === 'image'
}

/** A part with another value; what is empty is not there. */
export function withPart(picture: Picture, name: string, value: string): Picture {
  const { [name]: _, ...rest } = picture
  return value === '' ? rest : { ...picture, [name]: value }
}
