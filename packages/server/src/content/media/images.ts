import { limits } from '@octavo/contract/limits'
import type { Sharp } from 'sharp'
import { brokenAt } from '../../platform/errors.ts'
import { loadOptional } from '../../platform/optional-package.ts'

/** types that can be measured and resized */
const decodable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Whether the service can measure and resize images of a type. */
export function isDecodable(mimeType: string): boolean {
  return decodable.has(mimeType)
}

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/**
 * The displayed width and height of an image, with its orientation applied. Reads only the header. Throws
 * VALIDATION_ERROR if the bytes are no image, or if decoding would take too much memory.
 */
export async function dimensionsOf(path: string): Promise<Dimensions> {
  const image = await openImage(path)
  const facts = await image.metadata().catch(() => {
    throw brokenAt('file', 'noImage')
  })
  const { width, height } = facts.autoOrient
  if (width * height > limits.imagePixels) {
    const most = limits.imagePixels / 1_000_000
    throw brokenAt('file', 'tooManyPixels', { width, height, most })
  }
  return { width, height }
}

/**
 * Opens an image by `sharp`, which is loaded with the first image: a service without images needs less memory and time.
 */
async function openImage(path: string): Promise<Sharp> {
  const { default: sharp } = await loadOptional('sharp', () => import('sharp'))
  sharp.cache(false)
  sharp.concurrency(1)
  // `dimensionsOf` limits the pixels, with an error that says so.
  return sharp(path, { limitInputPixels: false, sequentialRead: true, failOn: 'error' })
}
