import type { Crop } from '@octavo/contract/crop'
import { isWhole, roundedPart, smallestCrop } from '@octavo/contract/crop'

/** The proportions that a person can choose for the part of a picture. */
export const ratios = ['free', 'original', '16:9', '4:3', '1:1'] as const

export type Ratio = (typeof ratios)[number]

/** Width divided by height of a ratio; undefined for any. `wholeAspect` is that of the whole picture. */
export function aspectOf(ratio: Ratio, wholeAspect: number): number | undefined {
  if (ratio === 'free') return undefined
  if (ratio === 'original') return wholeAspect
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  return width / height
}

/** The ratio that a part has, or nearly has, because sides are whole pixels; `free` for any other. */
export function ratioOf(crop: Crop | null, wholeAspect: number): Ratio {
  if (crop === null) return 'free'
  const aspect = (crop.width / crop.height) * wholeAspect
  return (
    ratios.find((ratio) => {
      const candidate = aspectOf(ratio, wholeAspect)
      return candidate !== undefined && Math.abs(aspect / candidate - 1) < 0.01
    }) ?? 'free'
  )
}

/** The largest part with other proportions, around the middle of the current one if that fits into the picture. */
export function withAspect(crop: Crop | null, aspect: number, wholeAspect: number): Crop {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
  const newWidth = Math.min(1, aspect / wholeAspect)
  const newHeight = Math.min(1, wholeAspect / aspect)
  const startOf = (middle: number, side: number) => Math.min(1 - side, Math.max(0, middle - side / 2))
  return {
    x: roundedPart(startOf(x + width / 2, newWidth)),
    y: roundedPart(startOf(y + height / 2, newHeight)),
    width: roundedPart(newWidth),
    height: roundedPart(newHeight),
  }
}

/** A part as it is stored: within the picture, and null if it is the whole picture. */
export function storedCrop({ x, y, width, height }: Crop): Crop | null {
  const [left, storedWidth] = storedSide(x, width)
  const [top, storedHeight] = storedSide(y, height)
  const crop = { x: left, y: top, width: storedWidth, height: storedHeight }
  return isWhole(crop) ? null : crop
}

/** fraction of a side: a crop that ends nearer to the edge than this ends at the edge */
const edgeTolerance = 0.002

/** One side of a crop: at the edges of the picture exact, not smaller than allowed, and rounded as it is stored. */
function storedSide(from: number, length: number): [from: number, length: number] {
  const start = from < edgeTolerance ? 0 : Math.min(roundedPart(from), 1 - smallestCrop)
  const end = from + length > 1 - edgeTolerance ? 1 : roundedPart(from + length)
  return [roundedPart(start), roundedPart(Math.min(1 - start, Math.max(smallestCrop, end - start)))]
}
