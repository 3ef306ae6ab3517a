import type { Block, PickedMedia } from '../types.ts'

/** An image of the media library as a block, without properties that are empty. */
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
