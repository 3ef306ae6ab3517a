import { isDeepStrictEqual } from 'node:util'
import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import type { ReadContext } from '../../core/context.ts'
import { jsonText } from '../../core/model/data.ts'
import { filePath } from '../../core/model/media-marks.ts'
import { focalPointOf } from './completion.ts'
import { findMediaValues, type MediaValues } from './media-values-store.ts'

type Reference = Readonly<Record<string, unknown>>

const ids = /"id":"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g

/**
 * A value as it is stored: its references to media keep the id and what they say otherwise than the record, and
 * addresses of files of this service lose its base address. What the media library does not have stays as it is.
 */
export async function detachedValue<Value>(
  context: ReadContext,
  value: Value,
  holds: HoldsMedia = 'any',
): Promise<Value> {
  if (typeof value !== 'object' || value === null) return value
  const relative = holds === 'any' ? withRelativeAddresses(value, context.services.config.baseUrl) : value
  const named = new Set([...jsonText(relative).matchAll(ids)].map(([, id]) => id ?? ''))
  if (named.size === 0) return relative
  const known = await findMediaValues(context, [...named])
  return known.size === 0 ? relative : (detachedWithin(relative, known, holds) as Value)
}

function withRelativeAddresses<Value extends object>(value: Value, baseUrl: string): Value {
  const text = jsonText(value)
  const address = baseUrl + filePath
  if (!text.includes(address)) return value
  const relative = [':', ',', '['].reduce(
    (rest, before) => rest.replaceAll(`${before}"${address}`, `${before}"${filePath}`),
    text,
  )
  return JSON.parse(relative) as Value
}

function detachedWithin(value: unknown, known: ReadonlyMap<string, MediaValues>, holds: HoldsMedia): unknown {
  if (Array.isArray(value)) return value.map((one) => detachedWithin(one, known, holds))
  if (typeof value !== 'object' || value === null) return value
  const own = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, detachedWithin(part, known, holds)]),
  )
  const { id } = own
  const record = typeof id === 'string' ? known.get(id) : undefined
  return record === undefined || 'src' in own ? own : detachedReference(own, record, holds)
}

/** A reference without what an answer takes from the record. */
export function detachedReference(reference: Reference, record: MediaValues, holds: HoldsMedia): Reference {
  const kind = holds === 'any' ? kindOf(reference, record) : holds
  const derived = kind === 'image' ? ofImage(reference, record, holds) : ofFile(reference, record, holds)
  const dropped = new Set(['url', ...derived])
  return Object.fromEntries(Object.entries(reference).filter(([key]) => !dropped.has(key)))
}

function kindOf({ _type }: Reference, { mime_type }: MediaValues): 'image' | 'file' {
  if (_type === 'image' || _type === 'file') return _type
  return mime_type.startsWith('image/') ? 'image' : 'file'
}

/** In rich text a picture may have a size of its own: that at which it is shown. */
function ofImage(reference: Reference, record: MediaValues, holds: HoldsMedia): string[] {
  const { width = record.width, height = record.height, alt, focalPoint } = reference
  const isOwnSize = holds === 'any' && (width !== record.width || height !== record.height)
  return [
    'placeholder',
    'variants',
    ...(isOwnSize ? [] : ['width', 'height']),
    ...(alt === record.alt ? ['alt'] : []),
    ...(isDeepStrictEqual(focalPoint, focalPointOf(record)) ? ['focalPoint'] : []),
  ]
}

/** In rich text a file may be shown under a name of its own. */
function ofFile({ filename }: Reference, record: MediaValues, holds: HoldsMedia): string[] {
  const isOwnName = holds === 'any' && filename !== record.filename
  return ['mimeType', 'size', ...(isOwnName ? [] : ['filename'])]
}
