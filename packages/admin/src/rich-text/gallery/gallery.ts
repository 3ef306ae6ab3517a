import { imageBlock } from '../model/image-block.ts'
import { newKey } from '../model/keys.ts'
import { isObject } from '../model/same.ts'
import type { Block, PickedMedia } from '../types.ts'

export type Picture = Readonly<Record<string, unknown>>

export interface Gallery extends Block {
  readonly images?: readonly Picture[] | null
}

/** maximum number of columns, which is also that of importers */
export const mostColumns = 12

/** Whether a gallery has a form that can be edited here; others are shown and kept unchanged. */
export function isGallery(block: Block): block is Gallery {
  const { images, columns } = block
  const hasImages =
    images === undefined || images === null || (Array.isArray(images) && images.every(isObject))
  return hasImages && (columns === undefined || columns === null || typeof columns === 'number')
}

/** Converts images of the media library to the images of a gallery, in the form that importers use. */
export function picturesOf(picked: readonly PickedMedia[]): Picture[] {
  return picked.map((media) => {
    const { _type, ...parts } = imageBlock(media)
    return { _type, _key: newKey(), ...parts }
  })
}

/** Whether an entry of a gallery is an image; it can also be markup that an importer kept. */
export function isPicture({ _type }: Picture): boolean {
  return _type === undefined || _type === 'image'
}

/** Sets a property, or removes it if the value is empty. */
export function withProperty(picture: Picture, name: string, value: string): Picture {
  const { [name]: _, ...rest } = picture
  return value === '' ? rest : { ...picture, [name]: value }
}
