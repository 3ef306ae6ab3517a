import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import { isId } from '@octavo/contract/slug'
import { isSafeUrl, safeUrlForms } from '@octavo/contract/url'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { filesById, type MediaValues, mediaValues, membersOf, StoredReferences } from '../media/library.ts'
import { type Data, noData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { derivedKeys } from './file-keys.ts'
import type { ParsedValues, Values } from './values.ts'

/** A value of an image or file field, after it was parsed. */
interface FileValue {
  readonly id: string
  readonly url?: string
  readonly [key: string]: unknown
}

/**
 * Checks the values of image and file fields, and completes those in the media library to the stored form, whatever they
 * say of the file themselves. A value that means the same as the stored one stays as it is stored. An id that the library
 * does not have passes where the stored data has it, or with a safe url: a file from elsewhere.
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
  const library = await mediaValues(context, [...new Set(given.map(([, { id }]) => id).filter(isId))])
  const storedData = library.size === 0 && given.length === 0 ? noData : await stored()
  const checked = new Map(values)
  const issues: Issue[] = []
  for (const [field, value] of given) {
    const old = storedData[field.slug] as FileValue | null | undefined
    const path = `data.${field.slug}`
    const record = library.get(value.id)
    const before = ofLibrary(old, value)
    if (record !== undefined && (isThere(record) || before !== undefined))
      checked.set(field, storedFile(context, field, value, { record, before }))
    else if (before !== undefined) checked.set(field, withDerived(field, value, before))
    else if (!isUnchanged(value, old)) {
      const refused = externalIssues(value, path)
      issues.push(...refused)
      if (refused.length === 0) context.notices.push(`${path}: ${externalNotice(value)}`)
    }
  }
  return { values: checked, issues }
}

/**
 * The default value of an image or file field, completed like a value of an item; other types are unchanged. The
 * previous default stays valid. Throws VALIDATION_ERROR for a file that is neither in the library nor has a safe url.
 */
export async function completedDefault(
  context: ReadContext,
  field: FieldModel,
  before?: FieldModel,
): Promise<unknown> {
  const { defaultValue } = field.definition
  if (!(field.type.name in derivedKeys) || defaultValue === undefined) return defaultValue
  const value = defaultValue as FileValue
  const old = before?.definition.defaultValue as FileValue | undefined
  const library = await filesById(context, isId(value.id) ? [value.id] : [])
  const known = library.get(value.id) ?? ofLibrary(old, value)
  if (known !== undefined) return withDerived(field, value, known)
  const issues = isUnchanged(value, old) ? [] : externalIssues(value, 'defaultValue')
  if (issues.length > 0) throw invalid(issues)
  return value
}

/** A value of a file in the media library as it is stored: the one before, where both mean the same. */
function storedFile(
  context: WriteContext,
  field: FieldModel,
  value: FileValue,
  { record, before }: { record: MediaValues; before: FileValue | undefined },
): unknown {
  const holds = field.type.name === 'image' ? 'image' : 'file'
  const members = membersOf(context.services.config.baseUrl, record, holds)
  const complete = withDerived(field, value, members) as Readonly<Record<string, unknown>>
  const references = before === undefined ? [] : [{ ...before }]
  const stored = new StoredReferences(context, { record, holds, references })
  return field.value.parse(stored.formOf({ ...value }, complete))
}

/** Whether the media library still has a record. */
function isThere(record: MediaValues | undefined): boolean {
  return record !== undefined && record.deleted_at === null
}

/** The value before where it names the same file of the library, which may be deleted since. */
function ofLibrary(old: FileValue | null | undefined, { id }: FileValue): FileValue | undefined {
  return old?.id === id && isId(id) ? old : undefined
}

function isUnchanged({ id, url }: FileValue, old: FileValue | null | undefined): boolean {
  return old?.id === id && old.url === url
}

/** Completes a value from the record of its file, or from the previous value; in the key order of the type. */
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

/** The issue of a file that is not in the library: it needs a safe address. */
function externalIssues({ id, url }: FileValue, path: string): Issue[] {
  if (url === undefined) return [{ path, ...broken('missingFile', { id: id.slice(0, 100) }) }]
  return isSafeUrl(url) ? [] : [{ path: `${path}.url`, ...broken('unsafeLink', { allowed: safeUrlForms }) }]
}

function externalNotice({ id }: FileValue): string {
  return `the media library has no file "${id.slice(0, 100)}"; the item refers to its url.`
}
