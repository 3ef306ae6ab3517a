import { open } from 'node:fs/promises'
import { plainType } from './type-names.ts'

/** bytes at the beginning that tell whether a file is text, and of which kind: long licences come before some SVG */
const headLength = 64 * 1024

/** types that others recognise only in some of their files */
const seldomRecognised = new Set([
  'application/x-apple-diskimage',
  'application/pgp-encrypted',
  'application/x-iso9660-image',
  'application/xml',
  'model/stl',
])

export interface Sniffed {
  /** null: neither known nor text */
  readonly type: string | null
  readonly isText: boolean
  /** it is text that begins like JSON */
  readonly isJson: boolean
}

/** What the bytes of a file are. */
export async function sniff(path: string): Promise<Sniffed> {
  const { fileTypeFromFile } = await import('file-type')
  const limits = { maxBufferSize: 1024 * 1024, signal: AbortSignal.timeout(5000) }
  // Bytes that break the parser of a format are not of that format.
  const known = await fileTypeFromFile(path, limits).catch(() => undefined)
  const type = known === undefined ? null : plainType(known.mime)
  if (type !== null && type !== 'application/xml')
    return { type, isText: type.startsWith('text/'), isJson: false }
  const head = await headOf(path)
  // Readers of PDF look for its beginning behind empty lines too.
  if (/^\s*%PDF-/.test(head.toString('latin1', 0, 1024))) {
    return { type: 'application/pdf', isText: false, isJson: false }
  }
  const text = decoded(head)
  if (text === null) return { type, isText: false, isJson: false }
  return { type: kindOf(text), isText: true, isJson: /^\s*(["{[]|-?\d|true\b|false\b|null\b)/.test(text) }
}

/** Whether every file of a type is recognised by its bytes: what is not recognised is none of it. */
export async function isRecognisable(type: string): Promise<boolean> {
  if (/^(audio|video|font)\//.test(type) || type === 'application/msword') return true
  if (seldomRecognised.has(type) || type.startsWith('text/')) return false
  const { supportedMimeTypes } = await import('file-type')
  return supportedMimeTypes.has(type)
}

function kindOf(text: string): string {
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

/** The length of what may stand before the root of a document. */
function lengthBeforeRoot(text: string): number {
  const before = /(?:\s+|<\?[^>]*\?>|<!--[^]*?-->|<!DOCTYPE\s+[\w:]*svg\b[^>[]*(?:\[[^\]]*\]\s*)?>)/iy
  let length = 0
  for (before.lastIndex = 0; before.test(text);) length = before.lastIndex
  return length
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

/** The text of bytes; null when they are none. The end may cut a character in two. */
function decoded(head: Buffer): string | null {
  const isWide = head.length >= 2 && (head.readUInt16BE(0) === 0xfeff || head.readUInt16BE(0) === 0xfffe)
  if (!isWide && head.includes(0)) return null
  try {
    const encoding = isWide ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
  } catch {
    // Old encodings are text too as long as nothing in them is a control character.
    return head.some((byte) => byte < 9) ? null : head.toString('latin1')
  }
}
