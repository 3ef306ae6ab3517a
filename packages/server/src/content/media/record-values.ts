import { isDeepStrictEqual } from 'node:util'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { type Crop, croppedArea, hasProportions, type Sides } from '@octavo/contract/crop'
import type { FocalPoint } from '@octavo/contract/fields/media-values'
import { limits } from '@octavo/contract/limits'
import { filePath, recordKeys } from '../../core/model/media-marks.ts'
import { cropIn, croppedValues, isApplicable } from './crops.ts'
import type { FileAddresses } from './file-addresses.ts'
import { keyIn } from './file-version.ts'
import { isDecodable } from './images.ts'
import type { FormerValues, MediaValues } from './media-values-store.ts'

/** The members of an object in JSON: of a stored reference, or of what an answer shows of it. */
export type Members = Readonly<Record<string, unknown>>

/** The focal point of a picture, which the record has as JSON; null without one. */
export function focalPointOf({ focal_point }: Pick<MediaValues, 'focal_point'>): FocalPoint | null {
  return focal_point === null ? null : (JSON.parse(focal_point) as FocalPoint)
}

/**
 * Whether other sizes, formats and parts are made of a file: only of one whose bytes the service has read (`is_read`).
 */
function hasVariants({ is_read, mime_type }: Pick<MediaValues, 'is_read' | 'mime_type'>): boolean {
  return is_read !== 0 && isDecodable(mime_type)
}

/** The widths of variants that everybody may request: none beyond the width of the image, and none for other files. */
export function variantsOf({
  is_read,
  mime_type,
  width,
}: Pick<MediaValues, 'is_read' | 'mime_type' | 'width'>): number[] {
  if (width === null || !hasVariants({ is_read, mime_type })) return []
  return limits.imageSides.filter((side) => side <= width)
}

/**
 * The values of a record that a reference shows, as an image or as a file; null for absent ones. With a crop they are
 * those of the part of the image that it shows.
 */
export function membersOf(
  addresses: FileAddresses,
  record: MediaValues,
  kind: 'image' | 'file',
  crop: Crop | null = null,
): Members {
  if (kind === 'file') {
    const { filename, mime_type: mimeType, size } = record
    return { url: addresses.of(record), filename, mimeType, size }
  }
  const cropped = crop === null ? null : croppedMembers(addresses, record, crop)
  return cropped ?? pictureMembers(record, { ...wholePicture(record), url: addresses.of(record), crop: null })
}

/** Null where no part of the picture can be shown. */
function croppedMembers(addresses: FileAddresses, record: MediaValues, crop: Crop): Members | null {
  if (!hasVariants(record) || !isApplicable(crop, record)) return null
  const url = addresses.ofCrop(record, crop)
  if (url === null) return null
  const { width, height } = record
  return pictureMembers(record, {
    ...croppedValues(crop, { ...wholePicture(record), width, height }),
    url,
    crop,
  })
}

/** The values of a whole picture, without a crop. */
function wholePicture(record: MediaValues) {
  const { width, height, placeholder } = record
  return {
    width,
    height,
    placeholder: placeholder === '' ? null : placeholder,
    focalPoint: focalPointOf(record),
  }
}

interface Shown extends ReturnType<typeof wholePicture> {
  readonly url: string
  readonly crop: Crop | null
}

function pictureMembers(record: MediaValues, { url, width, height, placeholder, focalPoint, crop }: Shown) {
  const variants = variantsOf({ ...record, width })
  return {
    url,
    width,
    height,
    placeholder,
    alt: record.alt,
    focalPoint,
    variants: variants.length === 0 ? null : variants,
    crop,
  }
}

/** Whether an address is that of the record's file, whatever base address and version it was written with. */
export function isAddressOf(url: string, { storage_key }: MediaValues): boolean {
  if (!url.endsWith(`/${storage_key}`)) return false
  const at = url.lastIndexOf(filePath)
  return at !== -1 && keyIn(url.slice(at + filePath.length)).key === storage_key
}

/**
 * What an answer shows of a reference: the id, the type if it has one, and the members in the order of the type. Null
 * for an object with the address of another file, which is no reference to this record. A member is the reference's own
 * if the answer shows its stored value and not that of the record.
 */
export function shownMembers(
  stored: Members,
  record: MediaValues,
  { addresses, holds }: { addresses: FileAddresses; holds: HoldsMedia },
): Members | null {
  const { url, _type } = stored
  if (holds === 'any' && typeof url === 'string' && !isAddressOf(url, record)) return null
  const kind = holds === 'any' ? shownAs(_type, record) : holds
  // The crop and the focal point of an outdated reference are left out: they were chosen for a picture that was
  // replaced.
  const isOutdated = kind === 'image' && isOfOtherProportions(stored, record, holds)
  const crop = kind === 'file' || isOutdated ? null : cropIn(stored['crop'])
  const members = membersOf(addresses, record, kind, crop)
  const shown: Record<string, unknown> = { ...(_type !== undefined && { _type }), id: record.id }
  for (const [key, value] of Object.entries(members)) if (value !== null) shown[key] = value
  const isOwn = holds === 'any' ? isOwnInRichText(stored, record, members) : isOwnInField(kind, members)
  for (const key of recordKeys) {
    if (isShownAsStored(key, stored, { kind, isOutdated, isOwn })) shown[key] = stored[key]
  }
  return shown
}

