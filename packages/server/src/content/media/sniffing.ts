import { open } from 'node:fs/promises'
import { plainType } from './type-names.ts'

/** bytes examined to find out whether a file is text, and which kind; long license comments precede some SVG */
const headLength = 64 * 1024

/** types that the library recognises only in some files */
const seldomRecognised = new Set([
  'application/x-apple-diskimage',
  'application/pgp-encrypted',
  'application/x-iso9660-image',
  'application/xml',
  'model/stl',
])

export interface Sniffed {
  /** null: neither recognised nor text */
  readonly type: string | null
  readonly isText: boolean
  /** text that begins like JSON */
  readonly isJson: boolean
}

/** Finds the type of a file from its bytes. */
export async function sniff(path: string): Promise<Sniffed> {
  const { fileTypeFromFile } = await import('file-type')
  const limits = { maxBufferSize: 1024 * 1024, signal: AbortSignal.timeout(5000) }
  // Bytes that make a parser fail are not of its format.
  const known = await fileTypeFromFile(path, limits).catch(() => undefined)
  const type = known === undefined ? null : plainType(known.mime)
  const head = await headOf(path)
  if (type !== null && isCertain(type, head)) return { type, isText: type.startsWith('text/'), isJson: false }
  // PDF readers also accept leading empty lines.
  if (/^\s*%PDF-/.test(head.toString('latin1', 0, 1024))) {
    return { type: 'application/pdf', isText: false, isJson: false }
  }
  const text = decoded(head)
  // Bytes that are not text, but of an uncertain type, are either XML, which was only doubted because it can be SVG, or
  // no transport stream after all.
  if (text === null) return { type: type === 'application/xml' ? type : null, isText: false, isJson: false }
  return { type: typeOfText(text), isText: true, isJson: /^\s*(["{[]|-?\d|true\b|false\b|null\b)/.test(text) }
}

/**
 * Whether a file has the type that the library recognises. It looks at the first bytes alone, and words begin with the
 * bytes of some formats (`BMW`, `GIF89a`, `G`); files of these formats have bytes that text does not.
 */
function isCertain(type: string, head: Buffer): boolean {
  // XML can be SVG, which `typeOfText` finds.
  if (type === 'application/xml') return false
  if (type === transportStream && !hasPackets(head)) return false
  return !/^(image|audio|video|font)\//.test(type) || !isPlainText(head)
}

/**
 * Whether every file of a type is recognised by its bytes, so that an unrecognised file cannot have it. The library
 * lists one name of each type. Types of audio, video and fonts have many other names, and the library lists Word
 * documents under the name of their container, so all of these count as recognisable.
 */
export async function isRecognisable(type: string): Promise<boolean> {
  if (/^(audio|video|font)\//.test(type) || type === 'application/msword') return true
  if (seldomRecognised.has(type) || type.startsWith('text/')) return false
  const { supportedMimeTypes } = await import('file-type')
  return supportedMimeTypes.has(type)
}

/** The type of a text by its beginning: SVG, HTML, other XML, or plain text. */
function typeOfText(text: string): string {
  const beginning = text.slice(lengthBeforeRoot(text))
  if (/^<(\w[\w.-]*:)?svg[\s/>]/i.test(beginning)) return 'image/svg+xml'
  if (
    /^<(!doctype\s+html|html|head|body|script|iframe|style|title|table|a|div|h1|p|br|img)[\s/>]/i.test(
      beginning,
    )
  ) {
    return 'text/html'
  }
  return text.startsWith('<?xml') ? 'application/xml' : 'text/plain'
}

/** The length of the prolog before a document's root element, in linear time. */
function lengthBeforeRoot(text: string): number {
  let length = 0
  for (;;) {
    const next = endOfPart(text, length)
    if (next === length) return length
    length = next
  }
}

/** The end of a part of the prolog; `start` if there is none. */
function endOfPart(text: string, start: number): number {
  const blank = endOfMatch(/\s+/y, text, start)
  if (blank !== null) return blank
  if (text.startsWith('<?', start)) return endOf(text, '?>', start)
  if (text.startsWith('<!--', start)) return endOf(text, '-->', start)
  return endOfDocumentType(text, start) ?? start
}

/** The end of an SVG document type, with or without an internal subset. */
function endOfDocumentType(text: string, start: number): number | null {
  const named = endOfMatch(/<!DOCTYPE\s+[\w:]+/iy, text, start)
  if (named === null || !/svg$/i.test(text.slice(named - 3, named))) return null
  const identified = endOfMatch(/[^>[]*/y, text, named) ?? named
  if (text[identified] === '>') return identified + 1
  return endOfMatch(/[^\]]*\]\s*>/y, text, identified)
}

function endOf(text: string, mark: string, start: number): number {
  const at = text.indexOf(mark, start)
  return at === -1 ? start : at + mark.length
}

function endOfMatch(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : null
}

const transportStream = 'video/mp2t'
const syncByte = 0x47

/**
 * Whether bytes are packets of an MPEG transport stream; the library only checks for the letter G at two positions.
 * Each packet has a payload or an adaptation field, and scrambling that is not reserved (ISO/IEC 13818-1, 2.4.3.2).
 */
function hasPackets(head: Buffer): boolean {
  return [
    { first: 0, length: 188 },
    // In files of cameras and discs, a time of four bytes precedes each packet.
    { first: 4, length: 192 },
  ].some(({ first, length }) => {
    for (let at = first; at + 3 < head.length; at += length) {
      const flags = head[at + 3] ?? 0
      if (head[at] !== syncByte || (flags & 0x30) === 0 || (flags & 0xc0) === 0x40) return false
    }
    return true
  })
}

/** Whether bytes are text and have none of the control characters that text does not have (`isControl`). */
function isPlainText(head: Buffer): boolean {
  return decoded(head) !== null && (isWide(head) || !head.some(isControl))
}

/** Tab, the line breaks (0x09 to 0x0d) and the escape character (0x1b) occur in text. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The bytes as text; null if they are not text. The last character may be incomplete. */
function decoded(head: Buffer): string | null {
  if (!isWide(head) && head.includes(0)) return null
  try {
    const encoding = isWide(head) ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
  } catch {
    // Bytes in a legacy encoding count as text if none is below 9; no text has these control characters.
    return head.some((byte) => byte < 9) ? null : head.toString('latin1')
  }
}

/** Whether bytes begin with the mark of UTF-16. */
function isWide(head: Buffer): boolean {
  return head.length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe)
}
