import { limits } from '@octavo/contract/limits'
import type { Sharp } from 'sharp'
import { brokenAt } from '../errors.ts'

/** types that can be measured and made in other sizes */
const decodable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export function isDecodable(mimeType: string): boolean {
  return decodable.has(mimeType)
}

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/**
 * Width and height of an image as it is shown: many cameras store it on its side and say so. Only the header is read.
 * Throws VALIDATION_ERROR for what is no image inside, and for one that would take too much memory to decode.
 */
export async function dimensionsOf(path: string): Promise<Dimensions> {
  const image = await openImage(path, false)
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

export interface Form {
  readonly width: number | null
  readonly height: number | null
  readonly fit: 'cover' | 'contain'
  readonly format: 'webp' | 'avif'
}

/**
 * Makes a form of an image: never larger than it is, upright, and without what a camera writes beside it. What moves
 * goes on to move as WebP, unless that would take too much memory and time.
 */
export async function makeForm(source: string, target: string, form: Form): Promise<void> {
  const isMoving = form.format === 'webp' && (await isSmallAnimation(source))
  const image = await openImage(source, true, isMoving)
  const longest = limits.imageSides.at(-1) ?? null
  const { width, height } =
    form.width === null && form.height === null ? { width: longest, height: longest } : form
  const resized = image.autoOrient().resize({
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    fit: form.fit === 'cover' ? 'cover' : 'inside',
    withoutEnlargement: true,
  })
  const encoded =
    form.format === 'webp' ? resized.webp({ quality: 80 }) : resized.avif({ quality: 55, effort: 3 })
  await encoded.timeout({ seconds: 30 }).toFile(target)
}

async function isSmallAnimation(path: string): Promise<boolean> {
  const image = await openImage(path, true)
  const { pages = 1, width, height, pageHeight = height } = await image.metadata()
  return pages > 1 && pages * width * pageHeight <= limits.animationPixels
}

/** Loaded when the first image comes: it takes memory and time that a service without images need not give. */
async function openImage(path: string, isLimited: boolean, isMoving = false): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(path, {
    animated: isMoving,
    limitInputPixels: isLimited ? limits.imagePixels : false,
    sequentialRead: true,
    failOn: 'error',
  })
}
