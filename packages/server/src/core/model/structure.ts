import { isEntry, isEmptyValue, kindOf, memberOf } from '@octavo/contract/fields/entries'
import type { FieldModel, StructureModel } from './model.ts'

/** A value with the field that defines it. */
export interface FieldValue {
  /** the field itself, or one within it */
  readonly field: FieldModel
  readonly value: unknown
  /** as `data.faq[2].question` */
  readonly path: string
}

/** A value without fields in it: `field` has no `structure`. */
export type Leaf = FieldValue

type Entry = Readonly<Record<string, unknown>>
type Change = (leaf: Leaf) => unknown

/**
 * The values of a field and of the fields within it. Values that are not of the right form, as callers may send them,
 * have no leaves.
 */
export function leavesOf(field: FieldModel, value: unknown, path: string): Leaf[] {
  const leaves: Leaf[] = []
  mapLeaves({ field, value, path }, (leaf) => {
    leaves.push(leaf)
    return leaf.value
  })
  return leaves
}

/** Replaces each leaf of a value by the result of `change`; a leaf is removed if that is undefined. */
export function mapLeaves(fieldValue: FieldValue, change: Change): unknown {
  const { field, value, path } = fieldValue
  const { structure } = field
  if (structure === null) return change(fieldValue)
  if (!structure.isList) return isEntry(value) ? entryWith(structure, { entry: value, path }, change) : value
  if (!Array.isArray(value)) return value
  return value.map((entry: unknown, index) =>
    isEntry(entry) ? entryWith(structure, { entry, path: `${path}[${index}]` }, change) : entry,
  )
}

function entryWith(
  structure: StructureModel,
  { entry, path }: { readonly entry: Entry; readonly path: string },
  change: Change,
): Entry {
  const changed: Record<string, unknown> = { ...entry }
  for (const field of fieldsOfEntry(structure, entry)) {
    const value = memberOf(entry, field)
    if (value === undefined || value === null) continue
    const next = mapLeaves({ field, value, path: `${path}.${field.slug}` }, change)
    if (next === undefined) delete changed[field.slug]
    else changed[field.slug] = next
  }
  return changed
}

/** `mapLeaves` for an asynchronous `change`, which is called for one leaf after the other before it replaces them. */
export async function mapLeavesLater(
  fieldValue: FieldValue,
  change: (leaf: Leaf) => Promise<unknown>,
): Promise<unknown> {
  if (fieldValue.field.structure === null) return change(fieldValue)
  const changed = new Map<string, unknown>()
  for (const leaf of leavesOf(fieldValue.field, fieldValue.value, fieldValue.path))
    changed.set(leaf.path, await change(leaf))
  return mapLeaves(fieldValue, ({ path }) => changed.get(path))
}

/** The paths of the required fields within a value that have no value. */
export function missingWithin({ field, value, path }: FieldValue): string[] {
  const { structure } = field
  if (structure === null || value === undefined || value === null) return []
  const entries = structure.isList ? (Array.isArray(value) ? value : []) : [value]
  return entries.flatMap((entry: unknown, index) => {
    if (!isEntry(entry)) return []
    const at = structure.isList ? `${path}[${index}]` : path
    return fieldsOfEntry(structure, entry).flatMap((inner) => {
      const member = { field: inner, value: memberOf(entry, inner), path: `${at}.${inner.slug}` }
      return inner.required && isEmptyValue(member.value) ? [member.path] : missingWithin(member)
    })
  })
}

/** The fields of an entry; none for an entry of an unknown kind. */
export function fieldsOfEntry({ fields, kinds }: StructureModel, entry: Entry): readonly FieldModel[] {
  return kinds === null ? fields : (kinds.get(kindOf(entry)) ?? [])
}

/** All fields within a field, at any depth; kinds of blocks do not count as fields, only the fields of each kind. */
export function fieldsWithin({ structure }: FieldModel): FieldModel[] {
  if (structure === null) return []
  const own = structure.kinds === null ? structure.fields : [...structure.kinds.values()].flat()
  return own.flatMap((field) => [field, ...fieldsWithin(field)])
}

/** A path within an input, as people read it: `data.faq[2].question`. */
export function pathWithin(start: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (at, part) => (typeof part === 'number' ? `${at}[${part}]` : `${at}.${String(part)}`),
    start,
  )
}
