import type { Issue } from '@octavo/contract/errors'
import { requirePermission } from '../../core/caller.ts'
import { configuredLocale, localesFor } from '../../core/locales-for.ts'
import type { WriteContext } from '../../core/context.ts'
import { invalid, invalidAt, OctavoError, Problems, refusal } from '../../platform/errors.ts'
import { lockMediaOf } from '../../core/delivery/counts.ts'
import { newId } from '../../platform/ids.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { auditItem, stateFacts, valueFacts } from './auditing.ts'
import { namingConflicts, refuseTakenSlug, refuseTakenValues, slugTaken } from './conflicts.ts'
import { afterSave, aroundPublishing, beforeSave, dataOf } from './hooks.ts'
import { parseContent } from './input.ts'
import { requireEdit, type Item, openItem } from './item.ts'
import { indexNew } from './indexing.ts'
import {
  assignFirstTerms,
  changedTerms,
  parseTerms,
  type TermChanges,
  type TermsByTaxonomy,
  workingTerms,
} from './item-terms.ts'
import { completedData } from '../media/completing.ts'
import { linkNew } from './linking.ts'
import { refuseMoreCrops } from './crop-count.ts'
import { removeRedirectsFromAddress } from './moving.ts'
import { checkedValues } from './references.ts'
import { namedData } from './named-data.ts'
import { copyColumnsToRevision } from './revision-store.ts'
import { workingData } from './saving.ts'
import { refuseSecondItem } from './only-item.ts'
import { refuseOversized } from './sizes.ts'
import { freeSlug, refuseReservedSlug, wantedSlug } from './slugs.ts'
import { findSiblings, insertItem, readColumnData, deleteNewItem } from './store.ts'
import { refuseHiddenReferences } from './hidden-values.ts'
import type { Values } from './values.ts'
import { type Data, noData, ownData, parseData } from '../../core/model/data.ts'

export interface NewItem {
  readonly data: Readonly<Record<string, unknown>>
  readonly slug?: string | undefined
  readonly status: 'draft' | 'published'
  /** a draft may lack required fields */
  readonly incomplete: boolean
  readonly locale?: string | undefined
  readonly translationOf?: string | undefined
  /** a translation starts with the terms of its source, of the taxonomies that are not named here */
  readonly terms?: TermsByTaxonomy | undefined
  /** issues that were found in `data` before */
  readonly issues?: readonly Issue[]
  /**
   * properties of an item that existed elsewhere, which only an import sets; its creation has the time of the call
   */
  readonly origin?: { readonly id: string; readonly updatedAt: string; readonly termIds: readonly string[] }
}

/** Creates an item, as a draft or published at once. */
export async function createItem(
  context: WriteContext,
  collection: CollectionModel,
  input: NewItem,
): Promise<Item> {
  if (input.status === 'published') requirePermission(context.caller, 'content.publishOwn')
  refuseReservedSlug(input.slug)
  // Collects the issues of several checks, so that the caller gets all of them at once.
  const problems = new Problems()
  const [defaultLocale = 'en'] = localesFor(context)
  // A refused locale is an issue already; with the default one, further issues are found.
  const locale = problems.of(() => configuredLocale(context, input.locale)) ?? defaultLocale
  const source = (await problems.ofAsync(() => sourceOf(context, collection, input.translationOf))) ?? null
  const dataOfTranslation =
    source && (await problems.ofAsync(() => withSharedData(context, source, input.data)))
  const data = dataOfTranslation ?? input.data
  const incomplete = input.incomplete && input.status === 'draft'
  const { values, issues } = parseContent(
    collection,
    { data, slug: input.slug },
    { isNew: true, incomplete, blocks: context.services.plugins.current.blocks },
  )
  const terms = await parseTerms(context, collection, input.terms)
  const parsed = { values, issues: [...problems.issues, ...(input.issues ?? []), ...issues, ...terms.issues] }
  const checked = await checkedValues(context, parsed, () => templateOf(context, collection, source))
  await refuseHiddenReferences(context, collection, input.data)
  if (source !== null) await refuseSecondTranslation(context, source, locale)
  return insertNew(context, collection, {
    values: checked,
    slug: input.slug,
    status: input.status,
    incomplete,
    locale,
    source,
    terms: input.origin?.termIds ?? (await firstTerms(context, source, terms.changes)),
    reason: 'create',
    origin: input.origin,
  })
}

