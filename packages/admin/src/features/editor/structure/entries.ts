import {
  type Entry,
  entryKey,
  isEmptyValue,
  isEntry,
  kindKey,
  memberOf,
  structureWidgetOf,
} from '@octavo/contract/fields/entries'
import { initialValueOf } from '../../../session/field-facts.ts'
import type { Field } from '../../../session/session.tsx'
import { newKey } from '../../../rich-text/model/keys.ts'
import { isEmptyValue as isEmptyValueOrList } from '../autosave/same.ts'
import { fieldsOfEntry, innerFieldsOf } from './inner-fields.ts'

/** Steps from a structured field to a value within it: slugs of fields, and keys of entries. */
export type Path = readonly string[]

/** The entries of a list or of blocks; anything else in the value is left out. */
export function entriesOf(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : []
}

/** The keys of entries, each of them once. An entry without a stored key gets one made of its position. */
export function keysOf(entries: readonly Entry[]): readonly string[] {
  const usedKeys = new Set<string>()
  return entries.map((entry, index) => {
    const stored = entry['_key']
    let key = typeof stored === 'string' && stored !== '' ? stored : `entry-${index + 1}`
    while (usedKeys.has(key)) key += '-'
    usedKeys.add(key)
    return key
  })
}

/** A new entry, with the default values of its fields. `kind` is the kind of a block. */
export function newEntry(field: Field, kind?: Field): Entry {
  const fields = innerFieldsOf(kind ?? field)
  const initialValues = fields.flatMap((inner) => {
    const value = initialValueOf(inner)
    return value === undefined ? [] : [[inner.slug, value] as const]
  })
  return {
    _key: newKey(),
    ...(kind !== undefined && { _type: kind.slug }),
    ...Object.fromEntries(initialValues),
  }
}

/** A copy of an entry. It and the entries within it get new keys. */
export function copyOf(field: Field, entry: Entry): Entry {
  return { ...withCopiedEntries(fieldsOfEntry(field, entry), entry), _key: newKey() }
}

/** An entry whose nested entries are replaced by copies with new keys. */
function withCopiedEntries(fields: readonly Field[], entry: Entry): Entry {
  const nested = fields.flatMap((field): [string, unknown][] => {
    const value = memberOf(entry, field)
    const widget = structureWidgetOf(field)
    if (widget === null || value === undefined || value === null) return []
    if (widget === 'group')
      return [[field.slug, isEntry(value) ? withCopiedEntries(innerFieldsOf(field), value) : value]]
    return [[field.slug, entriesOf(value).map((inner) => copyOf(field, inner))]]
  })
  return { ...entry, ...Object.fromEntries(nested) }
}

type Change = (value: unknown) => unknown

/**
 * Changes the value at a path within a structured value and returns the whole structured value. The entries of changed
 * lists get keys, by which they are recognized after they move. An entry that becomes undefined is removed.
 */
export function changedAt(field: Field, value: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) return change(value)
  if (structureWidgetOf(field) === 'group')
    return changedMember(innerFieldsOf(field), isEntry(value) ? value : {}, [step, ...rest], change)
  return keyed(value).flatMap((entry) => {
    if (entry['_key'] !== step) return [entry]
    const next =
      rest.length === 0 ? change(entry) : changedMember(fieldsOfEntry(field, entry), entry, rest, change)
    return isEntry(next) ? [next] : []
  })
}

/** The entries of a list, each with its key. */
export function keyed(value: unknown): readonly Entry[] {
  const entries = entriesOf(value)
  const keys = keysOf(entries)
  return entries.map((entry, index) =>
    entry['_key'] === keys[index] ? entry : { ...entry, _key: keys[index] },
  )
}

/** An entry or a group after a change at a path that begins with one of its fields. */
function changedMember(
  fields: readonly Field[],
  entry: Entry,
  [slug = '', ...rest]: Path,
  change: Change,
): Entry {
  const field = fields.find((candidate) => candidate.slug === slug)
  if (field === undefined) return entry
  const next = changedAt(field, memberOf(entry, field), rest, change)
  const { [slug]: _, ...others } = entry
  if (!isNothing(next)) return { ...entry, [slug]: next }
  // The service sets the default value for an absent member, so a cleared one is stored as null.
  return field.defaultValue === undefined ? others : { ...others, [slug]: null }
}

/** Whether a value is empty, so that it need not be stored. */
export function isNothing(value: unknown): boolean {
  return isEmptyValueOrList(value) || (isEntry(value) && Object.keys(value).length === 0)
}

/** Whether a required field within a structured value is empty. For the service an empty list is a value. */
export function lacksInner(field: Field, value: unknown): boolean {
  const widget = structureWidgetOf(field)
  if (widget === null) return false
  if (widget === 'group') return isEntry(value) && lacksMember(innerFieldsOf(field), value)
  return entriesOf(value).some((entry) => lacksMember(fieldsOfEntry(field, entry), entry))
}

function lacksMember(fields: readonly Field[], entry: Entry): boolean {
  return fields.some((field) => {
    const value = memberOf(entry, field)
    return (field.required && isEmptyValue(value)) || lacksInner(field, value)
  })
}

/** A structured value without the members whose fields were deleted, because the service refuses these. */
export function withoutDeletedMembers(field: Field, value: unknown): unknown {
  const widget = structureWidgetOf(field)
  if (widget === 'group') return isEntry(value) ? entryWithoutDeleted(innerFieldsOf(field), value) : value
  if (widget === null || !Array.isArray(value)) return value
  return value.map((entry: unknown) =>
    isEntry(entry) ? entryWithoutDeleted(fieldsOfEntry(field, entry), entry) : entry,
  )
}

/** members of an entry that belong to no field: its key and its kind */
const systemMembers = [entryKey, kindKey]

function entryWithoutDeleted(fields: readonly Field[], entry: Entry): Entry {
  const ofFields = fields.flatMap((field) =>
    Object.hasOwn(entry, field.slug)
      ? [[field.slug, withoutDeletedMembers(field, entry[field.slug])] as const]
      : [],
  )
  const ofSystem = systemMembers.flatMap((name) =>
    Object.hasOwn(entry, name) ? [[name, entry[name]] as const] : [],
  )
  return Object.fromEntries([...ofSystem, ...ofFields])
}
