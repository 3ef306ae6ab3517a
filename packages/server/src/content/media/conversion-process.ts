import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { croppedArea } from '@octavo/contract/crop'
import { lowerPriority } from '../../platform/lower-priority.ts'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import type { Variant } from './variant.ts'

/** One conversion with all its limits: this process imports no other code of the service. */
export interface ConversionTask {
  readonly source: string
  readonly target: string
  /** `placeholder`: the bytes of a thumbhash */
  readonly variant: Variant | 'placeholder'
  /** longest side of a variant without width and height */
  readonly longestSide: number
  /** limits in pixels: of a source, of all frames of an animation that stays animated, and of a variant */
  readonly maxSourcePixels: number
  readonly maxAnimationPixels: number
  readonly maxVariantPixels: number
  /** bytes that the conversion may use beyond the base memory of this process */
  readonly maxMemory: number
}

export type ConversionResult =
  | { readonly outcome: 'done' }
  /** the bytes are no readable image */
  | { readonly outcome: 'undecodable' }
  /** the conversion would exceed its memory limit */
  | { readonly outcome: 'tooLarge' }
  | { readonly outcome: 'failed'; readonly message: string; readonly code: string | undefined }

/** sent before the first task, so that loading does not count as conversion time */
export const readyMessage = 'ready'

/**
 * Makes the system's out-of-memory killer prefer this process to the service, and lowers its CPU priority. `waited`:
 * requests wait for conversions, so it is not the lowest.
 */
function yieldToTheService(): void {
  lowerPriority('waited')
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Only Linux has this setting.
  }
}

if (process.send !== undefined) {
  yieldToTheService()
  sharp.cache(false)
  sharp.concurrency(1)
  process.on('message', (task: ConversionTask) => {
    void convert(task).then((result) => process.send?.(result))
  })
  // The service has ended, so the conversion is not needed.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.send(readyMessage)
}

async function convert(task: ConversionTask): Promise<ConversionResult> {
  try {
    const image = await plan(task)
    if (image === null) return { outcome: 'tooLarge' }
    const made = task.variant === 'placeholder' ? thumbhashOf(image) : image.toBuffer()
    const bytes = await made.catch(() => null)
    if (bytes === null) return { outcome: 'undecodable' }
    await writeFile(task.target, bytes, { flag: 'wx', mode: 0o600, flush: true })
    return { outcome: 'done' }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    // System errors have a code; all others mean that the image is invalid.
    return code === undefined ? { outcome: 'undecodable' } : { outcome: 'failed', message, code }
  }
}

/** the largest picture that a thumbhash is made of */
const placeholderSide = 100
const ofPlaceholder: Variant = {
  width: placeholderSide,
  height: placeholderSide,
  fit: 'contain',
  format: 'webp',
  crop: null,
}

async function thumbhashOf(image: Sharp): Promise<Uint8Array> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return rgbaToThumbHash(info.width, info.height, data)
}

/**
 * Prepares the conversion: never enlarges, applies the orientation and removes metadata. An animation stays animated as
 * WebP, unless that would take too much memory and time. Null if the conversion would take too much memory.
 */
