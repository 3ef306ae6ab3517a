import type { Block, PickedMedia } from '../types.ts'

/** A picture of the media library as a block; absent properties are left out. */
export function imageBlock(picture: PickedMedia): Block {
  return { _type: 'image', ...imageValue(picture) }
}

/**
 * A picture as the value of a field. It has the form in which the service returns it, so that the response to a save
 * does not count as a change.
 */
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