/** The terms of a new item: those that it is given, and beside them those of the item that it translates. */
async function firstTerms(
  context: WriteContext,
  source: Item | null,
  changes: TermChanges | undefined,
): Promise<readonly string[]> {
  if (source === null) return changes?.termIds ?? []
  return (await changedTerms(context, source.row, changes)) ?? workingTerms(context, source.row)
}

/**
 * The data that a new item starts from: the item that it translates, or the defaults. A value that it has too is not
 * refused because its target is missing or its link is unsafe.
 */
async function templateOf(
  context: WriteContext,
  { fields }: CollectionModel,
  source: Item | null,
): Promise<Data> {
  if (source !== null) return parseData(await workingData(context, source))
  // A default reference must point to an existing item each time it is used.
  const defaults = fields.filter(({ type }) => type.name !== 'reference')
  return ownData(Object.fromEntries(defaults.map(({ slug, definition }) => [slug, definition.defaultValue])))
}

/** The item that a new one translates; null if it is no translation. Throws VALIDATION_ERROR if it does not exist. */
async function sourceOf(
  context: WriteContext,
  collection: CollectionModel,
  id: string | undefined,
): Promise<Item | null> {
  if (id === undefined) return null
  if (context.services.config.locales.length < 2) {
    throw invalidAt('translationOf', 'this site has one locale; name more of them in OCTAVO_LOCALES')
  }
  let source: Item
  try {
    source = await openItem(context, { collection, id, locale: undefined })
  } catch (error) {
    if (!(error instanceof OctavoError) || error.code !== 'NOT_FOUND') throw error
    throw invalidAt('translationOf', `there is no item "${id}" in "${collection.slug}"`)
  }
  requireEdit(context, source)
  return source
}

/**
 * Throws CONFLICT if the translation group has an item in this locale already. Checked before the slug, so that the
 * error names the existing translation and not a taken slug.
 */
async function refuseSecondTranslation(
  context: WriteContext,
  { collection, row }: Item,
  locale: string,
): Promise<void> {
  const group = [row, ...(await findSiblings(context, collection, row))]
  const known = group.find((member) => member.locale === locale)
  if (known === undefined) return
  const reason = known.deleted_at === null ? 'translationExists' : 'translationInTrash'
  throw refusal('CONFLICT', reason, { locale }, { details: { holder: known.id } })
}

/**
 * The data of a translation with the values that it shares with its source: fields that are not translatable have one
 * value in all locales. Throws VALIDATION_ERROR if `given` has another value for one of them.
 */
async function withSharedData(
  context: WriteContext,
  source: Item,
  given: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const data = ownData(given)
  const { collection, row } = source
  const text = await readColumnData(context, collection, row.id)
  const columns = parseData(text)
  const shared = collection.fields.filter(({ definition }) => !definition.translatable)
  // Callers send values as answers have them, or as they are stored.
  const answered = shared.some(({ type }) => type.holdsMedia) ? await completedData(context, text) : columns
  const isOther = (slug: string): boolean =>
    ![columns, answered].some((one) => JSON.stringify(data[slug]) === JSON.stringify(one[slug] ?? null))
  const differing = shared.filter(({ slug }) => data[slug] !== undefined && isOther(slug))
  if (differing.length > 0) {
    throw invalid(
      differing.map(({ slug }) => ({
        path: `data.${slug}`,
        message: 'is shared by all translations, and the source has another value',
      })),
    )
  }
  const copied = shared
    .filter(({ slug }) => columns[slug] !== undefined)
    .map(({ slug }) => [slug, columns[slug]])
  return { ...data, ...(Object.fromEntries(copied) as Record<string, unknown>) }
}

interface Insertion {
  values: Values
  slug?: string | undefined
  status: 'draft' | 'published'
  incomplete: boolean
  locale: string
  source?: Item | null
  terms: readonly string[]
  reason: 'create' | 'duplicate'
  origin?: NewItem['origin']
}

