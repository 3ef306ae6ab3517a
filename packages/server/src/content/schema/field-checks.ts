import type { Issue } from '@octavo/contract/errors'
import { formOptionsOf } from '@octavo/contract/fields/option-names'
import { limits } from '@octavo/contract/limits'
import type { Field } from '@octavo/contract/operations/schema'
import type { ReadContext } from '../../core/context.ts'
import { type OctavoError, refusal } from '../../platform/errors.ts'
import { issueOf } from '../../platform/issues.ts'
import { type CollectionModel, type FieldModel, fieldModel } from '../../core/model/model.ts'
import {
  isWider,
  keptValidation,
  normaliseField,
  refersElsewhere,
  refuseNarrowing,
  refuseTooManyColumns,
  schemaError,
} from './rules.ts'
import { fieldsWithin, leavesOf } from '../../core/model/structure.ts'
import { hasSameStructure, restructured } from './structure-changes.ts'
import { refuseLostDate } from './url-patterns.ts'
import { isTooLongToBeUnique } from '../../core/model/unique-value.ts'
import type { ItemValue, PlacedValue, StoredValues } from './stored-values-store.ts'

type CheckContext = Pick<ReadContext, 'schema' | 'now'>

/** The changes in a PATCH of a field; null removes. */
export interface FieldChanges {
  label?: string | undefined
  type?: Field['type'] | undefined
  required?: boolean | undefined
  unique?: boolean | undefined
  validation?: Record<string, unknown> | null | undefined
  options?: Record<string, unknown> | null | undefined
  widget?: string | null | undefined
  defaultValue?: unknown
  sortOrder?: number | undefined
  searchable?: boolean | undefined
  translatable?: boolean | undefined
  filterable?: boolean | undefined
}

/** The field after the changes; throws the issues that do not depend on stored values. */
export function changedField(context: CheckContext, before: Field, changes: FieldChanges): FieldModel {
  return fieldModel(merged(context, before, changes))
}

/** Refuses a new type that the collection as a whole does not allow. */
export function refuseUnfitType(collection: CollectionModel, before: FieldModel, after: FieldModel): void {
  if (after.type === before.type) return
  refuseLostDate(collection, before)
  refuseTooManyColumns(collection, after.type.name, before)
}

function merged(context: CheckContext, before: Field, changes: FieldChanges): Field {
  const type = changes.type ?? before.type
  refuseNarrowing(before.type, type)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const field: Field = { ...before, ...(Object.fromEntries(given) as Partial<Field>), updatedAt: context.now }
  if (changes.validation === undefined) field.validation = keptValidation(before.validation, type)
  // Another type has other options, except those that say how a field is shown.
  if (changes.options === undefined && type !== before.type) field.options = formOptionsOf(before.options)
  // Null removes a setting. A field that cannot be filtered by has no `filterable`, so false removes it too.
  if (changes.validation === null) field.validation = undefined
  if (changes.options === null) field.options = undefined
  if (changes.widget === null) field.widget = undefined
  if (changes.filterable === false) field.filterable = undefined
  // If a reference becomes a list, so does its default value.
  if (changes.defaultValue === undefined && isSingleReference(before) && isReferenceList(field)) {
    field.defaultValue = before.defaultValue === undefined ? undefined : [before.defaultValue]
  }
  return normaliseField(field, context.schema, before)
}

function isReferenceList({ type, options }: Field): boolean {
  return type === 'reference' && options?.['allowMultiple'] === true
}

function isSingleReference(field: Field): boolean {
  return field.type === 'reference' && !isReferenceList(field)
}

/**
 * The default value in the form in which references are checked. Its value is undefined, so that nothing is checked,
 * unless it is set or the field refers to another collection.
 */
export function newDefault(before: FieldModel, after: FieldModel, changes: FieldChanges) {
  const isNew = changes.defaultValue !== undefined || refersElsewhere(before.definition, after.definition)
  const value = isNew ? after.definition.defaultValue : undefined
  return [{ field: after, value, path: 'defaultValue' }]
}

/** Refuses a new required field without a default when items exist. */
export async function refuseEmptyRequired(
  stored: StoredValues,
  { slug }: CollectionModel,
  field: Field,
): Promise<void> {
  if (!field.required || field.defaultValue !== undefined) return
  const count = await stored.countItems()
  if (count === 0) return
  throw schemaError('requiredNeedsDefault', { collection: slug, count })
}

/** Refuses a change that some stored value does not allow. */
export async function refuseUnfit(
  stored: StoredValues,
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  await refuseOtherTarget(stored, before, after)
  await refuseGaps(stored, before, after)
  await refuseSharedDifferences(stored, before, after)
  await refuseUnfitValues(stored, before, after)
}

/**
 * Refuses another target of a reference, and one reference in place of a list, while values are stored: their ids are
 * those of items of the former target, and a list is stored in another form.
 */
async function refuseOtherTarget(stored: StoredValues, before: FieldModel, after: FieldModel): Promise<void> {
  await refuseOtherInnerTarget(stored, before, after)
  if (before.type.name !== 'reference') return
  const isOther = refersElsewhere(before.definition, after.definition)
  // The list becomes one reference: a list is stored as JSON, one reference as its id.
  const isSingle = before.encoding === 'json' && after.encoding === 'text'
  if (!isOther && !isSingle) return
  for await (const { value } of stored.valuesOf(before)) {
    if (value === undefined) continue
    const { slug: field, options } = before
    throw isOther
      ? schemaError('otherTarget', { field, target: String(options['collection']) })
      : schemaError('listToOne', { field })
  }
}

