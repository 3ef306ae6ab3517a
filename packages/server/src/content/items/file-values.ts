import type { Issue } from '@octavo/contract/errors'
import { broken } from '@octavo/contract/rules'
import { isId } from '@octavo/contract/slug'
import { isSafeUrl, safeUrlForms } from '@octavo/contract/url'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { invalid } from '../../platform/errors.ts'
import { filesById, type MediaValues, mediaValues, membersOf, StoredReferences } from '../media/library.ts'
import type { Data } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { type Leaf, leavesOf, mapLeaves, mapLeavesLater } from '../../core/model/structure.ts'
import { derivedKeys } from './file-keys.ts'
import type { ParsedValues, Values } from './values.ts'

/** A value of an image or file field, after it was parsed. */
interface FileValue {
  readonly id: string
  readonly url?: string
  readonly [key: string]: unknown
}

/**
 * Checks the values of image and file fields. Values of files in the media library are completed to the stored form;
 * the properties of the file come from the library, not from the value. A value that means the same as the stored one
 * keeps its stored form. An id that is not in the library is accepted if the stored data has it, or with a safe
 * `url`: an external file.
 */
export async function completeFiles(
  context: WriteContext,
  values: Values,
  stored: () => Promise<Data> | Data,
): Promise<ParsedValues> {
  const given = [...values].flatMap(([outer, value]) => {
    const files = leavesOf(outer, value, `data.${outer.slug}`).filter(isFile)
    return files.length === 0 ? [] : [{ outer, value, files }]
  })
  if (given.length === 0) return { values, issues: [] }
  const ids = given.flatMap(({ files }) => files.map(({ value: { id } }) => id))
  const library = await mediaValues(context, [...new Set(ids.filter(isId))])
  const storedData = await stored()
  const checked = new Map(values)
  const issues: Issue[] = []
  for (const { outer, value } of given) {
    const path = `data.${outer.slug}`
    const before = new StoredFiles(leavesOf(outer, storedData[outer.slug], path).filter(isFile))
    const completed = mapLeaves({ field: outer, value, path }, (leaf) =>
      isFile(leaf) ? completedFile(context, leaf, { library, old: before.same(leaf), issues }) : leaf.value,
    )
    checked.set(outer, completed)
  }
  return { values: checked, issues }
}

type FileLeaf = Leaf & { readonly value: FileValue }

function isFile(leaf: Leaf): leaf is FileLeaf {
  return leaf.field.type.name in derivedKeys && leaf.value !== null && leaf.value !== undefined
}

/** The stored values of a field and of those within it, by their places and by their files. */
class StoredFiles {
  readonly #atPlace = new Map<string, FileValue>()
  readonly #ofFile = new Map<string, FileValue>()

  constructor(leaves: readonly FileLeaf[]) {
    for (const { field, path, value } of leaves) {
      this.#atPlace.set(keyOf(field, path), value)
      const key = keyOf(field, value.id)
      if (!this.#ofFile.has(key)) this.#ofFile.set(key, value)
    }
  }

  /** The stored value at the same place, else one with the same file in the same field, because entries can move. */
  same({ field, path, value }: FileLeaf): FileValue | undefined {
    const atPlace = this.#atPlace.get(keyOf(field, path))
    return atPlace?.id === value.id ? atPlace : (this.#ofFile.get(keyOf(field, value.id)) ?? atPlace)
  }
}

function keyOf({ definition }: FieldModel, part: string): string {
  return `${definition.id} ${part}`
}

/**
 * The stored form of the value of a file: completed by the library, or by the previous value (`old`) if that names the
 * same file. Any other file is external and stays as it is given, if its address is safe.
 */
function completedFile(
  context: WriteContext,
  { field, value, path }: FileLeaf,
  {
    library,
    old,
    issues,
  }: {
    readonly library: ReadonlyMap<string, MediaValues>
    readonly old: FileValue | undefined
    readonly issues: Issue[]
  },
): unknown {
  const record = library.get(value.id)
  const before = sameLibraryFile(old, value)
  // The library keeps a record of a deleted file, which is accepted only where the stored value names it already.
  if (record !== undefined && (isInLibrary(record) || before !== undefined))
    return storedFile(context, field, value, { record, before })
  if (before !== undefined) return withDerived(field, value, before)
  if (!isUnchanged(value, old)) {
    const refused = externalIssues(value, path)
    issues.push(...refused)
    if (refused.length === 0) context.notices.push(`${path}: ${externalNotice(value)}`)
  }
  return value
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
  if (defaultValue === undefined) return defaultValue
  const path = 'defaultValue'
  const stored = before === undefined ? [] : leavesOf(before, before.definition.defaultValue, path)
  return mapLeavesLater({ field, value: defaultValue, path }, async (leaf) =>
    isFile(leaf) ? completedDefaultFile(context, leaf, storedDefault(leaf, stored)) : leaf.value,
  )
}

/** The former value at the same place, else one with the same file. The field may have had another type before. */
function storedDefault({ field, path, value }: FileLeaf, stored: readonly Leaf[]): FileValue | undefined {
  const ofType = stored.filter(isFile).filter((one) => one.field.type === field.type)
  return (ofType.find((one) => one.path === path) ?? ofType.find((one) => one.value.id === value.id))?.value
}

async function completedDefaultFile(
  context: ReadContext,
  { field, value, path }: FileLeaf,
  old: FileValue | undefined,
): Promise<unknown> {
  const library = await filesById(context, isId(value.id) ? [value.id] : [])
  const known = library.get(value.id) ?? sameLibraryFile(old, value)
  if (known !== undefined) return withDerived(field, value, known)
  const issues = isUnchanged(value, old) ? [] : externalIssues(value, path)
  if (issues.length > 0) throw invalid(issues)
  return value
}

/** The stored form of a value of a file in the media library: the previous stored value if both mean the same. */
function storedFile(
  context: WriteContext,
  field: FieldModel,
  value: FileValue,
  { record, before }: { record: MediaValues; before: FileValue | undefined },
): unknown {
  const holds = field.type.name === 'image' ? 'image' : 'file'
  const members = membersOf(context.services.fileAddresses, record, holds)
  const complete = withDerived(field, value, members) as Readonly<Record<string, unknown>>
  const references = before === undefined ? [] : [{ ...before }]
  const stored = new StoredReferences(context, { record, holds, references })
  return field.value.parse(stored.formOf({ ...value }, complete))
}

/** Whether the file of a record was not deleted. */
function isInLibrary({ deleted_at }: MediaValues): boolean {
  return deleted_at === null
}

/** The previous value if it names the same file of the library, which may have been deleted since. */
function sameLibraryFile(old: FileValue | undefined, { id }: FileValue): FileValue | undefined {
  return old?.id === id && isId(id) ? old : undefined
}

/** Whether a value names the same external file as the stored one, which stays valid. */
function isUnchanged({ id, url }: FileValue, old: FileValue | undefined): boolean {
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