/** Inserts an item with all that belongs to it: its terms, revision, words for the search, links and audit entry. */
export async function insertNew(
  context: WriteContext,
  collection: CollectionModel,
  insertion: Insertion,
): Promise<Item> {
  const { slug: givenSlug, status, locale, source = null, origin, terms, reason } = insertion
  const values = await beforeSave(context, collection, {
    id: null,
    slug: givenSlug ?? null,
    locale,
    reason,
    incomplete: insertion.incomplete,
    values: insertion.values,
    previous: async () => null,
    // A hook may not change the values that a translation shares either: `withSharedData` throws then.
    check: async (data) => source !== null && withSharedData(context, source, data),
  })
  // A copy is as large as its source, which may exceed a limit that was lowered since.
  if (reason === 'create') {
    refuseOversized(context, collection, values)
    await refuseMoreCrops(collection, values, () => noData)
  }
  // An entry of a change-set is run several times, and creates an item with the same id each time.
  const id = origin?.id ?? context.setWork?.nextId() ?? newId()
  const isLive = status === 'published'
  const revision = collection.supports('revisions') ? newId() : null
  const first = newRow(context, insertion, { id, values, revision })
  await refuseSecondItem(context, collection, first)
  const store = async (): Promise<Item> => ({
    collection,
    row: await insertWithFreeSlug(context, collection, {
      row: first,
      values,
      isGiven: givenSlug !== undefined,
    }),
  })
  const item = isLive
    ? await aroundPublishing(context, { collection, row: first }, async () => dataOf(values), store)
    : await store()
  const facts = await assignFirstTerms(context, item, terms)
  if (revision !== null) {
    const data = namedData(collection, values)
    await copyColumnsToRevision(context, collection, {
      id: revision,
      entryId: id,
      kind: isLive ? 'publish' : 'save',
      data,
    })
  }
  await indexNew(context, item, values)
  await linkNew(context, item, values)
  if (isLive) await lockMediaOf(context, collection, id)
  await removeRedirectsFromAddress(context, item, {
    losesAddress: false,
    getsAddress: isLive && collection.address !== null,
  })
  const valuesAfter = valueFacts(values)
  const replaced = { before: {}, after: valuesAfter }
  auditItem(context, item, {
    before: null,
    after: { ...stateFacts(item.row), ...valuesAfter, ...facts },
    isLive,
    // Editors and visitors of a new item see the same values.
    replaced: { columns: replaced, latest: replaced },
  })
  afterSave(context, item, reason)
  return item
}

/**
 * The row of a new item, with its given slug or one made from its values, which may be taken. `revision` is the id
 * of its first revision.
 */
function newRow(
  { caller, now, setWork }: WriteContext,
  { slug, status, locale, source = null, origin }: Insertion,
  { id, values, revision }: { id: string; values: Values; revision: string | null },
): ItemRow {
  const isLive = status === 'published'
  const updatedAt = origin?.updatedAt ?? now
  return {
    id,
    slug: slug ?? wantedSlug(namingData(values), id),
    status,
    locale,
    translation_group: source?.row.translation_group ?? id,
    translation_of: source?.row.id ?? null,
    // Each run of a change-set's entry creates the item with the same author, whoever starts the run.
    author_id: setWork === undefined ? caller.userId : setWork.authorId,
    created_at: now,
    updated_at: updatedAt,
    live_updated_at: isLive ? updatedAt : null,
    published_at: isLive ? now : null,
    scheduled_at: null,
    deleted_at: null,
    version: 1,
    live_revision_id: isLive ? revision : null,
    draft_revision_id: null,
    draft_slug: null,
    was_published: isLive ? 1 : 0,
    _live_version: null,
    _unpublish_at: null,
  }
}

/**
 * Inserts a row. A generated slug that is taken is replaced by a free one; this is repeated, because another process
 * may take the free one first.
 */
async function insertWithFreeSlug(
  context: WriteContext,
  collection: CollectionModel,
  { row, values, isGiven }: { row: ItemRow; values: Values; isGiven: boolean },
): Promise<ItemRow> {
  let attempt = row
  await refuseTakenValues(context, collection, row, values)
  if (isGiven) await refuseTakenSlug(context, collection, row, { slug: row.slug, isForColumns: true })
  for (;;) {
    const current = attempt
    const { isTaken, isAwaited } = await namingConflicts(context, collection, current, () =>
      insertItem(context, collection, current, values),
    )
    // A unique index does not see that a pending draft of another item waits for the slug. A given slug was checked
    // for that above.
    if (!isTaken && (!isAwaited || isGiven)) return current
    if (isGiven) {
      await refuseTakenSlug(context, collection, row, { slug: row.slug })
      throw slugTaken(context, row)
    }
    // Inserted under a slug that a draft waits for: a generated slug is left to the draft.
    if (!isTaken) await deleteNewItem(context, collection, row.id)
    attempt = { ...row, slug: await freeSlug(context, collection, row.locale, row.slug) }
  }
}

/** The values from which a slug can be made. */
function namingData(values: Values): Record<string, unknown> {
  return Object.fromEntries([...values].map(([field, value]) => [field.slug, value]))
}
