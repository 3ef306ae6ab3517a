import { ownFlags } from './completion.ts'

const code = (text: string): number => text.charCodeAt(0)
const comma = code(',')
const quote = code('"')
const backslash = code('\\')
const opening = new Set(['{', '['].map(code))
const closing = new Set(['}', ']'].map(code))

const firstLetters = new Set([...ownFlags.keys()].map(code))
const longestKey = Math.max(...[...ownFlags.keys()].map(({ length }) => length))

/** The values that an object has of its own: they follow the id, at `at`. */
export function ownFlagsAt(bytes: Buffer, at: number): number {
  let flags = 0
  for (let position = at; bytes[position] === comma && firstLetters.has(bytes[position + 2] ?? 0);) {
    const end = bytes.indexOf(quote, position + 2)
    if (end === -1 || end - position - 2 > longestKey) return flags
    const flag = ownFlags.get(bytes.toString('latin1', position + 2, end))
    if (flag === undefined) return flags
    flags |= flag
    position = endOfValue(bytes, end + 2)
  }
  return flags
}

/** Where a value of JSON ends that begins at `start`. */
function endOfValue(bytes: Buffer, start: number): number {
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === quote) at = endOfText(bytes, at)
    else if (opening.has(byte)) depth++
    else if (depth === 0 && (byte === comma || closing.has(byte))) return at
    else if (closing.has(byte)) depth--
  }
  return bytes.length
}

/** The closing quote of a text whose opening quote is at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1
  return at
}
