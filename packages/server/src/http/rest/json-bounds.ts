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
  // Each value takes at least one byte, so this JSON cannot exceed a limit.
  if (json.length <= limits.objectMembers) return
  const { values, members } = countsOf(json, limits.bodyValues)
  if (values > limits.bodyValues) throw tooMany('values', limits.bodyValues)
  if (members > limits.objectMembers) throw tooMany('members in one object', limits.objectMembers)
}

/** The same for requests of anonymous callers, which need few values and little depth. */
export function refuseManyPublicValues(json: Uint8Array): void {
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

/** Counting ends when there are too many values. */
function countsOf(json: Uint8Array, mostValues: number): Counts {
  /** members of each object or array that is open */
  const open: number[] = []
  let current = 0
  let members = 0
  let values = 0
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at)
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
        if (open.push(current) > depth) depth = open.length
        current = 0
        break
      case closeBrace:
      case closeBracket:
        current = open.pop() ?? 0
        break
    }
  }
  return { values, members, depth }
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

function tooMany(what: string, most: number): OctavoError {
  return new OctavoError(
    'PAYLOAD_TOO_LARGE',
    `The body has too many ${what}: at most ${most.toLocaleString('en')} are allowed here.`,
  )
}
