import type { Issue } from '@octavo/contract/errors'
import type { MediaItem } from '@octavo/contract/operations/media'
import { broken } from '@octavo/contract/rules'
import { isId } from '@octavo/contract/slug'
import { isSafeUrl, safeUrlForms } from '@octavo/contract/url'
import type { WriteContext } from '../../core/context.ts'
import { filesById } from '../media/library.ts'
import { type Data, noData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import type { ParsedValues, Values } from './values.ts'

/** A value of an image or file field, after it was parsed. */
interface FileValue {
  readonly id: string
  readonly url?: string
  readonly [key: string]: unknown
}

/** What a value takes from the record of its file. An alt text belongs to the value: it overrides that of the file. */
const derivedKeys: Readonly<Record<string, readonly (keyof MediaItem)[]>> = {
  image: ['url', 'width', 'height'],
  file: ['url', 'filename', 'mimeType', 'size'],
}

/**
 * Completes the values of image and file fields from the media library, whatever they say of the file themselves.
 * An id that the library does not have passes where the stored data has it, or with a safe url: a file from elsewhere.
 */
export async function completeFiles(
  context: WriteContext,
  values: Values,
  stored: () => Promise<Data> | Data,
): Promise<ParsedValues> {
  const given = [...values].filter(([{ type }, value]) => type.name in derivedKeys && value !== null) as [
    FieldModel,
    FileValue,
  ][]
  if (given.length === 0) return { values, issues: [] }
  const library = await filesById(context, [...new Set(given.map(([, { id }]) => id).filter(isId))])
  const isComplete = given.every(([, { id }]) => library.has(id))
  const before = isComplete ? noData : await stored()
  const completed = new Map(values)
  const issues: Issue[] = []
  for (const [field, value] of given) {
    const file = library.get(value.id)
    const old = before[field.slug] as FileValue | null | undefined
    if (file !== undefined) completed.set(field, withDerived(field, value, file))
    else if (old?.id === value.id && isId(value.id)) completed.set(field, withDerived(field, value, old))
    else issues.push(...keepExternal(context, field, value, old))
  }
  return { values: completed, issues }
}

/** A value with what a record, or the value before, says of its file; in the order of the type. */
function withDerived(
  field: FieldModel,
  value: FileValue,
  source: Readonly<Record<string, unknown>>,
): unknown {
  const keys = derivedKeys[field.type.name] ?? []
  const known = keys.flatMap((key) =>
    source[key] === null || source[key] === undefined ? [] : [[key, source[key]] as const],
  )
  return field.value.parse({ ...value, ...Object.fromEntries(known) })
}

/** Tells of a file that is not in the library, or refuses it. */
function keepExternal(
  { notices }: WriteContext,
  { slug }: FieldModel,
  { id, url }: FileValue,
  old: FileValue | null | undefined,
): Issue[] {
  if (old?.id === id && old.url === url) return []
  const path = `data.${slug}`
  if (url === undefined) return [{ path, ...broken('missingFile', { id: id.slice(0, 100) }) }]
  if (!isSafeUrl(url)) return [{ path: `${path}.url`, ...broken('unsafeLink', { allowed: safeUrlForms }) }]
  notices.push(`${path}: the media library has no file "${id.slice(0, 100)}"; the item refers to its url.`)
  return []
}
