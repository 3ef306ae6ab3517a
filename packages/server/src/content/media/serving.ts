import { limits } from '@octavo/contract/limits'
import { storageKey } from '@octavo/contract/operations/media-shapes'
import type { Readable } from 'node:stream'
import { type Caller, requirePermission } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import { isDiskFull } from '../../platform/database/failure.ts'
import { invalid, notFound, OctavoError } from '../../platform/errors.ts'
import { enforceAddressRate } from '../../core/rate-limit.ts'
import type { FoundVariant } from './image-variants.ts'
import { cropNamed } from './crops.ts'
import { keyIn } from './file-version.ts'
import { isDecodable } from './images.ts'
import { rangeOf } from './range.ts'
import { findServed, type ServedFile } from './store.ts'
import { isPreset, readVariantQuery, type Variant, variantName } from './variant.ts'

export interface FileRequest {
  /** the part of the address in the place of the key, which can have a version and a crop before it (`keyIn`) */
  readonly key: string
  readonly query: unknown
  /** the client's IP address */
  readonly address: string
  /** the caller, looked up only if needed; null for anonymous callers */
  readonly caller: () => Promise<Caller | null>
  readonly isHead: boolean
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly ifNoneMatch: string | undefined
}

export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Record<string, string | number>
  readonly body: Buffer | Readable | null
}

/** The bytes to send, at a key of the store. */
interface Source {
  readonly key: string
  readonly size: number
  readonly tag: string
  readonly mimeType: string
  readonly filename: string
  /**
   * whether the bytes at the address never change: the service has examined them, and replaced ones get another
   * address
   */
  readonly isImmutable: boolean
}

/** types that browsers show without running scripts; all others are downloaded */
const inlineTypes = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

/**
 * Serves the public bytes at a key, or a variant of the image. Throws NOT_FOUND, VALIDATION_ERROR for an invalid
 * variant query, and FORBIDDEN for a variant that needs a signature or a caller.
 */
export async function serveFile(services: Services, request: FileRequest): Promise<FileAnswer> {
  const { key, version, crop: addressed } = keyIn(request.key)
  const crop = addressed && cropNamed(addressed.name)
  const requested = readVariantQuery(request.query, crop)
  const file = storageKey.safeParse(key).success ? await findServed(services.database.reader, key) : undefined
  const isSigned = addressed === null || (await services.variantSigner.verifyCrop(key, addressed))
  if (file === undefined || !isSigned) throw notFound('The file')
  const variant = requested && (await variantSource(services, { ...request, key }, { file, ...requested }))
  // What a crop cuts off must not be shown.
  if (addressed !== null && variant === null)
    throw new OctavoError('UNAVAILABLE', 'This part of the image cannot be made at the moment.')
  const source = variant ?? (await originalOf(services, file))
  // Two answers must not be cached for ever: the original in the place of a variant, which can be made later, and an
  // answer to the address of another version, which can lead to other bytes later.
  const isLasting = (requested === null || variant !== null) && version === file.file_version
  return answerOf(services, isLasting ? source : { ...source, isImmutable: false }, request)
}

async function originalOf({ files }: Services, file: ServedFile): Promise<Source> {
  const { fileKey: key, content_hash: hash, size, mime_type: mimeType, filename } = file
  if (hash !== null && size !== null) {
    return { key, size, tag: tagOf(hash), mimeType, filename, isImmutable: true }
  }
  const facts = await files.facts(key)
  if (facts === null) throw notFound('The file')
  return { key, size: facts.size, tag: facts.version, mimeType, filename, isImmutable: false }
}

/** Half of the hash is enough to tell the bytes apart. */
function tagOf(hash: string): string {
  return hash.slice(0, 32)
}

interface AskedVariant {
  readonly file: ServedFile
  readonly variant: Variant
  readonly signature: string | undefined
}

