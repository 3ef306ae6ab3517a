/** How 038 writes values that refer to media. It is a copy, because the code of the service changes with later releases. */

export type Holds = 'image' | 'file' | 'any'

interface MediaRecord {
  readonly id: string
  readonly filename: string
  readonly mime_type: string
  readonly width: number | null
  readonly height: number | null
  readonly alt: string | null
}

export interface KnownMedia {
  readonly records: Map<string, MediaRecord>
  /** of `keys` in texts, those that media have */
  readonly keys: ReadonlySet<string>
}

export const filePath = '/_cms/api/media/file/'
const markedFilePath = String.raw`/_cms/api/med\u0069a/file/`
const marks: Readonly<Record<Holds, string>> = {
  image: String.raw`"\u0069d":"`,
  file: String.raw`"i\u0064":"`,
  any: String.raw`"\u0069\u0064":"`,
}

const ids = /"id":\s*"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g
/** an address at the beginning of a text of JSON: what is before it, its origin and its key */
const addresses =
  /([:,[]\s*")(?:https?:\/\/[^/"\\\s]+)?\/_cms\/api\/media\/file\/([A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*)/g

/** What a text can refer to. */
export function targetsIn(text: string): { ids: string[]; keys: string[] } {
  return {
    ids: [...text.matchAll(ids)].map(([, id]) => id ?? ''),
    keys: [...text.matchAll(addresses)].map(([, , key]) => key ?? ''),
  }
}

/** JSON with its references detached from the records and marked. */
export function detachedText(text: string, holds: Holds, { records, keys }: KnownMedia): string {
  const value: unknown = JSON.parse(text)
  let detached = JSON.stringify(value, (_, part: unknown) => referenceOf(part, holds, records) ?? part)
  for (const [kind, mark] of Object.entries(marks))
    detached = detached.replaceAll(String.raw`"\u0000${kind}":"`, mark)
  if (holds !== 'any') return detached
  return detached.replaceAll(addresses, (whole, before: string, key: string) =>
    keys.has(key) ? before + markedFilePath + key : whole,
  )
}

type Reference = Readonly<Record<string, unknown>>

/** The object to write for one that refers to a record; undefined for all else. */
function referenceOf(part: unknown, holds: Holds, records: KnownMedia['records']): object | undefined {
  if (typeof part !== 'object' || part === null || !('id' in part) || 'src' in part) return undefined
  const reference = part as Reference
  const { id, _type } = reference
  const record = typeof id === 'string' ? records.get(id) : undefined
  if (record === undefined) return undefined
  const isTyped = _type === 'image' || _type === 'file'
  const kind = holds === 'any' ? (isTyped ? _type : 'any') : holds
  const shownAs = kind === 'any' ? (record.mime_type.startsWith('image/') ? 'image' : 'file') : kind
  const dropped = new Set(['url', ...(shownAs === 'image' ? ofImage : ofFile)(reference, record, holds)])
  const kept = Object.entries(reference).filter(([key]) => !dropped.has(key))
  const own = ['alt', 'width', 'height', 'filename'].flatMap((name) =>
    kept.filter(([key, value]) => key === name && value !== undefined),
  )
  const others = kept.filter((entry) => !own.includes(entry))
  return Object.fromEntries(
    others.flatMap(([key, value]) => (key === 'id' ? [[`\0${kind}`, value], ...own] : [[key, value]])),
  ) as object
}

function ofImage(reference: Reference, record: MediaRecord, holds: Holds): string[] {
  const { width = record.width, height = record.height, alt } = reference
  const isOwnSize = holds === 'any' && (width !== record.width || height !== record.height)
  return [...(isOwnSize ? [] : ['width', 'height']), ...(alt === record.alt ? ['alt'] : [])]
}

function ofFile({ filename }: Reference, record: MediaRecord, holds: Holds): string[] {
  const isOwnName = holds === 'any' && filename !== record.filename
  return ['mimeType', 'size', ...(isOwnName ? [] : ['filename'])]
}
