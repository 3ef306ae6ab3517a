/** The part of a picture that one use of it shows: its place and its size as parts of the whole width and height. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Point {
  readonly x: number
  readonly y: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** steps into which a side is divided: a crop is exact to a pixel in a picture of 10,000 pixels */
const stepsOfSide = 10_000

/** the smallest part of a side that a crop can show */
export const smallestCrop = 0.01

/** A part of a side, rounded to the precision that is stored. */
export function roundedPart(part: number): number {
  return Math.round(part * stepsOfSide) / stepsOfSide
}

/** Whether a crop ends within its picture. The sums are rounded, because sums of fractions are not exact. */
export function isWithinPicture({ x, y, width, height }: Crop): boolean {
  return roundedPart(x + width) <= 1 && roundedPart(y + height) <= 1
}

/** Whether a crop cuts nothing off. */
export function isWhole({ width, height }: Crop): boolean {
  return width === 1 && height === 1
}

/** The pixels of a picture that a crop shows. */
export function croppedArea(crop: Crop, { width, height }: Size): { left: number; top: number } & Size {
  const [left, wide] = croppedSide(crop.x, crop.width, width)
  const [top, high] = croppedSide(crop.y, crop.height, height)
  return { left, top, width: wide, height: high }
}

/** One side of the area in whole pixels: within the picture, and at least one pixel long. */
function croppedSide(from: number, part: number, side: number): [start: number, length: number] {
  const start = Math.min(Math.round(from * side), side - 1)
  return [start, Math.max(1, Math.min(Math.round((from + part) * side), side) - start)]
}

/** A point of the whole picture as a point of what a crop shows; null where the crop cuts it off. */
export function pointWithin(crop: Crop, { x, y }: Point): Point | null {
  const point = { x: roundedPart((x - crop.x) / crop.width), y: roundedPart((y - crop.y) / crop.height) }
  return point.x < 0 || point.x > 1 || point.y < 0 || point.y > 1 ? null : point
}

/** A point of what a crop shows as a point of the whole picture. */
export function pointOfWhole(crop: Crop, { x, y }: Point): Point {
  return { x: roundedPart(crop.x + x * crop.width), y: roundedPart(crop.y + y * crop.height) }
}

/** the share by which two equal proportions can differ, because the sides of a scaled picture are whole pixels */
const tolerance = 0.01

/** The sides of a picture, where they are known. */
export interface Sides {
  readonly width: number | null
  readonly height: number | null
}

/** Whether two pictures have equal proportions, as far as whole pixels allow; false if a side is unknown. */
export function hasProportions(one: Sides, other: Sides): boolean {
  if (!one.width || !one.height || !other.width || !other.height) return false
  const ratio = (one.width * other.height) / (one.height * other.width)
  return Math.abs(ratio - 1) <= tolerance
}