/** A variant, created if it does not exist; null if the original must be sent instead. */
async function variantSource(
  services: Services,
  request: FileRequest,
  { file, variant, signature }: AskedVariant,
): Promise<Source | null> {
  const { content_hash: hash, mime_type: type } = file
  if (hash === null || !isDecodable(type)) {
    throw invalid([
      { path: 'w', message: `other sizes and formats are made of uploaded images, not of ${type}` },
    ])
  }
  await requireVariantAccess(services, request, variant, signature)
  const { imageVariants: variants } = services
  const found =
    (await variants.find(file, variant)) ??
    (await makeVariant(services, request, file, variant).catch(withoutDisk))
  return (
    found && {
      ...found,
      tag: `${tagOf(hash)}-${variantName(variant)}`,
      mimeType: `image/${variant.format}`,
      // With the extension of the format: in the place of the former extension, or at the end of a name without one.
      filename: file.filename.replace(/\.[^.]*$|$/, `.${variant.format}`),
      isImmutable: true,
    }
  )
}

/** Throws FORBIDDEN unless the variant is a preset, or the URL is signed, or the caller may read media. */
async function requireVariantAccess(
  { variantSigner }: Services,
  { key, caller }: FileRequest,
  variant: Variant,
  signature: string | undefined,
): Promise<void> {
  if (isPreset(variant)) return
  if (signature !== undefined && (await variantSigner.verify(key, variant, signature))) return
  const known = await caller()
  if (known !== null) return requirePermission(known, 'media.read')
  throw new OctavoError(
    'FORBIDDEN',
    `Without an account, ask for w (${limits.imageSides.join(', ')}) and format alone. For h and fit, use a URL that GET media/:id/variant-url has signed, or send a token.`,
  )
}

async function makeVariant(
  services: Services,
  { address, caller }: FileRequest,
  file: ServedFile,
  variant: Variant,
): Promise<FoundVariant | null> {
  const known = await caller()
  if (known === null) {
    const limit = limits.variantsPerMinute
    await enforceAddressRate(services, { endpoint: 'image-variant', address, limit })
  }
  return services.imageVariants.make(file, variant, known?.userId ?? address)
}

/** Null for a full disk, so that visitors still get the original. */
function withoutDisk(error: unknown): null {
  if (isDiskFull(error)) return null
  throw error
}

async function answerOf(services: Services, source: Source, request: FileRequest): Promise<FileAnswer> {
  const { size } = source
  const etag = `"${source.tag}"`
  const headers = headersOf(source, etag)
  if (isNamed(request.ifNoneMatch, etag)) return { status: 304, headers, body: null }
  const isFresh = request.ifRange === undefined || request.ifRange.trim() === etag
  const range = isFresh ? rangeOf(request.range, size) : null
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: null }
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const all = {
    ...headers,
    'content-type': contentType(source.mimeType),
    'content-length': end - start + 1,
    ...(range !== null && { 'content-range': `bytes ${start}-${end}/${size}` }),
  }
  const status = range === null ? 200 : 206
  if (request.isHead) return { status, headers: all, body: null }
  const body = size === 0 ? Buffer.alloc(0) : await services.files.read(source.key, { start, end })
  if (body === null) throw notFound('The file')
  return { status, headers: all, body }
}

function headersOf({ mimeType, filename, isImmutable }: Source, etag: string): Record<string, string> {
  const isShown = inlineTypes.test(mimeType)
  return {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    // Pages of any site may embed the files, which are public.
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(filename)}`,
    // A sandbox would prevent browsers from showing PDF; PDF viewers run nothing in this origin.
    'content-security-policy':
      mimeType === 'application/pdf' && isShown
        ? `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'`
        : `default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox`,
  }
}

/** Without a charset, browsers assume a legacy encoding for text. */
function contentType(mimeType: string): string {
  return mimeType.startsWith('text/') ? `${mimeType}; charset=utf-8` : mimeType
}

/** RFC 8187 */
function encoded(filename: string): string {
  return encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Proxies that compress weaken the tag, which still identifies the same bytes. */
function isNamed(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) === true
  )
}
