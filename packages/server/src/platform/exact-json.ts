import { changedNumber, repeatedKey } from './json-safety.ts'

/**
 * Matches 16 digits, a decimal point included, or an exponent (`1e400`). JavaScript keeps every other number, so
 * without a match no number of a text is checked.
 */
const suspicious = /\d[\d.]{15}|\d[eE][+-]?\d/

/** limit of marked numbers and keys; one is enough to refuse the body */
const maxMarked = 100

/** characters; a longer number counts as changed, without a comparison of its digits */
const longest = 1000

/**
 * Parses JSON. A mark replaces values that JavaScript would silently lose: a number that would change
 * (9007199254740993, 1e400), and the value of a duplicate key. `findUnsafe` refuses marks with their path.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(suspicious.test(text) ? withMarks(text) : text)
  // A repeated key gives the value fewer members than the text has.
  if (membersIn(text) !== membersOf(value)) markRepeatedKeys(text, value)
  return value
}

/** The number of members in all objects of a text, duplicates included. */
function membersIn(text: string): number {
  let count = 0
  for (let quote = text.indexOf('"'); quote !== -1;) {
    const end = endOfString(text, quote)
    if (isKey(text, end)) count++
    quote = text.indexOf('"', end)
  }
  return count
}

/** The number of members in all objects of a value. */
function membersOf(value: unknown): number {
  let count = 0
  const open = [value]
  while (open.length > 0) {
    const current = open.pop()
    if (typeof current !== 'object' || current === null) continue
    const values: unknown[] = Array.isArray(current) ? current : Object.values(current)
    if (values !== current) count += values.length
    for (const inner of values) if (typeof inner === 'object') open.push(inner)
  }
  return count
}

/** Whether the string that ends at `end` is a key: in JSON only keys are followed by a colon. */
function isKey(text: string, end: number): boolean {
  let at = end
  while (isBlank(text.charCodeAt(at))) at++
  return text[at] === ':'
}

/** A space, a line feed, a carriage return or a tab. */
function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

type Step = string | number

/** Replaces the values of repeated keys by the mark. */
function markRepeatedKeys(text: string, value: unknown): void {
  for (const path of repeatedKeys(text)) {
    const parent = path.slice(0, -1).reduce<unknown>(inside, value)
    // JavaScript keeps the last value of a duplicate key; a path into another one leads nowhere.
    if (typeof parent === 'object' && parent !== null)
      Object.defineProperty(parent, path.at(-1) ?? '', { value: repeatedKey, enumerable: true })
  }
}

function inside(value: unknown, step: Step): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<Step, unknown>)[step] : undefined
}

/** The paths at which a valid JSON text repeats a key. */
function repeatedKeys(text: string): Step[][] {
  const found: Step[][] = []
  /** the open objects and arrays; `keys` is null for arrays */
  const open: { readonly keys: Set<string> | null; step: Step }[] = []
  for (let at = 0; at < text.length && found.length < maxMarked; at++) {
    const level = open.at(-1)
    switch (text[at]) {
      case '{':
        open.push({ keys: new Set(), step: '' })
        break
      case '[':
        open.push({ keys: null, step: 0 })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        if (typeof level?.step === 'number') level.step++
        break
      case '"': {
        const end = endOfString(text, at)
        if (level?.keys && isKey(text, end)) {
          const key = JSON.parse(text.slice(at, end)) as string
          level.step = key
          if (level.keys.has(key)) found.push(open.map(({ step }) => step))
          level.keys.add(key)
        }
        at = end - 1
        break
      }
    }
  }
  return found
}

/** The text with marks in place of the numbers that JavaScript would change. */
function withMarks(text: string): string {
  /** two for each mark: the text before it, and the mark */
  const parts: string[] = []
  let copied = 0
  for (let at = 0; at < text.length && parts.length < 2 * maxMarked;) {
    const start = at
    if (text[at] === '"') at = endOfString(text, at)
    else if (isOfNumber(text.charCodeAt(at))) {
      while (at < text.length && isOfNumber(text.charCodeAt(at))) at++
      const literal = text.slice(start, at)
      if (!isChanged(literal)) continue
      parts.push(text.slice(copied, start), JSON.stringify(changedNumber(literal)))
      copied = at
    } else at++
  }
  return parts.join('') + text.slice(copied)
}

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text[quote - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return quote + 1
  }
  return text.length
}

/** Characters of a number: digits and `+-.eE`. The parser refuses them in any other combination. */
function isOfNumber(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101
  )
}

/** Whether JavaScript would change a number. Fractions may be rounded to the nearest 64-bit number, except to 0. */
function isChanged(literal: string): boolean {
  if (literal.length < 16 && !/e/i.test(literal)) return false
  const value = Number(literal)
  if (Number.isNaN(value)) return false
  if (!Number.isFinite(value) || literal.length > longest) return true
  const given = decimalOf(literal)
  const kept = decimalOf(String(value))
  if (given.digits === kept.digits && given.exponent === kept.exponent) return false
  const isInteger = given.exponent >= 0
  const isZero = kept.digits === ''
  return isInteger || isZero
}

/** The absolute value of a number, as digits without zeros at either end and a power of ten. */
function decimalOf(literal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const all = (whole + fraction).replace(/^0+/, '')
  let end = all.length
  while (all[end - 1] === '0') end--
  if (end === 0) return { digits: '', exponent: 0 }
  return { digits: all.slice(0, end), exponent: Number(power) - fraction.length + all.length - end }
}
