import type { Block, PickedMedia } from '../types.ts'

/** A picture of the media library as a block; what it does not have is not there. */
export function imageBlock({ id, url, alt, width, height }: PickedMedia): Block {
  return {
    _type: 'image',
    id,
    url,
    ...(alt !== null && alt !== '' && { alt }),
    ...(width !== null && { width }),
    ...(height !== null && { height }),
  }
}
