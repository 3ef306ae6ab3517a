import type { Crop } from '@octavo/contract/crop'
import { imageVariant } from '@octavo/contract/operations/media-shapes'
import { limits } from '@octavo/contract/limits'
import { z } from 'zod'
import { invalid } from '../../platform/errors.ts'
import { boundParameters } from '../../platform/issues.ts'
import { cropName } from './crops.ts'

type VariantQuery = z.output<typeof imageVariant>

/** A size or format of an image other than the original. */
export interface Variant {
  /** null: follows from the height, if that is given */
  readonly width: number | null
  /** null: follows from the width, if that is given */
  readonly height: number | null
  readonly fit: NonNullable<VariantQuery['fit']>
  readonly format: NonNullable<VariantQuery['format']>
  /** the part of the picture that it shows; null: all of it */
  readonly crop: Crop | null
}

const { shape } = imageVariant

/** Query values are text. */
const side = z.coerce.number().pipe(shape.w.unwrap()).optional()

const variantQuery = z.strictObject({ ...shape, w: side, h: side, sig: z.string().max(100).optional() })

/**
 * Parses the variant and signature in the query of a file's URL; null for the original file. A part of a picture is
 * always a variant.
 */
export function readVariantQuery(
  query: unknown,
  crop: Crop | null,
): { variant: Variant; signature: string | undefined } | null {
  boundParameters(query as object)
  const { success, data, error } = variantQuery.safeParse(query)
  if (!success) {
    throw invalid(
      error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({ path: key, message: 'is not a query parameter here' }))
          : [{ path: issue.path.join('.'), message: issue.message }],
      ),
    )
  }
  const { sig: signature, ...asked } = data
  return Object.keys(asked).length === 0 && crop === null
    ? null
    : { variant: variantOf(asked, crop), signature }
}

/** The variant that a query asks for, with the defaults for what it does not name. */
export function variantOf(
  { w, h, fit = 'cover', format = 'webp' }: VariantQuery,
  crop: Crop | null = null,
): Variant {
  // With only one side nothing is cropped, so both values of `fit` mean the same variant.
  const isFree = w === undefined || h === undefined
  return { width: w ?? null, height: h ?? null, fit: isFree ? 'contain' : fit, format, crop }
}

/** The last part of a variant's key in the store, and of its ETag. */
export function variantName({ width, height, fit, format, crop }: Variant): string {
  const part = crop === null ? '' : `${cropName(crop)}_`
  return `${part}${width ?? ''}x${height ?? ''}-${fit}.${format}`
}

/** The query of a variant's URL. */
export function variantSearch({ width, height, fit, format }: Variant): URLSearchParams {
  return new URLSearchParams({
    ...(width !== null && { w: String(width) }),
    ...(height !== null && { h: String(height) }),
    ...(width !== null && height !== null && { fit }),
    format,
  })
}

/** Whether anonymous callers may request the variant: each image has few presets. */
export function isPreset({ height }: Variant): boolean {
  return height === null
}

/**
 * The approximate cost of a variant in pixels; cheap variants are created first. By estimate, AVIF takes three times as
 * long as other formats, and to decode a pixel a tenth of the time to encode one.
 */
export function variantCost({ width, height, format }: Variant, source: SourceSize): number {
  const longest = limits.imageSides.at(-1) ?? 0
  const pixels = (width ?? height ?? longest) * (height ?? width ?? longest)
  return pixels * (format === 'avif' ? 3 : 1) + ((source.width ?? 0) * (source.height ?? 0)) / 10
}

export interface SourceSize {
  readonly width: number | null
  readonly height: number | null
}
