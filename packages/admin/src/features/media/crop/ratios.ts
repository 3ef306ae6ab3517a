import type { Crop } from '@octavo/contract/crop'
import { isWhole, roundedPart, smallestCrop } from '@octavo/contract/crop'

/** What a person can keep the proportions of a part to. */
export const ratios = ['free', 'original', '16:9', '4:3', '1:1'] as const

export type Ratio = (typeof ratios)[number]

/** width divided by height; undefined for any */
export function aspectOf(ratio: Ratio, whole: number): number | undefined {
  if (ratio === 'free') return undefined
  if (ratio === 'original') return whole
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** The ratio that a part has, as far as pixels allow. */
export function ratioOf(crop: Crop | null, whole: number): Ratio {
  if (crop === null) return 'free'
  const aspect = (crop.width / crop.height) * whole
  return (
    ratios.find((ratio) => {
      const asked = aspectOf(ratio, whole)
      return asked !== undefined && Math.abs(aspect / asked - 1) < 0.01
    }) ?? 'free'
  )
}

/** The largest part of such proportions around the middle of the present one. */
export function withAspect(crop: Crop | null, aspect: number, whole: number): Crop {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const wide = Math.min(1, aspect / whole)
  const high = Math.min(1, whole / aspect)
  const from = (middle: number, side: number) => Math.min(1 - side, Math.max(0, middle - side / 2))
  return {
    x: roundedPart(from(x + width / 2, wide)),
    y: roundedPart(from(y + height / 2, high)),
    width: roundedPart(wide),
    height: roundedPart(high),
  }
}

/** A part as it is kept: within the picture, and null where it is all of it. */
export function keptCrop({ x, y, width, height }: Crop): Crop | null {
  const [left, wide] = keptSide(x, width)
  const [top, high] = keptSide(y, height)
  const crop = { x: left, y: top, width: wide, height: high }
  return isWhole(crop) ? null : crop
}

/** A crop that ends nearer to the edge than this part of the side ends at the edge. */
const invisible = 0.002

function keptSide(from: number, length: number): [from: number, length: number] {
  const start = from < invisible ? 0 : Math.min(roundedPart(from), 1 - smallestCrop)
  const end = from + length > 1 - invisible ? 1 : roundedPart(from + length)
  return [roundedPart(start), roundedPart(Math.min(1 - start, Math.max(smallestCrop, end - start)))]
}
