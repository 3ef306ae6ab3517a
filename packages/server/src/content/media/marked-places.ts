import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { markedFilePath, markPart } from '../../core/model/media-marks.ts'
import { idLength } from '../../platform/ids.ts'

/**
 * Marked bytes of stored JSON: the members of a reference with its id, the base of an address up to its key, or the ids
 * of the terms of an item.
 */
export interface MarkedPlace {
  readonly start: number
  readonly end: number
  /** of a reference its id; of terms all ids, with commas between; null for an address */
  readonly id: string | null
  /** of a reference the kind of value that it is in; `any` for an address */
  readonly holds: HoldsMedia | 'terms'
}

const quote = 0x22
const backslash = 0x5c
const zero = 0x30
const four = 0x34
const five = 0x35
const six = 0x36
const seven = 0x37
const nine = 0x39
const letterD = 0x64
const letterI = 0x69
const letterU = 0x75
const needle = Buffer.from(markPart)
const beforeAddressMark = markedFilePath.indexOf(markPart)
const afterAddressMark = markedFilePath.length - beforeAddressMark

/**
 * The marked places in the order of the bytes. They are recognized by comparing single bytes, which is fast, because
 * each list has hundreds of them. A mark is a letter that is written as an escape, such as `\u0069`. If its backslash
 * is at `at`, the two digits that name the letter are at `at + 4` and `at + 5`.
 */
export function placesIn(bytes: Buffer): MarkedPlace[] {
  const places: MarkedPlace[] = []
  // Where a reference begins whose id has not come yet; -1 outside of references.
  let referenceStart = -1
  for (let at = bytes.indexOf(needle); at !== -1;) {
    const place =
      termsAt(bytes, at) ??
      referenceAt(bytes, at, referenceStart) ??
      // An address within a reference is completed with the reference.
      (referenceStart === -1 ? addressAt(bytes, at) : null)
    if (place !== null) {
      places.push(place)
      referenceStart = -1
    } else if (referenceStart === -1 && beginsReference(bytes, at)) referenceStart = at - 1
    // Within a reference the next mark is near, so the search stops at each backslash. Elsewhere a text can have many
    // other escapes, which the search for the beginning of a mark skips.
    at =
      referenceStart === -1 ? bytes.indexOf(needle, place?.end ?? at + 1) : bytes.indexOf(backslash, at + 1)
  }
  return places
}

/** The mark of terms, `"\u0074`, up to the quote behind their ids. */
function termsAt(bytes: Buffer, at: number): MarkedPlace | null {
  if (bytes[at + 4] !== seven || bytes[at + 5] !== four || bytes[at - 1] !== quote) return null
  if (!isEscape(bytes, at)) return null
  const end = bytes.indexOf(quote, at)
  const id = bytes.toString('latin1', at + markPart.length + 2, end)
  return { start: at - 1, end: end + 1, id, holds: 'terms' }
}

/**
 * The marks of an id: `"\u0069d":"`, `"i\u0064":"` and `"\u0069\u0064":"`. `at` is their first backslash; `idStart` is
 * behind their last quote.
 */
function referenceAt(bytes: Buffer, at: number, referenceStart: number): MarkedPlace | null {
  if (!isEscape(bytes, at) || bytes[at + 4] !== six) return null
  const [before, kind, next] = [bytes[at - 1], bytes[at + 5], bytes[at + 6]]
  if (kind === four && before === letterI && bytes[at - 2] === quote && next === quote)
    return reference(bytes, {
      start: referenceStart === -1 ? at - 2 : referenceStart,
      idStart: at + 9,
      holds: 'file',
    })
  if (kind !== nine || before !== quote) return null
  const start = referenceStart === -1 ? at - 1 : referenceStart
  if (next === letterD) return reference(bytes, { start, idStart: at + 10, holds: 'image' })
  return next === backslash ? reference(bytes, { start, idStart: at + 15, holds: 'any' }) : null
}

function reference(
  bytes: Buffer,
  { start, idStart, holds }: { start: number; idStart: number; holds: HoldsMedia },
): MarkedPlace {
  const end = idStart + idLength
  return { start, end: end + 1, id: bytes.toString('latin1', idStart, end), holds }
}

/** The mark of an address, `med\u0069a`. */
function addressAt(bytes: Buffer, at: number): MarkedPlace | null {
  if (bytes[at - 1] !== letterD || bytes[at + 5] !== nine) return null
  const start = at - beforeAddressMark
  const end = at + afterAddressMark
  if (start < 0 || bytes.toString('latin1', start, end) !== markedFilePath) return null
  return { start: bytes.lastIndexOf(quote, at) + 1, end, id: null, holds: 'any' }
}

/** Whether the bytes at a backslash begin as all marks (`needle`): within a reference, any escape can be found. */
function isEscape(bytes: Buffer, at: number): boolean {
  return bytes[at + 1] === letterU && bytes[at + 2] === zero && bytes[at + 3] === zero
}

/**
 * Whether a key begins here with an escape of a mark. JSON escapes control characters as `\u00` too, but these are
 * below 0x20, so the digit that follows is 0 or 1; that of a mark is at least 5.
 */
function beginsReference(bytes: Buffer, at: number): boolean {
  return bytes[at - 1] === quote && (bytes[at + 4] ?? 0) >= five
}
