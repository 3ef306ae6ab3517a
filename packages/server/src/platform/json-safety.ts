import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hasMark as hasSourceMark } from '@octavo/contract/source-marks'

/**
 * Finds parts of an input, at any depth, that cannot safely be stored, sent or traversed: text that is not well-formed
 * Unicode, the NUL character, numbers that overflow, keys that reach prototypes, and excessive nesting. If `isTooDeep`,
 * callers must not traverse the value. If `hasSourceMarks`, a text has the invisible characters by which previews name
 * the field of a text. The search ends after enough issues.
 */
export function findUnsafe(value: unknown): Omit<Found, 'path'> {
  const found: Found = { issues: [], isTooDeep: false, hasSourceMarks: false, path: [] }
  walk(value, found)
  return found
}

interface Found {
  issues: Issue[]
  isTooDeep: boolean
  hasSourceMarks: boolean
  /** the path of the current value */
  readonly path: (string | number)[]
}

function walk(value: unknown, found: Found): void {
  if (found.issues.length >= limits.issues) return
  if (typeof value === 'string') {
    checkText(value, found)
    found.hasSourceMarks ||= hasSourceMark(value)
  } else if (typeof value === 'number') {
    // JSON.parse turns 1e400 into Infinity.
    if (!Number.isFinite(value)) add(found, 'is too large for a number')
  } else if (typeof value === 'object' && value !== null) {
    if (found.path.length >= limits.depth) {
      found.isTooDeep = true
      add(found, `must not nest deeper than ${limits.depth} levels`)
    } else if (Array.isArray(value)) walkArray(value, found)
    else walkObject(value as Record<string, unknown>, found)
  }
}

function walkArray(values: readonly unknown[], found: Found): void {
  const { path } = found
  for (let index = 0; index < values.length; index++) {
    const value = values[index]
    if (typeof value === 'boolean' || value === null) continue
    path.push(index)
    walk(value, found)
    path.pop()
  }
}

function walkObject(value: Record<string, unknown>, found: Found): void {
  const { path } = found
  for (const key of Object.keys(value)) {
    path.push(key)
    // Code that assigns members by name would set the prototype of its object instead of a member.
    if (key === '__proto__') add(found, 'is not a key that can be stored')
    checkText(key, found)
    walk(value[key], found)
    path.pop()
  }
}

/**
 * Prefix of a mark for a number that JavaScript cannot represent. `parseExactJson` puts such marks into the value, and
 * they are refused here. They begin with NUL, which no input may contain.
 */
const changedMark = '\0number '

/** The mark that replaces a number that the parser would change. */
export function changedNumber(literal: string): string {
  return changedMark + literal.slice(0, 100)
}

/** The mark that replaces the value of a duplicate key. */
export const repeatedKey = '\0repeated'

/** Whether a value is a mark, which replaces a JSON value that JavaScript cannot keep. */
export function isMark(value: unknown): boolean {
  return typeof value === 'string' && (value === repeatedKey || value.startsWith(changedMark))
}

/** The issue of a text with NUL: a mark, or the character itself. */
function complaintAbout(text: string): string {
  if (text === repeatedKey) return 'is given twice; give it once'
  return isMark(text) ? numberComplaint(text) : 'must not contain the character U+0000'
}

function numberComplaint(mark: string): string {
  const literal = mark.slice(changedMark.length)
  const kept = Number(literal)
  if (!Number.isFinite(kept)) return 'is too large for a number'
  return `is a number that cannot be stored exactly: ${literal} would become ${kept}; send it as a text`
}

function checkText(text: string, found: Found): void {
  if (text.includes('\0')) add(found, complaintAbout(text))
  if (!text.isWellFormed()) add(found, 'is not well-formed Unicode (half of a surrogate pair)')
}

function add({ issues, path }: Found, message: string): void {
  if (issues.length < limits.issues) issues.push({ path: path.join('.').toWellFormed(), message })
}
