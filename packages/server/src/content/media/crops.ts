import type { FocalPoint } from '@octavo/contract/fields/media-values'
import { crop as cropSchema } from '@octavo/contract/fields/media-values'
import { type Crop, croppedArea, isWhole, pointWithin, type Sides } from '@octavo/contract/crop'
import { limits } from '@octavo/contract/limits'
import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'

/** The crop in a value; null for any other value. */
export function cropIn(value: unknown): Crop | null {
  if (typeof value !== 'object' || value === null) return null
  return cropSchema.safeParse(value).data ?? null
}

/** The name of a crop in addresses and in the names of variants: equal for crops that show the same part. */
export function cropName({ x, y, width, height }: Crop): string {
  return [x, y, width, height].map((part) => Math.round(part * scale)).join('-')
}

/** the parts of a side that names of crops count in */
const scale = 10_000
const named = /^(\d{1,5})-(\d{1,5})-(\d{1,5})-(\d{1,5})$/

/** The crop with such a name; null for a name that no crop has. */
export function cropNamed(name: string): Crop | null {
  const [, ...parts] = named.exec(name) ?? []
  const [x, y, width, height] = parts.map((part) => Number(part) / scale)
  const found = cropIn({ x, y, width, height })
  return found !== null && cropName(found) === name ? found : null
}

interface PictureValues {
  readonly width: number
  readonly height: number
  readonly placeholder: string | null
  readonly focalPoint: FocalPoint | null
}

/** The values of a picture, computed for the part that a crop shows. */
export function croppedValues(
  crop: Crop,
  { width, height, placeholder, focalPoint }: PictureValues,
): PictureValues {
  const area = croppedArea(crop, { width, height })
  return {
    width: area.width,
    height: area.height,
    placeholder: placeholder === null ? null : placeholders.of(placeholder, crop),
    focalPoint: focalPoint === null ? null : pointWithin(crop, focalPoint),
  }
}

/** Whether a crop can be applied: it cuts something off a picture whose sides are known. */
export function isApplicable(
  crop: Crop,
  picture: Sides,
): picture is { readonly width: number; readonly height: number } {
  return !isWhole(crop) && Boolean(picture.width) && Boolean(picture.height)
}

/** Caches the placeholders of cropped pictures, because each takes a third of a millisecond to compute. */
class CroppedPlaceholders {
  readonly #cached = new Map<string, string | null>()

  of(placeholder: string, crop: Crop): string | null {
    const key = `${placeholder} ${cropName(crop)}`
    let found = this.#cached.get(key)
    if (found === undefined) {
      found = croppedPlaceholder(placeholder, crop)
      if (this.#cached.size >= limits.cachedCrops) this.#cached.clear()
      this.#cached.set(key, found)
    }
    return found
  }
}

const placeholders = new CroppedPlaceholders()

function croppedPlaceholder(placeholder: string, crop: Crop): string | null {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(placeholder, 'base64'))
  const { left, top, width, height } = croppedArea(crop, { width: w, height: h })
  const shown = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row++) {
    const from = ((top + row) * w + left) * 4
    shown.set(rgba.subarray(from, from + width * 4), row * width * 4)
  }
  return Buffer.from(rgbaToThumbHash(width, height, shown)).toString('base64')
}
