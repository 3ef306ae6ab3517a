import { isEntry, kindKey, memberOf } from '@octavo/contract/fields/entries'
import { limits } from '@octavo/contract/limits'
import type { FieldModel } from '../../core/model/model.ts'
import { fieldsOfEntry } from '../../core/model/structure.ts'
import { hasSameValues } from './sameness.ts'

/**
 * The places within a structured field at which two values differ, such as `faq[2].question`; an entry that only
 * one of them has is named as a whole.
 */
export function changedPaths(field: FieldModel, from: unknown, to: unknown): string[] {
  const paths: string[] = []
  addChanged(paths, { field, path: field.slug }, { from, to })
  return paths.slice(0, limits.issues)
}

interface Place {
  readonly field: FieldModel
  readonly path: string
}

interface Pair {
  readonly from: unknown
  readonly to: unknown
}

/** Adds the places within one field, or within a field of an entry. */
function addChanged(paths: string[], { field, path }: Place, { from, to }: Pair): void {
  const { slug, structure } = field
  if (hasSameValues([field], { [slug]: from }, { [slug]: to })) return
  // A group is one entry.
  if (structure?.isList === false) return addOfEntries(paths, { field, path }, { from, to })
  const areLists = structure?.isList === true && Array.isArray(from) && Array.isArray(to)
  if (!areLists) return void paths.push(path)
  for (let index = 0; index < Math.max(from.length, to.length); index++)
    addOfEntries(paths, { field, path: `${path}[${index}]` }, { from: from[index], to: to[index] })
}

/**
 * Adds the places within an entry. Entries of different kinds differ as a whole, and so does an entry that only one of
 * the values has.
 */
function addOfEntries(paths: string[], { field, path }: Place, { from, to }: Pair): void {
  const { structure } = field
  if (structure === null || !isEntry(from) || !isEntry(to) || from[kindKey] !== to[kindKey])
    return void paths.push(path)
  for (const inner of fieldsOfEntry(structure, to))
    addChanged(
      paths,
      { field: inner, path: `${path}.${inner.slug}` },
      { from: memberOf(from, inner) ?? null, to: memberOf(to, inner) ?? null },
    )
}
