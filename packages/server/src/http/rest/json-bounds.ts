import { limits } from '@octavo/contract/limits'
import { OctavoError } from '../../platform/errors.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Throws PAYLOAD_TOO_LARGE for JSON with too many values or too many members of one object, because parsing and
 * validating it would take long. It only scans bytes (some milliseconds for ten megabytes) and leaves invalid JSON to
 * the parser.
 */
export function refuseManyValues(json: Uint8Array): void {
  // Each value takes at least one byte, so this JSON cannot exceed a limit: `objectMembers` is the smaller one.
  if (json.length <= limits.objectMembers) return
  const { values, members } = countsOf(json, limits.bodyValues)
  if (values > limits.bodyValues) throw tooMany('values', limits.bodyValues)
  if (members > limits.objectMembers) throw tooMany('members in one object', limits.objectMembers)
}

/** Throws PAYLOAD_TOO_LARGE for JSON of an anonymous caller with too many values or levels; such requests need few. */
export function refuseManyPublicValues(json: Uint8Array): void {
  // As above: of these two limits `depth` is the smaller one.
  if (json.length <= limits.depth) return
  const { values, depth } = countsOf(json, limits.publicValues)
  if (values > limits.publicValues) throw tooMany('values', limits.publicValues)
  if (depth > limits.depth) throw tooMany('levels', limits.depth)
}

interface Counts {
  values: number
  /** the largest number of members in one object */
  members: number
  depth: number
}

/**
 * Counts values, members and levels; the counting ends when there are too many values. It looks at punctuation only: a
 * colon is a member, a comma a further value, and the beginning of an object or list its first value. So an empty
 * object or list counts as one value too many.
 */
function countsOf(json: Uint8Array, mostValues: number): Counts {
  /** the members so far of each object or array that contains the current one */
  const outer: number[] = []
  /** the members so far of the current object */
  let current = 0
  let members = 0
  let values = 0
  let depth = 0
  for (let index = 0; index < json.length; index++) {
    switch (json[index]) {
      case quote:
        index = endOfString(json, index)
        break
      case colon:
        if (++current > members) members = current
        break
      case comma:
        if (++values > mostValues) return { values, members, depth }
        break
      case openBrace:
      case openBracket:
        if (++values > mostValues) return { values, members, depth }
        if (outer.push(current) > depth) depth = outer.length
        current = 0
        break
      case closeBrace:
      case closeBracket:
        current = outer.pop() ?? 0
        break
    }
  }
  return { values, members, depth }
}

/** The index of the quote that ends a string. */
function endOfString(json: Uint8Array, start: number): number {
  let index = start + 1
  while (index < json.length && json[index] !== quote) index += json[index] === backslash ? 2 : 1
  return index
}

function tooMany(what: string, most: number): OctavoError {
  return new OctavoError(
    'PAYLOAD_TOO_LARGE',
    `The body has too many ${what}: at most ${most.toLocaleString('en')} are allowed here.`,
  )
}
