import { limits } from './limits.ts'
import { hint } from './nearest.ts'
import { broken, type Broken } from './rules.ts'

/** values of every item that an address can contain unchanged */
const plainNames = ['slug', 'id', 'locale']
/** dates of every item, of which an address can contain the year, the month or the day */
const dateNames = ['publishedAt', 'createdAt']

/**
 * The parts of a date that an address can contain, in UTC. `start` is the position of the part in the stored form
 * `2026-01-31T09:00:00.000Z`, counted from 1 as in SQL.
 */
export const dateFormats = {
  yyyy: { start: 1, length: 4 },
  MM: { start: 6, length: 2 },
  dd: { start: 9, length: 2 },
} as const
export type DateFormat = keyof typeof dateFormats

/** A piece of a pattern: text, or the name of a value and, of a date, the format. */
export type PatternPiece = string | { readonly name: string; readonly format: string | null }

/** `/blog/{slug}` as its pieces. Braces that do not match stay in the text. */
export function patternPieces(pattern: string): PatternPiece[] {
  return pattern
    .split(/(\{[^{}]*\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (!/^\{.*\}$/s.test(piece)) return piece
      const [name = '', format = null] = piece.slice(1, -1).split(/:(.*)/s)
      return { name, format }
    })
}

/**
 * What is wrong with the pattern of a collection's addresses; null when nothing is. `dateFields` are its fields of type
 * datetime.
 */
export function urlPatternFault(pattern: string, dateFields: readonly string[]): Broken | null {
  if (pattern.length > limits.urlPattern)
    return broken('tooLong', { most: limits.urlPattern, has: pattern.length })
  if (!pattern.startsWith('/')) return broken('patternStart')
  const pieces = patternPieces(pattern)
  const texts = pieces.filter((piece) => typeof piece === 'string')
  const forbidden = /[^\p{L}\p{N}\p{M}/._~-]/u.exec(texts.join(''))
  if (forbidden !== null) return broken('patternCharacter', { character: printable(forbidden[0]) })
  // `{}` stands for a value, so that a segment with nothing but a value does not look empty.
  const segments = pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('')
  if (/\/\/|\/\.{1,2}(?:\/|$)/.test(segments)) return broken('patternSegment')
  for (const piece of pieces) {
    const fault = typeof piece === 'string' ? null : valueFault(piece, dateFields)
    if (fault !== null) return fault
  }
  const isUnique = pieces.some((piece) => typeof piece !== 'string' && ['slug', 'id'].includes(piece.name))
  return isUnique ? null : broken('patternNamesNone')
}

function valueFault(
  { name, format }: Exclude<PatternPiece, string>,
  dateFields: readonly string[],
): Broken | null {
  const dates = [...dateNames, ...dateFields]
  const formats = Object.keys(dateFormats)
  if (plainNames.includes(name)) return format === null ? null : broken('patternPlain', { name })
  if (!dates.includes(name)) {
    const known = [...plainNames, ...dates]
    return broken('patternName', { name: printable(name), known: known.join(', '), hint: hint(name, known) })
  }
  if (format !== null && formats.includes(format)) return null
  return broken('patternFormat', { name, formats: formats.join(', ') })
}

/** A text of a caller as it can be part of a message: at most 50 characters, and control characters as their codes. */
function printable(text: string): string {
  return text
    .slice(0, 50)
    .replace(/\p{C}/gu, (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
}
