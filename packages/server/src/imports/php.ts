/** limits of nesting, of parts in a serialized value, and of characters in a number or a length */
const maxDepth = 30
const maxParts = 20_000
const longestNumber = 40

const [quote, semicolon, openBrace, closeBrace] = [0x22, 0x3b, 0x7b, 0x7d]

/**
 * Converts a PHP-serialized value to JSON data. Null for objects of classes, references and malformed values, whose
 * text is then kept. Never executes code.
 */
export function readSerialized(text: string): { value: unknown } | null {
  if (!/^(a:\d+:\{|s:\d+:"|[bid]:|N;)/.test(text)) return null
  const reader = { bytes: Buffer.from(text), at: 0, parts: 0 }
  try {
    const value = read(reader, 0)
    return reader.at === reader.bytes.length ? { value } : null
  } catch {
    return null
  }
}

interface Reader {
  readonly bytes: Buffer
  at: number
  parts: number
}

/** Reads the value at the position. An error only means that the text is not a value; nobody sees its message. */
function read(reader: Reader, depth: number): unknown {
  if (depth > maxDepth || ++reader.parts > maxParts) throw new Error('over a limit')
  const type = String.fromCharCode(reader.bytes[reader.at] ?? 0)
  // The letter, and the `:` or (for null) the `;` after it.
  reader.at += 2
  switch (type) {
    case 'N':
      return null
    case 'b':
      return until(reader, ';') === '1'
    case 'i':
    case 'd':
      return numberOf(until(reader, ';'))
    case 's':
      return string(reader)
    case 'a':
      return array(reader, depth)
    default:
      throw new Error('of no type that JSON has')
  }
}

/** The text of a number, length or truth value up to its end. */
function until(reader: Reader, end: string): string {
  const close = reader.bytes.indexOf(end, reader.at)
  if (close < 0 || close - reader.at > longestNumber) throw new Error('no end')
  const text = reader.bytes.toString('latin1', reader.at, close)
  reader.at = close + 1
  return text
}

function numberOf(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new Error('no number')
  return value
}

/** Reads a length; a negative one would move the position back. */
function lengthOf(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error('no length')
  return Number(text)
}

/** Reads `5:"text";`, whose length counts bytes. */
function string(reader: Reader): string {
  const length = lengthOf(until(reader, ':'))
  const start = reader.at + 1
  if (start + length >= reader.bytes.length) throw new Error('no end of a string')
  const end = start + length
  const text = reader.bytes.toString('utf8', start, end)
  if (reader.bytes[start - 1] !== quote || reader.bytes[end] !== quote) throw new Error('no string')
  if (reader.bytes[end + 1] !== semicolon) throw new Error('no end')
  reader.at = end + 2
  return text
}

/** Reads an array; an empty one, or one with the keys 0, 1, 2 … in order, is a list. */
function array(reader: Reader, depth: number): unknown {
  const count = lengthOf(until(reader, ':'))
  if (reader.bytes[reader.at++] !== openBrace) throw new Error('no array')
  const entries: [string, unknown][] = []
  let isList = true
  for (let index = 0; index < count; index++) {
    const key = read(reader, depth + 1)
    if (key !== index) isList = false
    // JSON with this key is refused (`json-safety.ts`), so the text stays as it is.
    if (key === '__proto__') throw new Error('no key that could be stored')
    entries.push([String(key), read(reader, depth + 1)])
  }
  if (reader.bytes[reader.at++] !== closeBrace) throw new Error('no end of an array')
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}
