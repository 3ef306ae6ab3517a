import { open } from 'node:fs/promises'
import { invalidAt } from '../errors.ts'

/** bytes at the beginning that tell whether a file is text, and of which kind */
const headLength = 4096

/** names that mean the same type */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/apng': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/wave': 'audio/wav',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
  'video/x-m4v': 'video/mp4',
  'video/x-msvideo': 'video/vnd.avi',
  'video/avi': 'video/vnd.avi',
  'application/x-pdf': 'application/pdf',
  'application/x-zip-compressed': 'application/zip',
  'application/x-gzip': 'application/gzip',
  'text/xml': 'application/xml',
  'text/javascript': 'application/javascript',
}

/** containers in which many types come: what is declared may say more than the bytes */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(zip|epub\+zip|java-archive|x-.*|vnd\..*)$/,
  'application/x-cfb': /^application\/(msword|x-.*|vnd\..*)$/,
  'application/xml': /^(application\/(xml|.*\+xml)|text\/(xml|plain))$/,
  'audio/mp4': /^(audio|video)\/mp4$/,
  'video/mp4': /^((audio|video)\/mp4|video\/quicktime)$/,
  'video/quicktime': /^video\/(mp4|quicktime)$/,
  'video/webm': /^(audio|video)\/webm$/,
  'video/matroska': /^(video\/(x-)?matroska|video\/webm|audio\/(x-)?matroska)$/,
  'audio/ogg': /^(audio|video|application)\/ogg|audio\/opus$/,
  'video/ogg': /^(audio|video|application)\/ogg$/,
  'application/ogg': /^(audio|video|application)\/ogg$/,
}

/** types whose bytes are always recognised: what is not recognised is none of them */
const recognisable =
  /^(image\/(png|jpeg|gif|webp|avif|heic|heif|tiff|bmp|x-icon)|audio\/|video\/|font\/|application\/(pdf|zip|gzip|epub\+zip|msword|vnd\.openxmlformats))/

/** Whatever the declared name is, these are text. */
const isTextual = (type: string): boolean =>
  /^text\/|^application\/(json|xml|javascript|x-ndjson|yaml|toml|sql)$|\+(json|xml)$/.test(type)

/**
 * The type of a file, from its bytes and from what the sender says. Throws VALIDATION_ERROR when they contradict each
 * other: what a file claims to be decides what others do with it.
 */
export async function mediaTypeOf(path: string, declaredName: string): Promise<string> {
  const declared = aliases[declaredName] ?? declaredName
  const isUnsaid = declared === 'application/octet-stream'
  const found = await sniff(path)
  if (found === null) {
    if (recognisable.test(declared) || isTextual(declared)) throw contradiction(declared, 'something else')
    return declared
  }
  if (isUnsaid || found === declared) return found
  // Any text may be what it is said to be, other than an image or what has bytes of its own.
  const isText = isTextual(found)
  if (isText && !recognisable.test(declared) && declared !== 'image/svg+xml') return declared
  if (containers[found]?.test(declared) === true) return declared
  throw contradiction(declared, found)
}

function contradiction(declared: string, found: string): Error {
  return invalidAt('file', `is declared to be ${declared}, but its bytes are those of ${found}`)
}

/** What the bytes are, or null when they are neither known nor text. */
async function sniff(path: string): Promise<string | null> {
  const { fileTypeFromFile } = await import('file-type')
  const limits = { maxBufferSize: 1024 * 1024, signal: AbortSignal.timeout(5000) }
  // Bytes that break the parser of a format are not of that format.
  const known = await fileTypeFromFile(path, limits).catch(() => undefined)
  const type = known === undefined ? undefined : (aliases[known.mime] ?? known.mime)
  if (type !== undefined && type !== 'application/xml') return type
  return (await textType(path)) ?? type ?? null
}

async function textType(path: string): Promise<string | null> {
  const head = await headOf(path)
  const text = decoded(head)
  if (text === null) return null
  const beginning = stripped(text)
  if (/^<svg[\s>]/i.test(beginning)) return 'image/svg+xml'
  if (
    /^<(!doctype\s+html|html|head|body|script|iframe|style|title|table|a|div|h1|p|br|img)[\s/>]/i.test(
      beginning,
    )
  ) {
    return 'text/html'
  }
  return text.startsWith('<?xml') ? 'application/xml' : 'text/plain'
}

/** What may stand before the root of a document goes, one after the other. */
function stripped(text: string): string {
  for (let rest = text; ;) {
    const next = rest.replace(/^(\s+|<\?[^>]*\?>|<!--[^]*?-->|<!DOCTYPE\s+svg[^>]*>)/i, '')
    if (next === rest) return rest
    rest = next
  }
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