interface ShownReference {
  readonly kind: 'image' | 'file'
  readonly isOutdated: boolean
  readonly isOwn: IsOwn
}

/** Whether an answer shows the stored value of a member, in place of that of the record. */
function isShownAsStored(
  key: RecordKey,
  stored: Members,
  { kind, isOutdated, isOwn }: ShownReference,
): boolean {
  if (stored[key] === undefined) return false
  // A crop of an image is among the record's values already; one of another form, or beside a file, is not.
  if (key === 'crop') return kind === 'file' || cropIn(stored[key]) === null
  return key === 'focalPoint' && isOutdated ? false : isOwn(key)
}

/** An object in rich text is an image or a file by its `_type`, else by the type of the media item. */
export function shownAs(type: unknown, { mime_type }: MediaValues): 'image' | 'file' {
  if (type === 'image' || type === 'file') return type
  return mime_type.startsWith('image/') ? 'image' : 'file'
}

type RecordKey = (typeof recordKeys)[number]

/** Whether a member of a reference is its own (see `shownMembers`). */
type IsOwn = (key: RecordKey) => boolean

/**
 * Which members of a reference in a field are its own: the text and the focal point of an image, and members that the
 * record lacks.
 */
function isOwnInField(kind: 'image' | 'file', members: Members): IsOwn {
  return (key) =>
    (kind === 'image' && (key === 'alt' || key === 'focalPoint')) || (members[key] ?? null) === null
}

/**
 * Whether the file was replaced by one of other proportions since a reference was stored: its focal point and its crop
 * were chosen for another picture then. The stored size is that of the picture for which they were chosen.
 */
function isOfOtherProportions(stored: Members, record: MediaValues, holds: HoldsMedia): boolean {
  if (stored['crop'] === undefined && stored['focalPoint'] === undefined) return false
  const { width, height } = stored
  if (typeof width !== 'number' || typeof height !== 'number' || !record.width || !record.height) return false
  const size = { width, height }
  const isSizeOfFile = [record, ...formerOf(record)].some(
    (one) => one.width === width && one.height === height,
  )
  if (holds === 'image' || isSizeOfFile) return !hasProportions(size, record)
  // In rich text, a size that no version of the file had is the size at which the picture is shown.
  return isShownSizeOfFormer(size, cropIn(stored['crop']), record)
}

/**
 * Whether the size at which a picture is shown has the proportions of a former version of the file, and not those of
 * the file now.
 */
function isShownSizeOfFormer(size: Sides, crop: Crop | null, record: MediaValues): boolean {
  const hasProportionsOf = (one: Sides): boolean => hasProportions(size, shownSides(one, crop))
  return !hasProportionsOf(record) && formerOf(record).some(hasProportionsOf)
}

/** The sides of what a crop shows of a picture. */
function shownSides(picture: Sides, crop: Crop | null): Sides {
  return crop !== null && isApplicable(crop, picture) ? croppedArea(crop, picture) : picture
}

/**
 * Which members of a reference in rich text are its own. Its text and its focal point always are. A size is its own if
 * it is that at which the picture is shown. The placeholder and the variants of a part of a picture are computed.
 */
function isOwnInRichText(stored: Members, record: MediaValues, members: Members): IsOwn {
  const isSize = isSizeOf(stored, record)
  const isCropped = (members['crop'] ?? null) !== null
  return (key) => {
    if (key === 'url') return false
    if (key === 'alt' || key === 'focalPoint') return true
    if (key === 'width' || key === 'height') return !isSize
    if (isCropped && (key === 'placeholder' || key === 'variants')) return false
    return !isDeepStrictEqual(stored[key], members[key])
  }
}

/** Whether a reference says the size of the picture, or of what its crop shows of it: now, or before. */
export function isSizeOf({ width, height, crop: given }: Members, record: MediaValues): boolean {
  const crop = cropIn(given)
  const sizes: readonly Sides[] = [record, ...formerOf(record)]
  return [...sizes, ...sizes.map((size) => shownSides(size, crop))].some(
    (size) => (width ?? size.width) === size.width && (height ?? size.height) === size.height,
  )
}

const parsedFormer = new WeakMap<object, readonly FormerValues[]>()

/**
 * The former values of the record, the newest first; parsed once, because a record can have thousands of references.
 */
export function formerOf(record: Pick<MediaValues, 'former_values'>): readonly FormerValues[] {
  if (record.former_values === null) return []
  let former = parsedFormer.get(record)
  if (former === undefined) {
    former = JSON.parse(record.former_values) as FormerValues[]
    parsedFormer.set(record, former)
  }
  return former
}
