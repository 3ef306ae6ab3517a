import { limits } from '@octavo/contract/limits'
import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import { wordsOf } from '@octavo/contract/words'
import { requirePermission } from '../../core/caller.ts'
import type { ReadContext } from '../../core/context.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { type CollectionModel, collectionOf } from '../../core/model/model.ts'
import { type NamedUser, namesOfUsers } from '../../identity/users/users.ts'
import { assertValidCursor } from '../../platform/cursor.ts'
import { NotModified } from '../../platform/encoded.ts'
import { invalid, Problems } from '../../platform/errors.ts'
import { withoutHidden } from '../hidden-items/hiding.ts'
import { nullIfDefault } from '../site-translations/reading.ts'
import { type Filter, requiredPredicates, type SystemKey } from '../where/where.ts'
import { cacheTagsOfList, termsIn } from './cache-tags.ts'
import { directFields, type Inclusion, inclusionOf } from './include-paths.ts'
import { withIncluded } from './included.ts'
import { filterOf, namesTerms } from './list-filter.ts'
import { listItems } from './list-store.ts'
import { countsOfList, isKnown, listTag, tagWithNames, versionOfItems, versionOfTerms } from './list-tag.ts'
import { listedLocale, namedLocales, preferredLocales } from './listed-locale.ts'
import { selectionOf } from './selection.ts'
import { ShownTerms } from './shown-terms.ts'
import { sortKey } from './sort.ts'
import { viewFor } from './view.ts'

type ListContent = HandlersOf<'content'>['list']
type ListInput = Parameters<ListContent>[1]

/**
 * Answers a list in four steps: it checks the input, reads the counts of changes, answers "not modified" to a
 * caller who has the list already, and only if the answer with these counts is not kept reads the page with the
 * objects that it includes. A list with authors has their names in its ETag, so the process must know whose names it
 * shows; the first request after a change reads the page for that.
 */
export const listContent: ListContent = async (context, input) => {
  const { collection, view, key, named, preferred, selection, inclusion } = checkedInput(context, input)

  const showsTerms = inclusion?.hasTerms === true
  const needsTerms = showsTerms || namesTerms(input.where)
  const counts = await countsOfList(context, { collection, view, inclusion, needsTerms })
  const terms = needsTerms ? await termsOf(context, collection, versionOfTerms(counts)) : undefined
  const where = input.where && (await filterOf(context, input.where, { collection, ...terms }))
  const isGrouped = input.groupTranslations
  const { locale, fallback } = listedLocale(context, input, { ...named, ids: input.ids, where, isGrouped })

  const taxonomies = terms?.taxonomies
  const { listCache } = context.services
  const tagWithoutNames = listTag(context, counts, { collection, view, locale, inclusion, taxonomies, input })
  const expected = await expectedTag(context, tagWithoutNames, inclusion)
  if (expected !== null && isKnown(context, expected)) return new NotModified(expected)
  const known = expected === null ? undefined : listCache.get(context, expected)
  if (known !== undefined) return known

  const isLive = view === 'live'
  const shownTerms =
    showsTerms && terms ? new ShownTerms(context, terms.taxonomies, terms.version) : undefined
  const page = await listItems(context, {
    collection,
    view,
    key,
    order: input.order,
    statuses: statusesOf(isLive, input.status).filter((status) => allows(where, 'status', status)),
    where,
    locale,
    fallback,
    preferred,
    words: wordsOf(input.q ?? ''),
    hasPendingDraft: input.hasPendingDraft,
    selection,
    // Also collects the terms of the page, which `shownTerms.shown` has afterwards.
    fillTerms: shownTerms?.fill,
    linkedBy: inclusion === undefined ? [] : directFields(inclusion, view),
    // Included objects are looked up by the ids, and the cache tags of live lists name them.
    givesIds: inclusion !== undefined || isLive,
    ids: input.ids,
    isCounted: input.count,
    limit: input.limit,
    cursor: input.cursor,
    budget: budgetOf(context, preferred),
  })
  const termIds = shownTerms?.shown?.map(({ row }) => row.id)
  const seen = await withoutHidden(context, collection, page, termIds)
  const sources = {
    collection,
    ids: seen.ids,
    view,
    locale: nullIfDefault(context, named.locale),
    terms: shownTerms?.shown,
    linked: seen.linked,
    versionOf: (target: CollectionModel) => versionOfItems(context, counts, target, view),
  }
  const answer = inclusion === undefined ? seen : await withIncluded(context, seen, sources, inclusion)
  const filterTerms = where === undefined ? [] : termsIn(where)
  const cacheTags = isLive ? cacheTagsOfList(answer, { collection, terms: filterTerms }) : null
  if (tagWithoutNames === null) {
    answer.delivery = { tag: null, cacheTags }
    return answer
  }
  const tag =
    inclusion?.hasAuthors === true ? tagOfRead(context, tagWithoutNames, answer.authors) : tagWithoutNames
  if (expected === null && isKnown(context, tag)) return new NotModified(tag)
  answer.delivery = { tag, cacheTags }
  return listCache.keep(context, tag, answer)
}

