import type { Block, PickedMedia } from '../types.ts'

/** A picture of the media library as a block; what it does not have is not there. */
export function imageBlock(picture: PickedMedia): Block {
  return { _type: 'image', ...imageValue(picture) }
}

/** The same as a value, in the form in which the service answers it: its answer is then no change. */
export function imageValue(picture: PickedMedia): { readonly id: string; readonly url: string } {
  const { id, url, alt, width, height, placeholder = null, focalPoint = null, variants = [] } = picture
  return {
    id,
    url,
    ...(alt !== null && { alt }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(placeholder !== null && { placeholder }),
    ...(focalPoint !== null && { focalPoint }),
    ...(variants.length > 0 && { variants }),
  }
}
