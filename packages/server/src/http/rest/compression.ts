import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Supported content codings, the preferred one first. */
const codings = ['br', 'gzip'] as const
export type Coding = (typeof codings)[number]

/**
 * minimum size for compression in bytes; smaller responses fit into so few packets that compressing would cost several
 * times the read itself (docs/decisions/0011-compression.md)
 */
export const leastCompressed = 16_384

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** the fastest level of each compressor */
const fastest = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { level: 1 },
} as const

/** Compresses in a worker thread, at the fastest level. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  return coding === 'br' ? compressors.br(bytes, fastest.br) : compressors.gzip(bytes, fastest.gzip)
}

/** The preferred coding that `Accept-Encoding` allows; null for none. Compression is used only on request. */
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

/** The strong ETag of an answer with a coding. HTTP requires different tags for different bytes. */
export function tagOf(rev: string, coding: Coding | null): string {
  return coding === null ? `"${rev}"` : `"${rev}+${coding}"`
}

/** The ETag without its coding suffix. */
export function withoutCoding(tag: string): string {
  return tag.replace(/\+(br|gzip)$/, '')
}
