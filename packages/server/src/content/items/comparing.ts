import type { PendingChange } from '@octavo/contract/operations/item-shapes'
import type { ReadContext } from '../../core/context.ts'
import { type Data, noData, parseData } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import { valuedFields } from '../../core/model/visible-fields.ts'
import type { Item } from './item.ts'
import {
  areSameTerms,
  livingTerms,
  termsByTaxonomy,
  type TermsByTaxonomy,
  workingTerms,
} from './item-terms.ts'
import { findRevision } from './revision-store.ts'
import { changedPaths } from './changed-paths.ts'
import { hasSameValues } from './sameness.ts'
import { findSiblings, readColumnData, sharesValues } from './store.ts'
import { assignedIds } from './term-store.ts'

/**
 * The two versions of an item, null where there is no such version. An item that is not published has no live
 * version; its draft is the pending draft, or else its columns.
 */
interface Versions {
  readonly live: Data | null
  readonly draft: Data | null
  readonly slug: { readonly live: string | null; readonly draft: string | null }
  readonly terms: { readonly live: TermsByTaxonomy | null; readonly draft: TermsByTaxonomy | null }
}

export interface Comparison extends Versions {
  /** what publishing the draft would change for visitors */
  readonly changed: PendingChange[]
}

/** Parses the stored JSON of a version into data. */
type ParseVersion = (text: string) => Promise<Data>

/**
 * Compares what visitors see of an item with what its editors see. Values have their stored form, unless `parse`
 * converts them into the form of answers.
 */
export async function compareVersions(
  context: ReadContext,
  item: Item,
  parse: ParseVersion = async (text) => parseData(text),
): Promise<Comparison> {
  const versions = await versionsOf(context, item, parse)
  const changed = changesOf(item, versions)
  return {
    ...versions,
    changed: [...changed, ...(await changesOfTranslations(context, item, versions, parse))],
  }
}

/** How changes are named in `expectChanged`: `title`, `slug`, `terms.topics`, `translations.de.rating`. */
export function nameOfChange({ field, locale }: PendingChange): string {
  return locale === undefined ? field : `translations.${locale}.${field}`
}

async function versionsOf(
  context: ReadContext,
  { collection, row }: Item,
  parse: ParseVersion,
): Promise<Versions> {
  const columns = await parse(await readColumnData(context, collection, row.id))
  const pending =
    row.draft_revision_id === null ? undefined : await findRevision(context, row.draft_revision_id)
  const draft = pending === undefined ? null : await parse(pending.data)
  const columnTerms = await assignedIds(context, row.id)
  // Those of the pending draft, if there is one.
  const latestTerms = await livingTerms(context, await workingTerms(context, row))
  const [ownTerms = {}, draftTerms = {}] = await termsByTaxonomy(context, collection, [
    columnTerms,
    latestTerms,
  ])
  if (row.status !== 'published') {
    const slug = { live: null, draft: row.draft_slug ?? row.slug }
    return { live: null, draft: draft ?? columns, slug, terms: { live: null, draft: draftTerms } }
  }
  const slug = { live: row.slug, draft: draft === null ? null : (row.draft_slug ?? row.slug) }
  return { live: columns, draft, slug, terms: { live: ownTerms, draft: draft === null ? null : draftTerms } }
}

function changesOf({ collection }: Item, { live, draft, slug, terms }: Versions): PendingChange[] {
  if (draft === null) return []
  const ofFields = valuedFields(collection)
    .filter((field) => !hasSameValues([field], live ?? noData, draft))
    .map((field) => changeOf(field, live, draft))
  const ofSlug = slug.live === slug.draft ? [] : [{ field: 'slug', from: slug.live, to: slug.draft }]
  const ofTerms = Object.entries(terms.draft ?? {}).flatMap(([taxonomy, to]) => {
    const from = terms.live?.[taxonomy] ?? []
    return areSameTerms(from, to) ? [] : [{ field: `terms.${taxonomy}`, from, to }]
  })
  return [...ofFields, ...ofSlug, ...ofTerms]
}

function changeOf(field: FieldModel, from: Data | null, to: Data): PendingChange {
  const { slug } = field
  const change = { field: slug, from: from?.[slug] ?? null, to: to[slug] ?? null }
  if (field.structure === null) return change
  return { ...change, paths: changedPaths(field, change.from, change.to) }
}

/** The changes of live translations: publishing copies the values of shared fields to them. */
async function changesOfTranslations(
  context: ReadContext,
  { collection, row }: Item,
  { draft }: Versions,
  parse: ParseVersion,
): Promise<PendingChange[]> {
  if (draft === null || !sharesValues(context, collection)) return []
  const shared = valuedFields(collection).filter(({ definition }) => !definition.translatable)
  const siblings = await findSiblings(context, { table: collection.rows }, row)
  const changes: PendingChange[] = []
  for (const { id, locale } of siblings.filter(
    (one) => one.status === 'published' && one.deleted_at === null,
  )) {
    const live = await parse(await readColumnData(context, collection, id))
    for (const field of shared)
      if (!hasSameValues([field], live, draft)) changes.push({ ...changeOf(field, live, draft), locale })
  }
  return changes
}
