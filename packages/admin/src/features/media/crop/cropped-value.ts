import { type Crop, pointOfWhole, pointWithin, roundedPart } from '@octavo/contract/crop'
import { api } from '../../../api/client.ts'
import { imageValue } from '../../../rich-text/model/image-block.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A picture of the media library as a value of content. `url` and the sizes are those of the part that it shows. */
export type PictureValue = Readonly<Record<string, unknown>>

/** Which part of a picture a value shows, and its focal point within the whole picture. */
export interface Framing {
  /** null: the whole picture */
  readonly crop: Crop | null
  /** null if the value uses the point of the media library */
  readonly point: Point | null
}

/** The framing of a value, whose own focal point is relative to the part that it shows. */
export function framingOf({ crop: storedCrop, focalPoint }: PictureValue): Framing {
  const crop = isCrop(storedCrop) ? storedCrop : null
  if (!isPoint(focalPoint)) return { crop, point: null }
  return { crop, point: crop === null ? focalPoint : pointOfWhole(crop, focalPoint) }
}

/** Whether the crop cuts off the chosen point, so that it cannot be used. */
export function isPointOutside({ crop, point }: Framing): boolean {
  return crop !== null && point !== null && pointWithin(crop, point) === null
}

/**
 * The value with another framing. It has the form in which the service returns it, so that the response to a save does
 * not count as a change.
 */
export async function withFraming(value: PictureValue, { crop, point }: Framing): Promise<PictureValue> {
  const id = String(value['id'])
  const cropBefore = framingOf(value).crop
  const request = servicePicture(id, crop)
  // A former crop that the service refuses by now must not prevent a new one.
  const requestBefore =
    cropBefore === crop ? request : servicePicture(id, cropBefore).catch((): PictureValue => ({}))
  const [picture, pictureBefore] = await Promise.all([request, requestBefore])
  // `focalPoint` is here the point of the media library, relative to the part.
  const { alt, focalPoint, width: _, height: __, ...others } = picture
  const storedPoint = pointToStore(point === null ? null : pointOfPart(crop, point), focalPoint)
  const ownProperties = Object.fromEntries(
    Object.entries(value).filter(([key]) => !serviceProperties.has(key)),
  )
  return {
    // The value's own texts and other properties take precedence over those of the library. What depends on the part
    // (`serviceProperties`) is always that of the service.
    ...(alt !== undefined && { alt }),
    ...ownProperties,
    ...others,
    ...sizeOf(value, { before: pictureBefore, now: picture }),
    ...(storedPoint !== null && { focalPoint: storedPoint }),
  }
}

/** The chosen point; that of the library (null if it has none) if none was chosen or both are the same. */
function pointToStore(chosen: Point | null, focalPoint: unknown): Point | null {
  const libraryPoint = isPoint(focalPoint) ? focalPoint : null
  const isSame = chosen !== null && libraryPoint !== null && isNear(chosen, libraryPoint)
  return chosen === null || isSame ? libraryPoint : chosen
}

/** the properties that the service determines for a part */
const serviceProperties = new Set(['url', 'width', 'height', 'placeholder', 'focalPoint', 'variants', 'crop'])

/** The picture as the service returns it, with the old and with the new part. */
interface PictureChange {
  readonly before: PictureValue
  readonly now: PictureValue
}

/**
 * The width and height for the new part. A display size that rich text has set keeps its width, and its height follows
 * the new proportions; else they are those of the part.
 */
function sizeOf({ width, height }: PictureValue, { before, now }: PictureChange): PictureValue {
  // A missing side counts as that of the part.
  const isFullSize =
    (width ?? before['width']) === before['width'] && (height ?? before['height']) === before['height']
  const size = isFullSize ? { width: now['width'], height: now['height'] } : { width, height }
  // `before` is the same object as `now` if the part has not changed.
  if (!isFullSize && before !== now && typeof width === 'number' && typeof height === 'number')
    size.height = Math.max(1, Math.round((width * Number(now['height'])) / Number(now['width'])))
  return Object.fromEntries(Object.entries(size).filter(([, side]) => side !== undefined))
}

/** The picture, or a part of it, as the service returns it. */
async function servicePicture(id: string, crop: Crop | null): Promise<PictureValue> {
  if (crop === null) return imageValue((await api.media.get({ id })).item)
  // For a crop, the answer always has the `image`, although its type does not say so.
  const { image = { id } } = await api.media.variantUrl({ id, crop: textOf(crop) })
  return image
}

/** A crop as the service reads it: four fractions, such as `0.1000,0.0000,0.5000,1.0000`. */
function textOf({ x, y, width, height }: Crop): string {
  return [x, y, width, height].map((part) => roundedPart(part).toFixed(4)).join(',')
}

/** A point of the whole picture as a point of a part of it; null where the crop cuts it off. */
function pointOfPart(crop: Crop | null, point: Point): Point | null {
  return crop === null ? point : pointWithin(crop, point)
}

/** Whether two points are the same apart from rounding: the point of the library has four decimals. */
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
