import { isDeepStrictEqual } from 'node:util'
import type { Crop } from '@octavo/contract/crop'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { filePath } from '../../core/model/media-marks.ts'
import { cropIn, cropNamed } from './crops.ts'
import type { FileAddresses } from './file-addresses.ts'
import { keyIn } from './file-version.ts'
import type { MediaValues } from './media-values-store.ts'
import { isSizeOf, type Members, membersOf, shownAs } from './record-values.ts'

interface Comparison {
  readonly addresses: FileAddresses
  /** the kind of value that the reference is in: of an image or file field, or `any` for rich text */
  readonly holds: HoldsMedia
  /** the crop in the address that the client sends: that of the answer which it has read; null without one */
  readonly answeredCrop: Crop | null
}

/** Removes the text, the focal point, the placeholder and the variants of an image if answers add the same. */
export function withoutRecordValues(
  given: Members,
  record: MediaValues,
  { addresses, holds, answeredCrop }: Comparison,
): Members {
  const kind = holds === 'any' ? shownAs(given['_type'], record) : holds
  const crop = kind === 'image' ? cropIn(given['crop']) : null
  // A client that has removed or changed a crop still sends the values of the part that it has read. So the members are
  // compared with those of both parts: that of the crop now, and that of the crop in the address.
  const recordMembers = [...new Set([crop, answeredCrop])].map((one) =>
    membersOf(addresses, record, kind, one),
  )
  // In a field, and of a part of a picture, the placeholder and the variants are computed for each answer. So those
  // that a client sends are dropped, whatever they are. In rich text without a crop, other values than those of the
  // record stay.
  const isOfFieldOrPart = holds !== 'any' || crop !== null || answeredCrop !== null
  const computed = isOfFieldOrPart ? ['placeholder', 'variants'] : []
  const isRecordValue = (key: string): boolean =>
    computed.includes(key) || recordMembers.some((members) => isDeepStrictEqual(given[key], members[key]))
  const shown = kind === 'image' ? ['alt', 'focalPoint', 'placeholder', 'variants'] : []
  const kept = withoutKeys(given, shown.filter(isRecordValue))
  if (crop !== null) kept['crop'] = crop
  return kind === 'image' && holds === 'any' ? withStoredSize(kept, record, { crop, answeredCrop }) : kept
}

/**
 * Gives a reference of rich text to a picture the size to store. If the reference has a crop or a focal point of its
 * own, this is the size of the whole picture, for which both were chosen. If the client has removed a crop, it still
 * sends the size of the part, which is dropped. A size that no version of the picture had is the size at which sites
 * show the picture, and stays.
 */
function withStoredSize(
  members: Members,
  record: MediaValues,
  { crop, answeredCrop }: { readonly crop: Crop | null; readonly answeredCrop: Crop | null },
): Members {
  const isOwn = crop !== null || members['focalPoint'] !== undefined
  if (!isOwn && answeredCrop === null) return members
  // Whether the size is absent, or is that of the picture or of the part that one of the crops shows, now or before.
  const isOfFile = [crop, answeredCrop].some((one) => isSizeOf({ ...members, crop: one }, record))
  if (!isOfFile) return members
  const { width: _, height: __, ...rest } = members
  const { width, height } = record
  return isOwn && width !== null && height !== null ? { ...rest, width, height } : rest
}

/** The crop in an address of a part of a picture. */
export function cropInAddress(url: unknown): Crop | null {
  const at = typeof url === 'string' ? url.lastIndexOf(filePath) : -1
  if (at === -1) return null
  const { crop } = keyIn((url as string).slice(at + filePath.length))
  return crop && cropNamed(crop.name)
}

/** Members without those of some names. */
export function withoutKeys(members: Members, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)))
}
