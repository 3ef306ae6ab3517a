import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The forms that an answer can be sent in, the better one first. */
const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/**
 * bytes from which on an answer is compressed: below, it fits into so few packets that the work would cost several
 * times what it took to read it (docs/decisions/0011-compression.md)
 */
export const leastCompressed = 16_384

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

const quick = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { level: 1 },
} as const

/** Compresses in a thread of its own, at the level that costs least. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  return coding === 'br' ? compressors.br(bytes, quick.br) : compressors.gzip(bytes, quick.gzip)
}

/** The coding that `Accept-Encoding` allows, or null; nothing is compressed unless it was asked for. */
export function codingFor(accepted: string | string[] | undefined): Coding | null {
  if (accepted === undefined || accepted === '') return null
  const weights = new Map<string, number>()
  for (const part of String(accepted).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)))
  }
  const any = weights.get('*') ?? 0
  return codings.find((coding) => (weights.get(coding) ?? any) > 0) ?? null
}

/** The tag of a compressed form: other bytes need another one, as HTTP wants it of strong tags. */
export function tagOf(rev: string, coding: Coding | null): string {
  return coding === null ? `"${rev}"` : `"${rev}+${coding}"`
}

/** The tag of what is compressed, whichever form it was sent in. */
export function withoutCoding(tag: string): string {
  return tag.replace(/\+(br|gzip)$/, '')
}
