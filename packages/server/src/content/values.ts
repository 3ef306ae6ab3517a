import type { Issue } from '@octavo/contract/errors'
import { limits } from '@octavo/contract/limits'
import { hint } from '@octavo/contract/nearest'
import { broken } from '@octavo/contract/rules'
import { issueOf } from '../issues.ts'
import type { BlockTypes } from '../plugins/active.ts'
import { checkBlocks } from '../plugins/blocks.ts'
import type { CollectionModel, FieldModel } from '../schema/model.ts'
import { isTooLongToBeUnique } from '../schema/rules.ts'

/** Field values in their stored form, null where a field is emptied. */
export type Values = ReadonlyMap<FieldModel, unknown>

export interface ParsedValues {
  readonly values: Values
  readonly issues: readonly Issue[]
}

export interface ValueRules {
  readonly complete: boolean
  /** the block types of rich text that plugins bring */
  readonly blocks: BlockTypes
}

/**
 * Checks the data of a request against the fields of its collection and brings it into the stored form; gives all
 * problems at once. `complete` is for new items: defaults are filled in, and required fields must be there.
 */
export function parseValues(
  collection: CollectionModel,
  data: Readonly<Record<string, unknown>>,
  { complete, blocks }: ValueRules,
): ParsedValues {
  const issues: Issue[] = unknownFields(collection, data)
  const values = new Map<FieldModel, unknown>()
  for (const field of collection.fields) {
    const isGiven = Object.hasOwn(data, field.slug) && data[field.slug] !== undefined
    if (!isGiven && !complete) continue
    const value = isGiven ? data[field.slug] : (field.definition.defaultValue ?? null)
    values.set(field, parseValue(field, value, { issues, blocks }))
  }
  return { values, issues }
}

function parseValue(
  field: FieldModel,
  value: unknown,
  { issues, blocks }: { issues: Issue[]; blocks: BlockTypes },
): unknown {
  const path = `data.${field.slug}`
  const isEmpty = value === null || (value === '' && field.required)
  if (isEmpty && field.required) issues.push({ path, ...broken('required') })
  if (isEmpty) return null
  const { success, data, error } = field.value.safeParse(value)
  if (!success) {
    for (const issue of error.issues) {
      issues.push(issueOf(issue, [path, ...issue.path].map(String).join('.')))
    }
    return null
  }
  if (field.type.name === 'portableText') {
    const checked = checkBlocks(blocks, data as unknown[], path)
    issues.push(...checked.issues)
    return checked.blocks
  }
  if (field.definition.unique && isTooLongToBeUnique(data)) {
    issues.push({ path, ...broken('uniqueTooLong', { most: limits.uniqueValue }) })
  }
  return data
}

/** unknown fields that are named one by one: an answer must not be many times as large as what it answers */
const mostNamed = 1000

function unknownFields(collection: CollectionModel, data: Readonly<Record<string, unknown>>): Issue[] {
  const known = [...collection.field.keys()]
  const unknown = Object.keys(data).filter((slug) => !collection.field.has(slug))
  const issues = unknown.slice(0, mostNamed).map((slug) => ({
    path: `data.${slug}`,
    message:
      known.length === 0
        ? `is not a field of "${collection.slug}", which has none yet`
        : `is not a field of "${collection.slug}"${hint(slug, known)}`,
  }))
  const more = unknown.length - issues.length
  return more === 0
    ? issues
    : [...issues, { path: 'data', message: `has ${more} more fields that are not known` }]
}
