import { isDeepStrictEqual } from 'node:util'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import type { FocalPoint } from '@octavo/contract/fields/media-values'
import { limits } from '@octavo/contract/limits'
import { filePath, recordKeys } from '../../core/model/media-marks.ts'
import { keyIn, versionedKey } from './file-version.ts'
import { isDecodable } from './images.ts'
import type { FormerValues, MediaValues } from './media-values-store.ts'

export type Members = Readonly<Record<string, unknown>>

/** The address of the file of a media item. */
export function urlOf(
  baseUrl: string,
  { storage_key, file_version }: Pick<MediaValues, 'storage_key' | 'file_version'>,
): string {
  return `${baseUrl}${filePath}${versionedKey(storage_key, file_version)}`
}

export function focalPointOf({ focal_point }: Pick<MediaValues, 'focal_point'>): FocalPoint | null {
  return focal_point === null ? null : (JSON.parse(focal_point) as FocalPoint)
}

/** The widths of variants that everybody may request: none for what no variants are made of. */
export function variantsOf({
  is_read,
  mime_type,
  width,
}: Pick<MediaValues, 'is_read' | 'mime_type' | 'width'>): number[] {
  if (is_read === 0 || width === null || !isDecodable(mime_type)) return []
  return limits.imageSides.filter((side) => side <= width)
}

/** What the record of an image or a file says; null for what it does not. */
export function membersOf(baseUrl: string, record: MediaValues, kind: 'image' | 'file'): Members {
  const url = urlOf(baseUrl, record)
  if (kind === 'file') {
    const { filename, mime_type: mimeType, size } = record
    return { url, filename, mimeType, size }
  }
  const { width, height, alt, placeholder } = record
  const variants = variantsOf(record)
  return {
    url,
    width,
    height,
    placeholder: placeholder === '' ? null : placeholder,
    alt,
    focalPoint: focalPointOf(record),
    variants: variants.length === 0 ? null : variants,
  }
}

/** Whether an address is that of the record's file, whatever base address and version it was written with. */
export function isAddressOf(url: string, { storage_key }: MediaValues): boolean {
  if (!url.endsWith(`/${storage_key}`)) return false
  const at = url.lastIndexOf(filePath)
  return at !== -1 && keyIn(url.slice(at + filePath.length)).key === storage_key
}

/**
 * The id, the type if it has one, and the members that an answer shows of a reference, in the order of the type; null for an object whose address
 * is another than that of the record: it is no reference. A value of a field has only its text and its focal point of its
 * own. In rich text everything is its own that is not exactly what the record says, or has said.
 */
export function shownMembers(
  stored: Members,
  record: MediaValues,
  { baseUrl, holds }: { baseUrl: string; holds: HoldsMedia },
): Members | null {
  const { url, _type } = stored
  if (holds === 'any' && typeof url === 'string' && !isAddressOf(url, record)) return null
  const kind = holds === 'any' ? shownAs(_type, record) : holds
  const members = membersOf(baseUrl, record, kind)
  const isOwn = holds === 'any' ? ownIn(stored, record, members) : ownInField(kind, members)
  const own = recordKeys.filter((key) => stored[key] !== undefined && isOwn(key))
  const shown: Record<string, unknown> = { ...(_type !== undefined && { _type }), id: record.id }
  for (const [key, value] of Object.entries(members)) if (value !== null) shown[key] = value
  for (const key of own) shown[key] = stored[key]
  return shown
}

/** An object in rich text is an image or a file by its type, else by what the media item is. */
export function shownAs(type: unknown, { mime_type }: MediaValues): 'image' | 'file' {
  if (type === 'image' || type === 'file') return type
  return mime_type.startsWith('image/') ? 'image' : 'file'
}

type IsOwn = (key: (typeof recordKeys)[number]) => boolean

function ownInField(kind: 'image' | 'file', members: Members): IsOwn {
  return (key) =>
    (kind === 'image' && (key === 'alt' || key === 'focalPoint')) || (members[key] ?? null) === null
}

/** A picture in rich text may have a size of its own: that at which it is shown. */
function ownIn(stored: Members, record: MediaValues, members: Members): IsOwn {
  const sizes = [record, ...formerOf(record)]
  const isSize = sizes.some(
    ({ width, height }) => (stored['width'] ?? width) === width && (stored['height'] ?? height) === height,
  )
  return (key) => {
    if (key === 'url') return false
    if (key === 'alt' || key === 'focalPoint') return true
    if (key === 'width' || key === 'height') return !isSize
    return !isDeepStrictEqual(stored[key], members[key])
  }
}

const parsedFormer = new WeakMap<object, readonly FormerValues[]>()

/** What the record said before, the newest first; parsed once, because a record can have thousands of references. */
export function formerOf(record: Pick<MediaValues, 'former_values'>): readonly FormerValues[] {
  if (record.former_values === null) return []
  let former = parsedFormer.get(record)
  if (former === undefined) {
    former = JSON.parse(record.former_values) as FormerValues[]
    parsedFormer.set(record, former)
  }
  return former
}
