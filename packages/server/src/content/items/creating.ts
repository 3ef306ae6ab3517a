import type { Issue } from '@octavo/contract/errors'
import { requirePermission } from '../../core/caller.ts'
import { configuredLocale, localesFor } from '../../core/locales-for.ts'
import type { WriteContext } from '../../core/context.ts'
import { type Data, ownData, parseData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { invalidAt, OctavoError, Problems, refusal } from '../../platform/errors.ts'
import { refuseHiddenReferences } from './hidden-values.ts'
import { parseContent } from './input.ts'
import { insertNew, type Origin } from './inserting.ts'
import { type Item, openItem, requireEdit } from './item.ts'
import {
  changedTerms,
  parseTerms,
  type TermChanges,
  type TermsByTaxonomy,
  workingTerms,
} from './item-terms.ts'
import { checkedValues } from './references.ts'
import { workingData } from './saving.ts'
import { withSharedData } from './shared-data.ts'
import { refuseReservedSlug } from './slugs.ts'
import { findSiblings } from './store.ts'

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
  readonly origin?: Origin
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
  // Throws with all issues, if there are any.
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
 * The data that a new item starts from: that of the item that it translates, or the defaults. A value that the new item
 * has in common with it is accepted, even if its target is missing or its link is unsafe.
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
