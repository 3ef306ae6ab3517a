import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { issueOf, unknownNames } from '../../platform/issues.ts'
import type { BlockTypes } from '../../plugins/active.ts'
import { checkBlocks } from '../../plugins/blocks.ts'
import { withoutNulls } from './file-keys.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { type Leaf, mapLeaves, missingWithin, pathWithin } from '../../core/model/structure.ts'
import { isTooLongToBeUnique } from '../../core/model/unique-value.ts'

/** Field values in their stored form, null where a field is emptied. */
export type Values = ReadonlyMap<FieldModel, unknown>

export interface ParsedValues {
  readonly values: Values
  readonly issues: readonly Issue[]
}

export interface ValueRules {
  /** whether the item is new: then defaults are filled in, and required fields must have a value */
  readonly isNew: boolean
  /** whether required fields may be empty: in a draft, if the caller allows it */
  readonly incomplete: boolean
  /** the block types of plugins */
  readonly blocks: BlockTypes
}

/**
 * Checks the data of a request against the fields of its collection, and converts it to the stored form; returns all
 * issues at once.
 */
export function parseValues(
  collection: CollectionModel,
  data: Readonly<Record<string, unknown>>,
  { isNew, incomplete, blocks }: ValueRules,
): ParsedValues {
  const issues: Issue[] = unknownFields(collection, data)
  const values = new Map<FieldModel, unknown>()
  for (const field of collection.fields) {
    const isGiven = Object.hasOwn(data, field.slug) && data[field.slug] !== undefined
    if (!isGiven && !isNew) continue
    const value = isGiven ? cleaned(field, data[field.slug]) : (field.definition.defaultValue ?? null)
    values.set(field, parseValue(field, value, { issues, incomplete, blocks }))
  }
  return { values, issues }
}

/** A given value without the null properties of its files. */
function cleaned(field: FieldModel, value: unknown): unknown {
  return mapLeaves({ field, value, path: '' }, (leaf) => withoutNulls(leaf.field, leaf.value))
}

function parseValue(
  field: FieldModel,
  value: unknown,
  { issues, incomplete, blocks }: Omit<ValueRules, 'isNew'> & { issues: Issue[] },
): unknown {
  const path = `data.${field.slug}`
  // An empty text is a value, but not for a required field.
  const isEmpty = value === null || (value === '' && field.required)
  if (isEmpty && field.required && !incomplete) issues.push({ path, ...broken('required') })
  if (isEmpty) return null
  const { success, data, error } = field.value.safeParse(value)
  if (!success) {
    for (const issue of error.issues.slice(0, limits.issues)) {
      issues.push(issueOf(issue, pathOf(field, path, issue.path)))
    }
    return null
  }
  if (!incomplete)
    for (const missing of missingWithin({ field, value: data, path }).slice(0, limits.issues))
      issues.push({ path: missing, ...broken('required') })
  if (field.type.name === 'portableText' || field.structure !== null)
    return mapLeaves({ field, value: data, path }, (leaf) => withCheckedBlocks(leaf, { blocks, issues }))
  if (field.definition.unique && isTooLongToBeUnique(data)) {
    issues.push({ path, ...broken('uniqueTooLong', { most: limits.uniqueValue }) })
  }
  return data
}

function withCheckedBlocks(
  { field, value, path }: Leaf,
  { blocks, issues }: { readonly blocks: BlockTypes; readonly issues: Issue[] },
): unknown {
  if (field.type.name !== 'portableText') return value
  const checked = checkBlocks(blocks, value as unknown[], path)
  issues.push(...checked.issues)
  return checked.blocks
}

/** The path of a value within a field. In structured fields, entries of lists are numbered in brackets. */
function pathOf({ structure }: FieldModel, path: string, within: readonly PropertyKey[]): string {
  return structure === null ? [path, ...within].map(String).join('.') : pathWithin(path, within)
}

function unknownFields(collection: CollectionModel, data: Readonly<Record<string, unknown>>): Issue[] {
  const known = [...collection.field.keys()]
  const unknown = Object.keys(data).filter((slug) => !collection.field.has(slug))
  return unknownNames(unknown, { at: 'data', known }, (hinted) => ({
    message:
      known.length === 0
        ? `is not a field of "${collection.slug}", which has none yet`
        : `is not a field of "${collection.slug}"${hinted}`,
  }))
}
