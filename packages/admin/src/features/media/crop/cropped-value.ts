import { type Crop, pointOfWhole, pointWithin, roundedPart } from '@octavo/contract/crop'
import { api } from '../../../api/client.ts'
import { imageValue } from '../../../rich-text/model/image-block.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A picture of the media library as a value of content has it; `url` and the sizes are those of the part that it shows. */
export type PictureValue = Readonly<Record<string, unknown>>

/** What a use of a picture shows of it; the point is one of the whole picture. */
export interface Framing {
  readonly crop: Crop | null
  /** null: the point of the media library */
  readonly point: Point | null
}

export function framingOf({ crop: given, focalPoint }: PictureValue): Framing {
  const crop = isCrop(given) ? given : null
  if (!isPoint(focalPoint)) return { crop, point: null }
  return { crop, point: crop === null ? focalPoint : pointOfWhole(crop, focalPoint) }
}

/** Whether the crop cuts off the point that was chosen, so that the use has none. */
export function isPointOutside({ crop, point }: Framing): boolean {
  return crop !== null && point !== null && pointWithin(crop, point) === null
}

/** The value with another framing, in the form in which the service answers it: its answer is then no change. */
export async function withFraming(value: PictureValue, { crop, point }: Framing): Promise<PictureValue> {
  const id = String(value['id'])
  const before = framingOf(value).crop
  const showing = shownBy(id, crop)
  // A former crop that the service does not take any more must not stop a new one.
  const showingBefore = before === crop ? showing : shownBy(id, before).catch((): PictureValue => ({}))
  const [shown, shownBefore] = await Promise.all([showing, showingBefore])
  const { alt, focalPoint, width: _, height: __, ...others } = shown
  const usual = isPoint(focalPoint) ? focalPoint : null
  const chosen = point === null ? usual : within(crop, point)
  const isUsual = chosen === null || (usual !== null && isNear(chosen, usual))
  const shownPoint = isUsual ? usual : chosen
  const kept = Object.fromEntries(Object.entries(value).filter(([key]) => !replaced.has(key)))
  return {
    ...(alt !== undefined && { alt }),
    ...kept,
    ...others,
    ...sizeOf(value, { before: shownBefore, now: shown }),
    ...(shownPoint !== null && { focalPoint: shownPoint }),
  }
}

/** what the service says of the part */
const replaced = new Set(['url', 'width', 'height', 'placeholder', 'focalPoint', 'variants', 'crop'])

interface Shown {
  readonly before: PictureValue
  readonly now: PictureValue
}

/**
 * The size of the picture. One at which rich text shows it, which is not its own, stays; its height follows a part of other
 * proportions.
 */
function sizeOf({ width, height }: PictureValue, { before, now }: Shown): PictureValue {
  const isItsOwn =
    (width ?? before['width']) === before['width'] && (height ?? before['height']) === before['height']
  const kept = isItsOwn ? { width: now['width'], height: now['height'] } : { width, height }
  if (!isItsOwn && before !== now && typeof width === 'number' && typeof height === 'number')
    kept.height = Math.round((width * Number(now['height'])) / Number(now['width']))
  return Object.fromEntries(Object.entries(kept).filter(([, side]) => side !== undefined))
}

async function shownBy(id: string, crop: Crop | null): Promise<PictureValue> {
  if (crop === null) return imageValue((await api.media.get({ id })).item)
  const { image = { id } } = await api.media.variantUrl({ id, crop: textOf(crop) })
  return image
}

function textOf({ x, y, width, height }: Crop): string {
  return [x, y, width, height].map((part) => roundedPart(part).toFixed(4)).join(',')
}

function within(crop: Crop | null, point: Point): Point | null {
  return crop === null ? point : pointWithin(crop, point)
}

/** The point of the library comes with four decimals, so it is known again within these. */
function isNear(one: Point, other: Point): boolean {
  return Math.abs(one.x - other.x) < 0.001 && Math.abs(one.y - other.y) < 0.001
}

function isPoint(value: unknown): value is Point {
  return typeof value === 'object' && value !== null && isNumber(value, 'x') && isNumber(value, 'y')
}

function isCrop(value: unknown): value is Crop {
  return isPoint(value) && isNumber(value, 'width') && isNumber(value, 'height')
}

function isNumber(value: object, key: string): boolean {
  return typeof (value as Readonly<Record<string, unknown>>)[key] === 'number'
}
