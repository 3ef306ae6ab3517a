import { limits } from '@octavo/contract/limits'
import { storageKey } from '@octavo/contract/operations/media'
import { z } from 'zod'
import type { Readable } from 'node:stream'
import type { Services } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import { formName } from './forms.ts'
import { type Form, isDecodable } from './images.ts'
import { rangeOf } from './range.ts'
import { findServed, type ServedFile } from './store.ts'

export interface FileRequest {
  readonly key: string
  readonly query: unknown
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

/** What goes out: bytes at a place of the store. */
interface Source {
  readonly key: string
  readonly size: number
  readonly tag: string
  readonly mimeType: string
  readonly filename: string
  /** the same bytes for ever: the service has read them, and an address never gets others */
  readonly isImmutable: boolean
}

/** types that browsers show without running anything in them; all others are saved */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf)$/

const side = z.coerce.number().refine((value) => (limits.imageSides as readonly number[]).includes(value), {
  message: `must be one of ${limits.imageSides.join(', ')}`,
})

const formQuery = z.strictObject({
  w: side.optional(),
  h: side.optional(),
  fit: z.enum(['cover', 'contain']).optional(),
  format: z.enum(['webp', 'avif']).optional(),
})

/**
 * The bytes at a key, for everybody (specification 4.2, decisions 2), or a form of the image in them. Throws NOT_FOUND,
 * and VALIDATION_ERROR for forms that there are not.
 */
export async function serveFile(services: Services, request: FileRequest): Promise<FileAnswer> {
  const form = formOf(request.query)
  const file = storageKey.safeParse(request.key).success
    ? await findServed(services.database.reader, request.key)
    : undefined
  if (file === undefined) throw notFound('The file')
  const source = form === null ? await originalOf(services, file) : await formSource(services, file, form)
  return answerOf(services, source, request)
}

function formOf(query: unknown): Form | null {
  const { success, data, error } = formQuery.safeParse(query)
  if (!success) {
    throw invalid(
      error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({ path: key, message: 'is not a query parameter here' }))
          : [{ path: issue.path.join('.'), message: issue.message }],
      ),
    )
  }
  const { w: width = null, h: height = null, fit = 'cover', format } = data
  if (Object.keys(data).length === 0) return null
  // With one side only there is nothing to cut: both ways to fit are one form.
  const isFree = width === null || height === null
  return { width, height, fit: isFree ? 'contain' : fit, format: format ?? 'webp' }
}

async function originalOf({ files }: Services, file: ServedFile): Promise<Source> {
  const { place: key, content_hash: hash, size, mime_type: mimeType, filename } = file
  if (hash !== null && size !== null) {
    return { key, size, tag: hash.slice(0, 32), mimeType, filename, isImmutable: true }
  }
  const facts = await files.facts(key)
  if (facts === null) throw notFound('The file')
  return { key, size: facts.size, tag: facts.version, mimeType, filename, isImmutable: false }
}

async function formSource({ forms }: Services, file: ServedFile, form: Form): Promise<Source> {
  const { content_hash: hash, mime_type: type } = file
  if (hash === null || !isDecodable(type)) {
    throw invalid([
      { path: 'w', message: `other sizes and formats are made of uploaded images, not of ${type}` },
    ])
  }
  const { key, size } = await forms.find(file, form)
  return {
    key,
    size,
    tag: `${hash.slice(0, 32)}-${formName(form)}`,
    mimeType: `image/${form.format}`,
    filename: file.filename.replace(/\.[^.]*$|$/, `.${form.format}`),
    isImmutable: true,
  }
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
  const isShown = shown.test(mimeType)
  return {
    etag,
    'accept-ranges': 'bytes',
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    // Pages of any site may show them, as anybody may read them.
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(filename)}`,
    // A sandbox keeps browsers from showing PDF, whose viewers run nothing in the name of this origin.
    'content-security-policy':
      mimeType === 'application/pdf' && isShown
        ? `default-src 'none'; style-src 'unsafe-inline'; object-src 'self'`
        : `default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox`,
  }
}

/** Text without a word about its encoding would be taken for something old. */
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

/** Proxies that compress make the tag a weak one; it still names the same bytes. */
function isNamed(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) === true
  )
}