/** Refuses to change the target of a reference within a structured field while items have values for it. */
async function refuseOtherInnerTarget(
  stored: StoredValues,
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  const now = new Map(fieldsWithin(after).map((field) => [field.definition.id, field]))
  const retargeted = new Set(
    fieldsWithin(before).filter((field) => {
      const same = now.get(field.definition.id)
      const isReference = field.type.name === 'reference' && same?.type.name === 'reference'
      return isReference && refersElsewhere(field.definition, same.definition)
    }),
  )
  if (retargeted.size === 0) return
  for await (const { value } of stored.valuesOf(before)) {
    const leaf = leavesOf(before, value, before.slug).find(({ field }) => retargeted.has(field))
    if (leaf === undefined) continue
    throw schemaError('otherTarget', { field: leaf.path, target: String(leaf.field.options['collection']) })
  }
}

/** Refuses to make a field required while items have no value for it. */
async function refuseGaps(stored: StoredValues, before: FieldModel, after: FieldModel): Promise<void> {
  if (before.required || !after.required) return
  let gaps = 0
  for await (const { value } of stored.valuesOf(before)) if (value === undefined || value === '') gaps++
  if (gaps === 0) return
  throw schemaError('gaps', { field: before.slug, count: gaps })
}

/** Refuses that translations share a field while there are any, because their values may differ. */
async function refuseSharedDifferences(
  stored: StoredValues,
  before: FieldModel,
  after: FieldModel,
): Promise<void> {
  if (!before.definition.translatable || after.definition.translatable) return
  if (!(await stored.hasTranslations())) return
  throw schemaError('translationsDiffer', { field: before.slug })
}

/** Checks every stored value by the new rules, unless these are at least as wide as the old ones. */
async function refuseUnfitValues(stored: StoredValues, before: FieldModel, after: FieldModel): Promise<void> {
  const becomesUnique = after.definition.unique && !before.definition.unique
  if (becomesUnique) await refuseDraftDuplicates(stored, before)
  const isAsWide =
    before.definition.type === after.definition.type &&
    isWider(before.definition.validation, after.definition.validation) &&
    hasSameStructure(before, after) &&
    keepsTextKind(before, after)
  if (isAsWide && !becomesUnique) return
  for await (const one of stored.valuesOf(before)) {
    const { value } = one
    if (value === undefined) continue
    // A structured field is never unique, so its values need no other check.
    if (after.structure !== null) {
      const { fault } = restructured(before, after, value)
      if (fault !== null) throw unfitValue(before, one, fault)
      continue
    }
    // One reference becomes a list of one. Only references change from a text to JSON.
    const { error } = after.value.safeParse(
      after.encoding === 'json' && before.encoding === 'text' ? [value] : value,
    )
    const [issue] = error?.issues ?? []
    if (issue !== undefined) throw unfitValue(before, one, issueOf(issue, ''))
    if (becomesUnique && isTooLongToBeUnique(value)) throw unfitValue(before, one, tooLongToBeUnique)
  }
}

const tooLongToBeUnique: Issue = {
  path: '',
  message: `a unique value has at most ${limits.uniqueValue} characters`,
  rule: 'uniqueTooLong',
  params: { most: limits.uniqueValue },
}

/** The refusal of a change that a stored value does not allow. Its detail `fault` says what is wrong with the value. */
function unfitValue(field: FieldModel, { id, slug, isInDraft }: PlacedValue, fault: Issue): OctavoError {
  const { path, message } = fault
  const text = path === '' ? message : `${path} ${message}`
  const params = { field: field.slug, id, slug, fault: text }
  return refusal('SCHEMA_ERROR', isInDraft ? 'unfitDraft' : 'unfitValue', params, { details: { fault } })
}

/** Whether a single-line text keeps its kind (`widget`, such as `email`), or may have any kind. */
function keepsTextKind(before: FieldModel, after: FieldModel): boolean {
  const form = after.type.name === 'string' ? after.options['widget'] : undefined
  return form === undefined || form === before.options['widget']
}

/** Finds duplicates that the unique index does not cover: a pending draft whose value another item has. */
async function refuseDraftDuplicates(stored: StoredValues, field: FieldModel): Promise<void> {
  /** value in a locale → the item whose draft has it */
  const inDrafts = new Map<string, string>()
  const keyOf = ({ locale, value }: ItemValue): string => JSON.stringify([locale, value])
  const isInOtherDraft = (one: ItemValue): boolean => {
    const item = inDrafts.get(keyOf(one))
    return item !== undefined && item !== one.item
  }
  for await (const one of stored.draftValues(field)) {
    if (isInOtherDraft(one)) throw valuesRepeat(field.slug)
    inDrafts.set(keyOf(one), one.item)
  }
  if (inDrafts.size === 0) return
  for await (const one of stored.columnValues(field)) if (isInOtherDraft(one)) throw valuesRepeat(field.slug)
}

/** The refusal to make a field unique whose values repeat. */
export function valuesRepeat(slug: string, cause?: unknown): OctavoError {
  return refusal('SCHEMA_ERROR', 'valuesRepeat', { field: slug }, { cause })
}
