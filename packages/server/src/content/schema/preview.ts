import type { Issue } from '@octavo/contract/errors'
import type { Reason } from '@octavo/contract/reasons'
import type { RuleParams } from '@octavo/contract/rules'
import type { Collection, Field, SchemaPreview } from '@octavo/contract/operations/schema'
import { completedDefault } from '../items/file-values.ts'
import { missingReferences } from '../items/references.ts'
import type { ReadContext } from '../../core/context.ts'
import { invalid, isUnavailable, OctavoError } from '../../platform/errors.ts'
import { indexedForm } from '../search-index/text-of.ts'
import { changedCollection, type CollectionChanges, refuseLostFeatures } from './collection-changes.ts'
import {
  changedField,
  type FieldChanges,
  newDefault,
  refuseEmptyRequired,
  refuseUnfit,
  refuseUnfitType,
  valuesRepeat,
} from './field-checks.ts'
import {
  type CollectionModel,
  collectionModel,
  definitionsOf,
  fieldModel,
  fieldOf,
} from '../../core/model/model.ts'
import { type NewField, newField } from './new-field.ts'
import { removedWithin, withoutRemoved } from './structure-changes.ts'
import { refuseLostDate } from './url-patterns.ts'
import { StoredValues } from './stored-values-store.ts'
import { fieldUsage } from './usage.ts'
import { UsageStore } from './usage-store.ts'

interface Changes {
  readonly updateCollection?: CollectionChanges | undefined
  readonly createField?: NewField | undefined
  readonly updateField?: (FieldChanges & { readonly fieldSlug: string }) | undefined
  readonly deleteField?: { readonly fieldSlug: string } | undefined
}

type Outcome = Omit<SchemaPreview, 'refusal'>

const noEffects: Outcome = { filled: 0, lost: { items: 0, revisions: 0 }, usedFor: [], isReindexed: false }

/**
 * The effects of a change; `refusal` says why it would be refused. The preview runs the checks of the change itself,
 * but outside of a transaction, so that they block no other request. An unknown name or an unavailable database is an
 * error of the preview.
 */
export async function previewOf(
  context: ReadContext,
  collection: CollectionModel,
  changes: Changes,
): Promise<SchemaPreview> {
  const work = onlyChange(context, collection, changes)
  try {
    return { ...(await work()), refusal: null }
  } catch (error) {
    if (!(error instanceof OctavoError) || error.code === 'NOT_FOUND' || isUnavailable(error)) throw error
    // The details of an error have its issues, or the fault of one stored value.
    const { code, message, details = {} } = error
    const { fault } = details as { fault?: Issue }
    const issues = (details['issues'] ?? (fault === undefined ? [] : [fault])) as Issue[]
    const { reason, params } = details as { reason?: Reason; params?: RuleParams }
    return {
      ...noEffects,
      refusal: { code, message, issues, ...(reason !== undefined && { reason, params: { ...params } }) },
    }
  }
}

function onlyChange(
  context: ReadContext,
  collection: CollectionModel,
  { updateCollection, createField, updateField, deleteField }: Changes,
): () => Promise<Outcome> {
  const given = [
    updateCollection && (() => previewOfCollection(context, collection, updateCollection)),
    createField && (() => previewOfNewField(context, collection, createField)),
    updateField && (() => previewOfField(context, collection, updateField)),
    deleteField && (() => previewOfDeletion(context, collection, deleteField.fieldSlug)),
  ].filter((work) => work !== undefined)
  const [work] = given
  if (work !== undefined && given.length === 1) return work
  const message = 'name one of updateCollection, createField, updateField and deleteField'
  throw invalid([{ path: '', message }])
}

async function previewOfCollection(
  context: ReadContext,
  before: CollectionModel,
  changes: CollectionChanges,
): Promise<Outcome> {
  const after = changedCollection(context, before, changes)
  await refuseLostFeatures(context, before, after)
  return { ...noEffects, isReindexed: isReindexed(before, definitionsOf(before), after) }
}

async function previewOfNewField(
  context: ReadContext,
  collection: CollectionModel,
  input: NewField,
): Promise<Outcome> {
  const field = newField(context, collection, input)
  const { stored, usage } = storesOf(context, collection)
  await refuseEmptyRequired(stored, collection, field)
  const model = fieldModel(field)
  await refuseMissing(context, [{ field: model, value: field.defaultValue, path: 'defaultValue' }])
  // The completed default is not needed; this throws for a file that cannot be one.
  await completedDefault(context, model)
  const isFilled = field.defaultValue !== undefined
  // All items would get the same default, so two items of a locale would repeat it.
  if (isFilled && field.unique && (await usage.hasDuplicates())) throw valuesRepeat(field.slug)
  return {
    ...noEffects,
    filled: isFilled ? await stored.countItems() : 0,
    isReindexed: isReindexed(collection, [...definitionsOf(collection), field]),
  }
}

async function previewOfField(
  context: ReadContext,
  collection: CollectionModel,
  { fieldSlug, ...changes }: FieldChanges & { readonly fieldSlug: string },
): Promise<Outcome> {
  const before = fieldOf(collection, fieldSlug)
  const after = changedField(context, before.definition, changes)
  refuseUnfitType(collection, before, after)
  const { stored, usage } = storesOf(context, collection)
  await refuseMissing(context, newDefault(before, after, changes))
  await completedDefault(context, after, before)
  await refuseUnfit(stored, before, after)
  const becomesUnique = after.definition.unique && !before.definition.unique
  if (becomesUnique && (await usage.hasDuplicates(before))) throw valuesRepeat(fieldSlug)
  const fields = definitionsOf(collection).map((other) =>
    other.slug === fieldSlug ? after.definition : other,
  )
  const isShorter = removedWithin(before, after).length > 0
  const isShortened = (value: unknown): boolean =>
    JSON.stringify(withoutRemoved(before, after, value)) !== JSON.stringify(value)
  const lost = isShorter ? await stored.countShortened(before, isShortened) : noEffects.lost
  return { ...noEffects, lost, isReindexed: isReindexed(collection, fields) }
}

async function previewOfDeletion(
  context: ReadContext,
  collection: CollectionModel,
  fieldSlug: string,
): Promise<Outcome> {
  const field = fieldOf(collection, fieldSlug)
  refuseLostDate(collection, field)
  const fields = definitionsOf(collection).filter(({ slug }) => slug !== fieldSlug)
  return {
    ...noEffects,
    ...(await fieldUsage(context, collection, field)),
    isReindexed: isReindexed(collection, fields),
  }
}

function storesOf({ db, services: { database } }: ReadContext, collection: CollectionModel) {
  return {
    stored: new StoredValues(db, database, collection),
    usage: new UsageStore(db, database, collection),
  }
}

/** Throws for references to items that do not exist. */
async function refuseMissing(
  context: ReadContext,
  given: Parameters<typeof missingReferences>[1],
): Promise<void> {
  const issues = await missingReferences(context, given, { isWithoutLock: true })
  if (issues.length > 0) throw invalid(issues)
}

function isReindexed(
  before: CollectionModel,
  fields: readonly Field[],
  definition: Collection = before.definition,
): boolean {
  return indexedForm(before) !== indexedForm(collectionModel(definition, fields))
}
