import type { WriteContext } from '../../core/context.ts'
import { type OctavoError, refusal } from '../../platform/errors.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { uniqueIndexName } from '../../core/model/table-store.ts'
import { findSlugHolder, findValueHolder, type Holder } from './holder-store.ts'
import type { Values } from './values.ts'
import { mayReadDrafts } from './view.ts'

/** the item that is to get the slug or values */
type Claimant = Pick<ItemRow, 'id' | 'locale'>

interface WantedSlug {
  readonly slug: string
  /** the item's own pending draft waits for the slug, which it gets now */
  readonly isAwaited?: boolean
  /** the columns of the item get the slug now; otherwise its pending draft waits for it */
  readonly isForColumns?: boolean
}

/**
 * Throws DUPLICATE_SLUG when another item has the slug, or when the pending draft of another item waits for it.
 * Several pending drafts can wait for one slug: the first that is published gets it, so with `isAwaited` the others
 * do not count.
 */
export async function refuseTakenSlug(
  context: WriteContext,
  collection: CollectionModel,
  { id, locale }: Claimant,
  { slug, isAwaited = false, isForColumns = false }: WantedSlug,
): Promise<void> {
  const holder = await findSlugHolder(context, collection, { slug, locale, except: id })
  if (holder === undefined || (holder.isWaiting && isAwaited)) return
  const { table } = collection
  // In a change-set, a later change may free the slug.
  if (await context.setWork?.slugs.claim(context, { table, id, locale, slug, holder, isForColumns })) return
  throw slugTaken(context, { slug, locale }, holder)
}

/** Throws CONFLICT when another item has one of the values, in a field that is unique. */
export async function refuseTakenValues(
  context: WriteContext,
  collection: CollectionModel,
  { id, locale }: Claimant,
  values: Values,
): Promise<void> {
  for (const [field, value] of values) {
    if (!field.definition.unique || value === null || value === undefined) continue
    const holder = await findValueHolder(context, collection, field, { value, locale, except: id })
    if (holder !== undefined) throw valueTaken(context, field, holder)
  }
}

/** Runs a write and converts a violation of a unique index into an error that names the slug or field. */
export async function namingConflicts<Result>(
  context: WriteContext,
  collection: CollectionModel,
  row: Pick<ItemRow, 'slug' | 'locale'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const violation = context.services.database.dialect.uniqueViolation(error)
    if (violation === null) throw error
    // PostgreSQL names the index, as table-store.ts created it; SQLite the column, unless the index has expressions.
    const { index, column } = violation
    if (column === 'slug' || index?.endsWith('_slug_key') === true) throw slugTaken(context, row)
    const field = collection.fields.find(
      ({ slug, definition }) => slug === column || uniqueIndexName(definition) === index,
    )
    if (field !== undefined) throw valueTaken(context, field)
    if (column === 'translation_group' || index?.endsWith('_translation_key') === true) {
      throw refusal('CONFLICT', 'translationExists', { locale: row.locale }, { cause: error })
    }
    throw error
  }
}

/**
 * The error for a slug that another item has. Only callers who may read drafts learn which item it is, and that it is
 * in the trash or waits with its draft.
 */
export function slugTaken(
  { caller }: WriteContext,
  { slug, locale }: Pick<ItemRow, 'slug' | 'locale'>,
  holder?: Holder,
): OctavoError {
  const params = { slug, locale }
  if (holder === undefined || !mayReadDrafts(caller) || !(holder.isTrashed || holder.isWaiting))
    return refusal('DUPLICATE_SLUG', 'slugTaken', params, { details: params })
  const reason = holder.isTrashed ? 'slugInTrash' : 'slugAwaited'
  return refusal('DUPLICATE_SLUG', reason, params, { details: { ...params, holder: holder.id } })
}

function valueTaken({ caller }: WriteContext, { slug: field }: FieldModel, holder?: Holder): OctavoError {
  const params = { field }
  return holder?.isTrashed === true && mayReadDrafts(caller)
    ? refusal('CONFLICT', 'valueInTrash', params, { details: { field, holder: holder.id } })
    : refusal('CONFLICT', 'valueTaken', params, { details: { field } })
}