/** The ETag of a list with authors whose page has been read; further requests then know its authors. */
function tagOfRead(context: ReadContext, tagWithoutNames: string, authors: readonly NamedUser[]): string {
  const ids = authors.map(({ id }) => id)
  context.services.listCache.keepAuthors(context, tagWithoutNames, ids)
  return tagWithNames(tagWithoutNames, authors)
}

/** The ETag that the answer will have; null where it has none, or the page must be read first to know its authors. */
async function expectedTag(
  context: ReadContext,
  tagWithoutNames: string | null,
  inclusion: Inclusion | undefined,
): Promise<string | null> {
  if (tagWithoutNames === null || inclusion?.hasAuthors !== true) return tagWithoutNames
  const authors = context.services.listCache.authorsOf(context, tagWithoutNames)
  return authors === undefined ? null : tagWithNames(tagWithoutNames, await namesOfUsers(context, authors))
}

/** Resolves the names in the input; throws VALIDATION_ERROR with all issues at once. */
function checkedInput(context: ReadContext, input: ListInput) {
  const collection = collectionOf(context.schema, input.collection)
  // Filtering and sorting must not reveal the words of drafts, or whether an item has a draft.
  if (input.q !== undefined || input.hasPendingDraft !== undefined)
    requirePermission(context.caller, 'content.readDrafts')
  const view = viewFor(context.caller, input.view)
  const problems = new Problems()
  const key = problems.of(() => sortKey(collection, input.orderBy, view))
  const named = problems.of(() => namedLocales(context, input))
  const preferred = named && problems.of(() => preferredLocales(context, input, named))
  const selection = problems.of(() => selectionOf(collection, input.fields))
  const inclusion = problems.of(() => inclusionOf(context, collection, input.include))
  if (key === undefined || named === undefined || problems.issues.length > 0) {
    // Otherwise the cursor is checked when the page is read, against the list that it is for.
    problems.of(() => assertValidCursor(input.cursor))
    throw invalid(problems.issues)
  }
  return { collection, view, key, named, preferred, selection, inclusion }
}

/** The taxonomies of a collection, from the cache if it has this version of the terms. */
async function termsOf(context: ReadContext, collection: CollectionModel, version: string) {
  return { version, taxonomies: await context.services.termCache.taxonomiesOf(context, collection, version) }
}

function statusesOf(isLive: boolean, asked: ItemStatus | undefined): ItemStatus[] {
  if (isLive) return asked === undefined || asked === 'published' ? ['published'] : []
  return asked === undefined ? ['draft', 'published', 'scheduled'] : [asked]
}

/**
 * Whether a filter allows a column to have a value, considering the predicates that all items must fulfil. A status
 * that it excludes need not be read.
 */
function allows(where: Filter | undefined, column: SystemKey, value: string): boolean {
  if (where === undefined) return true
  return requiredPredicates(where.group).every(
    ({ key, operator, values }) =>
      key.of !== 'column' ||
      key.name !== column ||
      !['eq', 'in'].includes(operator) ||
      values.includes(value),
  )
}

/** number of locales up to which the groups of translations are small enough for the whole budget */
const fewLocales = 8

/**
 * How many items a list may examine. In a grouped list each of them can cost a look at as many items as there are
 * locales.
 */
function budgetOf({ caller }: ReadContext, preferred: readonly string[] = []): number {
  const budget = caller.isVisitor === true ? limits.scannedForVisitors : limits.scannedItems
  return Math.ceil(budget / Math.max(1, preferred.length / fewLocales))
}
