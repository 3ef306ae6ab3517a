import { isLinkKey } from '@octavo/contract/url'

/**
 * The marking of references to media for migration 039. It is a copy of that time (now `core/model/media-marks.ts`),
 * because the code of the service changes with later releases.
 *
 * A mark is a key, or an address, with a letter written as a JSON escape: `"\u0069d"` means `"id"` to every reader of
 * JSON, and is found in the bytes without parsing them. An answer replaces the members of a reference that the record
 * of the media has too. These are written right before the id; the key of the first and the key of the id are marked.
 */

export type Holds = 'image' | 'file' | 'any'

export type KnownMedia = ReadonlyMap<
  string,
  {
    readonly id: string
    readonly storage_key: string
    readonly mime_type: string
    readonly alt: string | null
  }
>

const filePath = '/_cms/api/media/file/'
/** the marks of the id, which say what kind of value the object is in */
const marks: Readonly<Record<Holds, string>> = {
  image: String.raw`"\u0069d":"`,
  file: String.raw`"i\u0064":"`,
  any: String.raw`"\u0069\u0064":"`,
}
/** members of a reference that the record has too, in the order in which they are written */
const members = [
  'url',
  'width',
  'height',
  'filename',
  'mimeType',
  'size',
  'alt',
  'focalPoint',
  'placeholder',
  'variants',
]
const ids = /"id":\s*"([0-7][0-9A-HJKMNP-TV-Z]{25})"/g
/** an address of a file as a member of an object: `"href":"https://…/_cms/api/media/file/` */
const addresses =
  /"((?:[^"\\]|\\.){1,200})":"(https?:\/\/[^/"\\\s]+(?:\/[^"\\\s?#]*)?)\/_cms\/api\/media\/file\//g

/** The ids in a text. */
export function targetsIn(text: string): string[] {
  return [...text.matchAll(ids)].map(([, id]) => id ?? '')
}

/** addresses of files whose key has the form of this service: they belong to it, whatever their base address is */
const ourAddresses =
  /(https?:\/\/[^/"\\\s<>]{1,255}(?:\/[^"\\\s<>?#]{0,200}?)?)\/_cms\/api\/media\/file\/([0-7][0-9A-HJKMNP-TV-Z]{25}[\w.-]{0,300})/g

/** The addresses of files in a text that have a key as the service makes it. */
export function addressesIn(text: string): { readonly base: string; readonly key: string }[] {
  return [...text.matchAll(ourAddresses)].map(([, base = '', key = '']) => ({ base, key }))
}

/** The base addresses that files of media were written with, beside their ids. */
export function basesIn(text: string, known: KnownMedia): string[] {
  const bases: string[] = []
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const inner of Object.values(part)) look(inner)
    const { url } = part as Part
    if (typeof url !== 'string' || recordOf(part, known) === undefined) return
    const base = url.slice(0, url.indexOf(filePath))
    if (/^https?:\/\/[^/]/.test(base)) bases.push(base)
  }
  look(JSON.parse(text))
  return bases
}

/** JSON with its references to media marked. */
export function markedText(text: string, holds: Holds, known: KnownMedia): string {
  const within = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map(within)
    const record = recordOf(part, known)
    const copy = Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, within(inner)]))
    return record === undefined ? copy : markable(copy, holds, record)
  }
  const marked = withMarkedKeys(JSON.stringify(within(JSON.parse(text))), holds)
  // In rich text, links to files are marked too.
  return holds === 'any' ? withMarkedLinks(marked) : marked
}

/**
 * JSON with the keys marked that `markable` has begun with NUL, which is serialized as `\u0000`: the id by the mark of
 * its kind of value, another key by its first letter (`"\u0075rl"` for `"url"`).
 */
function withMarkedKeys(json: string, holds: Holds): string {
  return json.replaceAll(/"\\u0000(\w+)":/g, (_, key: string) =>
    key === 'id' ? marks[holds].slice(0, -1) : `"\\u00${key.charCodeAt(0).toString(16)}${key.slice(1)}":`,
  )
}

/** JSON with the addresses of files marked in the members that hold links, such as `href`. */
function withMarkedLinks(json: string): string {
  if (!json.includes(filePath)) return json
  return json.replaceAll(addresses, (member, key: string, base: string) =>
    isLinkKey(key) ? String.raw`"${key}":"${base}/_cms/api/med\u0069a/file/` : member,
  )
}

type Part = Readonly<Record<string, unknown>>
type Known = KnownMedia extends ReadonlyMap<string, infer Record> ? Record : never

/**
 * The record that an object refers to; undefined if it is no reference, such as a link with the id of a media item
 * beside it.
 */
function recordOf(part: unknown, known: KnownMedia): Known | undefined {
  if (typeof part !== 'object' || part === null || Array.isArray(part) || 'src' in part) return undefined
  const { id, url } = part as Part
  const record = typeof id === 'string' ? known.get(id) : undefined
  if (!members.every((key) => isPlain((part as Part)[key]))) return undefined
  if (record === undefined || url === undefined) return record
  const isSame = typeof url === 'string' && url.endsWith(filePath + record.storage_key)
  return isSame ? record : undefined
}

/** Whether a value contains no objects, whose marks would lie within those of the object around it. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return !('id' in value) && Object.values(value).every((one) => typeof one !== 'object' || one === null)
}

/**
 * A reference with its members in the order that the marks need: first what the record has too, then the id, then the
 * others. NUL, which no caller may send, begins the keys to be marked.
 *
 * An `alt` equal to that of the record is left out, so that it follows the record. This is done only where answers show
 * the `alt` of the record: at images. What is shown as a file, as in a file field, has no `alt` but its own.
 */
function markable(part: Part, holds: Holds, { mime_type, alt }: Known): object {
  const isTyped = holds === 'any' && (part['_type'] === 'image' || part['_type'] === 'file')
  const isImage = isTyped ? part['_type'] === 'image' : holds === 'image' || mime_type.startsWith('image/')
  const isShown = (key: string): boolean =>
    part[key] !== undefined && !(key === 'alt' && isImage && holds !== 'file' && part['alt'] === alt)
  // `_type` stays the first member: that of an image or a file is marked, any other one comes before the marked key.
  const before = [...(isTyped ? ['_type'] : []), ...members.filter(isShown)]
  const keys = new Set(['id', ...members, ...before])
  const others = Object.entries(part).filter(([key]) => !keys.has(key))
  const first = others[0]?.[0] === '_type' ? others.splice(0, 1) : []
  const marked = before.map((key, index) => [index === 0 ? `\0${key}` : key, part[key]])
  return Object.fromEntries([...first, ...marked, ['\0id', part['id']], ...others]) as object
}
