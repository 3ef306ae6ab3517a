import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { apiPath } from '@octavo/contract/rest'
import { isId } from '@octavo/contract/slug'
import { isLinkKey } from '@octavo/contract/url'
import { jsonText } from './data.ts'

/**
 * Marks in stored JSON, so that the bytes of an answer can be completed from the media library without parsing them. A
 * mark writes letters of a key, or of an address, as escapes, so to every reader of JSON the text means the same with
 * and without marks. Values of callers contain no marks, because they are parsed and serialized again, and that escapes
 * no letters.
 *
 * An answer replaces a part of each object that refers to media. The part has the members that the media record has too
 * (`recordKeys`), and ends with the id. The key of its first member is marked, and that of the id, whose mark also says
 * which kind of value the object is in. The text of such a mark ends where the id begins.
 *
 * An image in its field; the part is all up to the id, and `note` stays as it is stored:
 *
 *     {"\u0075rl":"…","alt":"…","\u0069d":"01…","note":"…"}
 *
 * An image in rich text. Its `_type` is in the part, because it decides which values of the record are shown:
 *
 *     {"\u005ftype":"image","url":"…","alt":"…","\u0069\u0064":"01…","_key":"…"}
 *
 * A block of another type that refers to media. Its `_type` does not decide this, so it comes before the part:
 *
 *     {"_type":"card","\u0075rl":"…","\u0069\u0064":"01…","_key":"…"}
 */
export const idMarks: Readonly<Record<HoldsMedia, string>> = {
  image: String.raw`"\u0069d":"`,
  file: String.raw`"i\u0064":"`,
  any: String.raw`"\u0069\u0064":"`,
}

/** the beginning of every mark */
export const markPart = String.raw`\u00`

/**
 * begins the text with the ids of an item's terms: `"terms":"\u007401…,01…"`. An answer replaces this text by the
 * terms, grouped by taxonomy.
 */
export const termsMark = String.raw`"\u0074`

/** members of a reference that the record has too; their order in stored JSON */
export const recordKeys = [
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
  'crop',
] as const

/** the path below a base address at which files are, plain and with a mark */
export const filePath = `${apiPath}/media/file/`
export const markedFilePath = filePath.replace('media', String.raw`med\u0069a`)

const fileAddress = new RegExp(`^(?:https?://[^/"\\\\\\s]+)?(?:/[^"\\\\\\s?#]*)?${filePath}`)

export type MediaReference = { readonly id: string } & Readonly<Record<string, unknown>>

/**
 * Whether an object can be a reference to media: it has an id, and either no address or one that has the form of a
 * file's address. The address is compared with the record when the record is read. An object with objects in a member
 * that records have too is no reference, because its marks would enclose those of another reference. A crop of another
 * form than ours stays outside of the marks instead. An object with `src` shows the picture at that address.
 */
export function isMediaReference(value: unknown): value is MediaReference {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { id, url } = value as Record<string, unknown>
  if (typeof id !== 'string' || !isId(id) || 'src' in value) return false
  if (!recordKeys.every((key) => key === 'crop' || isPlain((value as Record<string, unknown>)[key])))
    return false
  return url === undefined || (typeof url === 'string' && fileAddress.test(url))
}

/** Whether a value is absent or has a form that occurs in records: a text, a number, a list of these, or a point. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return !('id' in value) && Object.values(value).every((part) => typeof part !== 'object' || part === null)
}

const idMember = /"id":"[0-7][0-9A-HJKMNP-TV-Z]{25}"/

/**
 * The JSON text of a value, with marks. `holds` is what the field holds: an image, a file, or rich text (`any`), in
 * which links to files are marked as well.
 */
export function markedText(value: unknown, holds: HoldsMedia): string {
  const text = jsonText(value)
  const marked = idMember.test(text) ? withMarkedReferences(value, holds) : text
  return holds === 'any' ? withMarkedAddresses(marked) : marked
}

/** The JSON text of a stored value without marks. */
export function unmarkedText(text: string): string {
  return text.includes(markPart) ? JSON.stringify(JSON.parse(text)) : text
}