async function plan(task: ConversionTask): Promise<Sharp | null> {
  const { maxMemory, maxAnimationPixels } = task
  const isPlaceholder = task.variant === 'placeholder'
  const variant = task.variant === 'placeholder' ? ofPlaceholder : task.variant
  const metadata = await open(task, false).metadata()
  const pixels = metadata.width * metadata.height
  const area = variant.crop === null ? null : croppedArea(variant.crop, metadata.autoOrient)
  const { box, pixels: madePixels } = sizeOf({ ...task, variant }, area ?? metadata.autoOrient)
  const frames = variant.format === 'webp' && !isPlaceholder ? (metadata.pages ?? 1) : 1
  const staysAnimated =
    frames > 1 && frames * pixels <= maxAnimationPixels && frames * pixels * animationBytes <= maxMemory
  const needed = pixels * decodingBytes(metadata) + madePixels * encodingBytes[variant.format]
  // The memory for an animation that stays animated was compared with the limit above.
  if (!staysAnimated && needed > maxMemory) return null
  const opened = open(task, staysAnimated)
  // Cut before it is turned: a turn needs all its pixels in memory.
  const cut = area === null ? opened : opened.extract(storedArea(area, metadata))
  const resized = cut.autoOrient().resize({
    ...box,
    fit: variant.fit === 'cover' ? 'cover' : 'inside',
    withoutEnlargement: true,
  })
  if (isPlaceholder) return resized.toColourspace('srgb')
  switch (variant.format) {
    case 'webp':
      return resized.webp({ quality: 80 })
    case 'avif':
      return resized.avif({ quality: 55, effort: 0, chromaSubsampling: '4:2:0' })
    case 'jpeg':
      return resized.flatten({ background: '#fff' }).jpeg({ quality: 80 })
  }
}

type Area = ReturnType<typeof croppedArea>

/**
 * Converts an area of the picture as it is seen to one of the pixels as they are stored. By its EXIF orientation, a
 * picture can be stored turned and mirrored.
 */
function storedArea({ left, top, width, height }: Area, { orientation = 1, autoOrient }: Metadata): Area {
  const right = autoOrient.width - left - width
  const bottom = autoOrient.height - top - height
  // The corner at which the area begins, by the values 1 to 8 of the EXIF orientation.
  const starts = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
    [top, left],
    [top, right],
    [bottom, right],
    [bottom, left],
  ] as const
  const [fromLeft, fromTop] = starts[orientation - 1] ?? starts[0]
  const isTurned = orientation > 4
  return {
    left: fromLeft,
    top: fromTop,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
  }
}

function open({ source, maxSourcePixels }: ConversionTask, animated: boolean): Sharp {
  return sharp(source, {
    animated,
    limitInputPixels: maxSourcePixels,
    sequentialRead: true,
    failOn: 'error',
  })
}

/** The box that the variant fits or fills, reduced where the variant would have too many pixels. */
function sizeOf(
  {
    variant,
    longestSide,
    maxVariantPixels,
  }: Pick<ConversionTask, 'longestSide' | 'maxVariantPixels'> & { variant: Variant },
  source: { readonly width: number; readonly height: number },
): { box: { width: number; height: number }; pixels: number } {
  const isWhole = variant.width === null && variant.height === null
  const given = isWhole ? { width: longestSide, height: longestSide } : variant
  // A missing side is not limited.
  const box = { width: given.width ?? source.width, height: given.height ?? source.height }
  const scale = Math.min(1, box.width / source.width, box.height / source.height)
  const made = variant.fit === 'cover' ? box : { width: source.width * scale, height: source.height * scale }
  const pixels = made.width * made.height
  if (pixels <= maxVariantPixels) return { box, pixels }
  const less = Math.sqrt(maxVariantPixels / pixels)
  const smaller = { width: Math.floor(made.width * less), height: Math.floor(made.height * less) }
  return { box: smaller, pixels: maxVariantPixels }
}

/** measured bytes per pixel of an animation that stays animated */
const animationBytes = 5

/** measured bytes per pixel for encoding */
const encodingBytes: Readonly<Record<Variant['format'], number>> = { webp: 12, avif: 23.5, jpeg: 8 }

/** Measured bytes per source pixel for decoding: some formats are decoded row by row, others as a whole. */
function decodingBytes({ format, isProgressive, chromaSubsampling, channels, depth }: Metadata): number {
  switch (format) {
    case 'jpeg':
      return isProgressive ? (chromaSubsampling === '4:2:0' ? 3.5 : 2 * channels + 1) : 0
    case 'png':
      return isProgressive ? (channels + 1.5) * (depth === 'ushort' ? 2 : 1) : 0
    case 'heif':
      return 20
    default:
      return 6
  }
}
