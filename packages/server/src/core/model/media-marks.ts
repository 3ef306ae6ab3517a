import type { HoldsMedia } from '@octavo/contract/fields/field-type'
import { apiPath } from '@octavo/contract/rest'
import { isId } from '@octavo/contract/slug'
import { jsonText } from './data.ts'

/**
 * Marks in stored JSON, so that the bytes of an answer can be completed from the media library without parsing them. An
 * object that is completed has letters of its key `id` written as escapes; so has an address of a file of this service.
 * To every reader of JSON they mean the same as without. No value of a caller can hold a mark: it is parsed and written
 * again, and then letters are never escaped.
 */

/** What the marked object is completed as: an image, a file, or whichever its record is (`any`). */
export const mediaMarks: Readonly<Record<HoldsMedia, string>> = {
  image: String.raw`"\u0069d":"`,
  file: String.raw`"i\u0064":"`,
  any: String.raw`"\u0069\u0064":"`,
}

/** what all marks have, and nothing else */
export const markPart = String.raw`\u006`

/** where files are below the base address, and the same marked */
export const filePath = `${apiPath}/media/file/`
export const markedFilePath = filePath.replace('media', String.raw`med\u0069a`)

/** values that an object has of its own beside what its record says; in this order behind the id */
export const ownKeys = ['focalPoint', 'alt', 'width', 'height', 'filename'] as const
const isOwnKey: ReadonlySet<string> = new Set(ownKeys)

/** Whether an object is completed from the media library: it names a record and has no address of its own. */
export function isMediaReference(value: unknown): value is { readonly id: string } & Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    isId(value.id) &&
    !('url' in value) &&
    !('src' in value)
  )
}

const idMember = /"id":"[0-7][0-9A-HJKMNP-TV-Z]{25}"/

/** The JSON text of a value, marked. */
export function markedText(value: unknown, holds: HoldsMedia): string {
  const text = jsonText(value)
  const marked = idMember.test(text) ? withMarkedIds(value, holds) : text
  return holds === 'any' ? withMarkedAddresses(marked) : marked
}

/** The same text without marks. */
export function unmarkedText(text: string): string {
  if (!text.includes(markPart)) return text
  let unmarked = text.replaceAll(markedFilePath, filePath)
  for (const mark of Object.values(mediaMarks)) unmarked = unmarked.replaceAll(mark, '"id":"')
  return unmarked
}

/** No key of a caller begins with it, because NUL is refused. */
const stand = '\0'

function withMarkedIds(value: unknown, holds: HoldsMedia): string {
  let text = JSON.stringify(value, (_, part: unknown) =>
    isMediaReference(part) ? markable(part, holds === 'any' ? kindOf(part) : holds) : part,
  )
  for (const [kind, mark] of Object.entries(mediaMarks))
    text = text.replaceAll(String.raw`"\u0000${kind}":"`, mark)
  return text
}

function kindOf({ _type }: Readonly<Record<string, unknown>>): HoldsMedia {
  return _type === 'image' || _type === 'file' ? _type : 'any'
}

/** The object with its own values behind the id, whose key is replaced. */
function markable(reference: Readonly<Record<string, unknown>>, kind: HoldsMedia): object {
  const entries = Object.entries(reference)
  const own = ownKeys.filter((key) => reference[key] !== undefined).map((key) => [key, reference[key]])
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      if (key === 'id') return [[stand + kind, value], ...own]
      return isOwnKey.has(key) ? [] : [[key, value]]
    }),
  ) as object
}

/** A text of JSON that begins with an address, behind the colon, comma or bracket before it. */
const addressAtStart = new RegExp(`([:,[]")${filePath}`, 'g')

function withMarkedAddresses(text: string): string {
  return text.includes(filePath)
    ? text.replaceAll(addressAtStart, (_, before: string) => before + markedFilePath)
    : text
}
