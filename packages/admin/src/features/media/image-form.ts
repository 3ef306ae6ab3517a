import { limits } from '@octavo/contract/limits'
import { type MediaItem, pathOf } from './media-item.ts'

/** The types that the service makes other sizes of. */
const resizable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

type Source = Pick<MediaItem, 'url' | 'mimeType'> & Partial<Pick<MediaItem, 'contentHash'>>

/** The address of a square cut of an image, sharp at a size on the screen (pixels); of other images the file itself. */
export function squareOf(item: Source, size: number): string {
  const side = sideFor(size)
  return hasForms(item) ? `${pathOf(item)}?w=${side}&h=${side}&fit=cover` : pathOf(item)
}

/** The address of the whole image, as wide as a preview is. */
export function previewOf(item: Source): string {
  return hasForms(item) ? `${pathOf(item)}?w=960` : pathOf(item)
}

function sideFor(size: number): number {
  return limits.imageSides.find((side) => side >= size * 1.5) ?? 640
}

/** Forms are made of bytes that the service has read. */
function hasForms({ mimeType, contentHash }: Source): boolean {
  return resizable.has(mimeType) && contentHash !== null
}
