import { isEntry, kindOf } from '@octavo/contract/fields/entries'
import { formOptionNames } from '@octavo/contract/fields/option-names'
import type { Issue } from '@octavo/contract/errors'
import type { Field } from '@octavo/contract/operations/schema'
import { broken } from '@octavo/contract/rules'
import { jsonText } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { fieldsOfEntry, fieldsWithin, missingWithin } from '../../core/model/structure.ts'
import { issueOf } from '../../platform/issues.ts'

type Entry = Readonly<Record<string, unknown>>

/** Settings that do not change the form of values: how fields are shown, and whether they are searched. */
const shownOnly = new Set<string>(['label', 'labels', 'searchable', ...formOptionNames])

/** Whether the fields within a field stay as they are, except for `shownOnly` settings; true if there are none. */
export function hasSameStructure(before: FieldModel, after: FieldModel): boolean {
  return structureText(before.definition) === structureText(after.definition)
}

function structureText({ type, options }: Field): string {
  if (type !== 'json') return ''
  return JSON.stringify([options?.['widget'], options?.['fields']], (key, value: unknown) =>
    shownOnly.has(key) ? undefined : value,
  )
}

/** The fields within a field, and kinds of its blocks, that its new form lacks. */
export function removedWithin(before: FieldModel, after: FieldModel): FieldModel[] {
  if (before.structure === null || after.structure === null) return []
  const kept = new Set(allWithin(after).map(({ definition }) => definition.id))
  return allWithin(before).filter(({ definition }) => !kept.has(definition.id))
}

/** The fields within a field at all depths, and the kinds of its blocks, which `fieldsWithin` leaves out. */
function allWithin(field: FieldModel): FieldModel[] {
  return [...(field.structure?.fields ?? []), ...fieldsWithin(field)]
}

/** The value without members of removed fields and without entries of removed kinds. */
export function withoutRemoved(before: FieldModel, after: FieldModel, value: unknown): unknown {
  const [old, current] = [before.structure, after.structure]
  if (old === null || current === null) return value
  const kept = (entry: unknown): unknown[] => {
    if (!isEntry(entry)) return [entry]
    const kind = kindOf(entry)
    if (old.kinds?.has(kind) === true && current.kinds?.has(kind) === false) return []
    return [entryWithoutRemoved(fieldsOfEntry(old, entry), fieldsOfEntry(current, entry), entry)]
  }
  return Array.isArray(value) ? value.flatMap(kept) : kept(value)[0]
}

function entryWithoutRemoved(
  before: readonly FieldModel[],
  after: readonly FieldModel[],
  entry: Entry,
): Entry {
  const fieldsAfter = new Map(after.map((field) => [field.slug, field]))
  const removedSlugs = new Set(before.flatMap(({ slug }) => (fieldsAfter.has(slug) ? [] : [slug])))
  const fieldsBefore = new Map(before.map((field) => [field.slug, field]))
  const kept = Object.entries(entry).filter(([name]) => !removedSlugs.has(name))
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const [old, current] = [fieldsBefore.get(name), fieldsAfter.get(name)]
      return [name, old && current ? withoutRemoved(old, current, value) : value]
    }),
  )
}

/**
 * A stored value in the new form of its field; the same object if its form does not change. `fault` says why a value
 * has no new form, with a path within the value.
 */
export function restructured(
  before: FieldModel,
  after: FieldModel,
  value: unknown,
): { readonly value: unknown; readonly fault: Issue | null } {
  const kept = withoutRemoved(before, after, value)
  const { success, data, error } = after.value.safeParse(kept)
  if (!success) {
    const [issue] = error.issues
    return {
      value: kept,
      fault: issue === undefined ? null : issueOf(issue, issue.path.map(String).join('.')),
    }
  }
  // A draft may lack a field that was required before the change.
  const missingBefore = new Set(missingWithin({ field: before, value: kept, path: after.slug }))
  const missing = missingWithin({ field: after, value: data, path: after.slug })
  const added = missing.find((path) => !missingBefore.has(path))
  const result = jsonText(data) === JSON.stringify(value) ? value : data
  if (added === undefined) return { value: result, fault: null }
  return { value: result, fault: { path: added, ...broken('required') } }
}
