import { limits } from '@octavo/contract/limits'
import { type MediaItem, pathOf } from './media-item.ts'

/** The MIME types of which the service makes image variants. */
const resizable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** A file. One whose hash is not given counts as examined. */
type Source = Pick<MediaItem, 'url' | 'mimeType'> & Partial<Pick<MediaItem, 'contentHash'>>

/** The URL of a square variant of an image, for a size in CSS pixels; for other types the file itself. */
export function squareOf(item: Source, size: number): string {
  const side = sideFor(size)
  return hasVariants(item) ? `${pathOf(item)}?w=${side}&h=${side}&fit=cover` : pathOf(item)
}

/** The URL of a variant of the whole image, for the preview. */
export function previewOf(item: Source): string {
  return hasVariants(item) ? `${pathOf(item)}?w=960` : pathOf(item)
}

/** The side of the variant for a size in CSS pixels, with more pixels for sharp screens. */
function sideFor(size: number): number {
  // Half as many pixels again are sharp enough on such screens, without files of the full size.
  // 640 is only needed for the type: no thumbnail is larger than the largest side.
  return limits.imageSides.find((side) => side >= size * 1.5) ?? 640
}

/** Whether the service makes variants of a file: of images that it has examined, which then have a hash. */
function hasVariants({ mimeType, contentHash }: Source): boolean {
  return resizable.has(mimeType) && contentHash !== null
}