/** stands before the keys that get a mark; no key of a caller begins with it, because NUL is refused */
const placeholderOfMark = '\0'

/**
 * The JSON text of a value with marked references, in two steps: the keys to be marked get a placeholder, and in the
 * JSON text each placeholder and its key become a mark. `JSON.stringify` alone could not write escaped letters.
 */
function withMarkedReferences(value: unknown, holds: HoldsMedia): string {
  const prepared = withPlaceholders(value, holds === 'any')
  // References to items have ids as well, so there may be nothing to mark.
  if (prepared === value) return jsonText(value)
  // JSON writes the placeholder as `\u0000`. The mark of an id contains the quotation mark that begins its value.
  return JSON.stringify(prepared).replaceAll(/"\\u0000(\w+)":("?)/g, (_, key: string, quote: string) =>
    key === 'id' ? idMarks[holds] : `"${escaped(key)}":${quote}`,
  )
}

/**
 * The value, in which each reference has its members in order and the placeholders (`orderedReference`). What contains
 * no reference is the same object, which is faster than a replacer of JSON.
 */
function withPlaceholders(value: unknown, isRichText: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return withPlaceholdersInList(value, isRichText)
  const ordered = isMediaReference(value) ? orderedReference(value, isRichText) : value
  let copy = ordered === value ? null : (ordered as Record<string, unknown>)
  for (const key of Object.keys(ordered)) {
    const part = (ordered as Record<string, unknown>)[key]
    const marked = withPlaceholders(part, isRichText)
    if (marked !== part) (copy ??= { ...ordered })[key] = marked
  }
  return copy ?? ordered
}

function withPlaceholdersInList(values: readonly unknown[], isRichText: boolean): readonly unknown[] {
  let copy: unknown[] | null = null
  for (let index = 0; index < values.length; index++) {
    const part = values[index]
    const marked = withPlaceholders(part, isRichText)
    if (marked !== part) (copy ??= [...values])[index] = marked
  }
  return copy ?? values
}

/**
 * A reference with its members in this order: the part that answers replace, which ends with the id (`idMarks`), then
 * the others. The first key of the part and the key of the id have the placeholder.
 */
function orderedReference(reference: MediaReference, isRichText: boolean): object {
  const { _type: type, id } = reference
  const isTyped = isRichText && (type === 'image' || type === 'file')
  const known = recordKeys.filter((key) => reference[key] !== undefined && isPlain(reference[key]))
  const keysOfPart = [...(isTyped ? ['_type'] : []), ...known]
  const part = keysOfPart.map((key, index) => [index === 0 ? placeholderOfMark + key : key, reference[key]])
  const others = Object.entries(reference).filter(([key]) => key !== 'id' && !keysOfPart.includes(key))
  // A `_type` that is not in the part stays the first member, before the part.
  const first = others[0]?.[0] === '_type' ? others.splice(0, 1) : []
  return Object.fromEntries([...first, ...part, [`${placeholderOfMark}id`, id], ...others]) as object
}

/** A key whose first character is an escape. */
function escaped(key: string): string {
  return `${markPart}${key.charCodeAt(0).toString(16)}${key.slice(1)}`
}

/**
 * a member whose value begins as the address of a file; its groups are the key, and the base address before `filePath`.
 * Only absolute addresses are marked: answers replace their base, and a relative address has none. The address in a
 * reference can be relative (`fileAddress`), because an answer replaces it as a whole by that of the record.
 */
const addressMember = new RegExp(
  `"((?:[^"\\\\]|\\\\.)+)":"((?:https?://[^/"\\\\\\s]+)(?:/[^"\\\\\\s?#]*)?)${filePath}`,
  'g',
)

/**
 * Marks the addresses of files under keys for addresses, such as `href`. Addresses within other texts stay as they are.
 */
function withMarkedAddresses(text: string): string {
  if (!text.includes(filePath)) return text
  return text.replaceAll(addressMember, (whole, key: string, base: string) =>
    isLinkKey(key) ? `"${key}":"${base}${markedFilePath}` : whole,
  )
}
