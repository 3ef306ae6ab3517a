import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import type { SearchResult } from '@octavo/contract/operations/search'
import { hint } from '@octavo/contract/nearest'
import { namedLocale } from '../../core/locales-for.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'
import { reportCacheTags } from '../../core/delivery/cache-tags.ts'
import { findAddresses } from '../items/targets.ts'
import { mayReadDrafts } from '../items/view.ts'
import { schemaFor } from '../../core/schema-for.ts'
import type { ReadContext } from '../../core/context.ts'
import type { Clause, DocumentFilter, IndexName, TextQuery } from '../../platform/database/text-index.ts'
import { invalid, invalidAt } from '../../platform/errors.ts'
import type { HandlersOf } from '../../core/handler.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { find, type Found, type Hit, maxRanked, type Search } from './finding.ts'
import { catchUp } from './catching-up.ts'
import { parseQuery } from './query.ts'
import { rebuild } from '../search-index/rebuild.ts'
import { beginningLength, snippetsOf } from './snippets.ts'
import { type BegunDocument, countDocuments, readDocuments } from '../search-index/index-store.ts'
import { titleClauses } from '../search-index/title-starts.ts'

export const searchHandlers: HandlersOf<'search'> = {
  query: async (asked, { q, collections, status, locale, limit, cursor }) => {
    const clauses = parseQuery(q)
    const index = status === 'published' ? 'live' : 'draft'
    const filter = {
      ...filterOf(asked, { collections, locale }),
      // "draft" means everything that is not live.
      ...(status === 'scheduled' && { status }),
    }
    // A cursor is valid only for the search with this name.
    const list = `search ${JSON.stringify([q, filter, ...(index === 'draft' ? [index] : [])])}`
    const { after, skipped } = startOf(asked, list, cursor)
    const isSeen = index === 'live' || mayReadDrafts(asked.caller)
    // Callers who may not read drafts find none; a cursor that is not valid is refused before.
    if (clauses.length === 0 || !isSeen) return { results: [] }
    const { context, version } = await catchUp(asked, index)
    const found = await find(context, { index, version, clauses, filter, limit: skipped + limit + 1, after })
    const page = found.hits.slice(skipped, skipped + limit)
    const last = page.at(-1)
    const isMore = found.hits.length > skipped + limit && last !== undefined
    const results = await present(context, { index, hits: page, skipped }, found.clauses)
    reportFound(context, collections, results)
    return {
      results,
      ...(isMore && {
        nextCursor: cursorAfter(
          list,
          found,
          hidesScores(context) ? { ...last, score: skipped + limit } : last,
        ),
      }),
    }
  },

  suggest: async (asked, { q, collections, locale, limit }) => {
    const filter = filterOf(asked, { collections, locale })
    const clauses = titleClauses(q.normalize('NFC'))
    if (clauses.length === 0) return { items: [] }
    const { context, version } = await catchUp(asked, 'live')
    // A caller with limits finds and sees other items.
    const key = `suggest ${JSON.stringify([clauses, filter, limit, context.caller.limits ?? null])}`
    const items = await context.services.searchCache.find(version, key, () =>
      suggestions(context, { clauses, filter, limit }),
    )
    reportFound(context, collections, items)
    return { items }
  },

  rebuild: async (context, { collections }) => {
    const chosen = collections === undefined ? searchable(context) : collectionsNamed(context, collections)
    return { collections: await rebuild(context.services, chosen) }
  },

  stats: async (context) => {
    const counts = await countDocuments(context)
    const entries = searchable(context).map(
      ({ id, slug }) => [slug, { indexed: counts.get(id) ?? 0 }] as const,
    )
    return { collections: Object.fromEntries(entries) }
  },
}

type Suggestion = Pick<SearchResult, 'collection' | 'id' | 'slug' | 'title' | 'url'>

/** The newest items whose titles have the words. */
async function suggestions(context: ReadContext, sought: TextQuery): Promise<Suggestion[]> {
  const ids = await context.services.database.textIndexes.live.newest(context.db, sought)
  const documents = await documentsOf(context, 'live', { ids, characters: 0 })
  const urls = await urlsOf(context, 'live', documents)
  return documents.map(({ collection, row: { item_id, slug, title } }) => ({
    collection: collection.slug,
    id: item_id,
    slug,
    title,
    ...urlMember(urls.get(item_id)),
  }))
}

/** Reports the cache tags of results. A change of any item in the searched collections can change them. */
function reportFound(
  context: ReadContext,
  collections: readonly string[] | undefined,
  found: readonly { readonly id: string }[],
): void {
  reportCacheTags(context, {
    collections: collections ?? searchable(context).map(({ slug }) => slug),
    items: found.map(({ id }) => id),
  })
}

function searchable({ schema }: ReadContext): CollectionModel[] {
  return [...schema.collections.values()].filter((collection) => collection.supports('search'))
}

/** The collections with these slugs; throws VALIDATION_ERROR that names each one that is not searchable. */
function collectionsNamed({ schema }: ReadContext, slugs: readonly string[]): CollectionModel[] {
  const found = [...new Set(slugs)].map((slug) => ({ slug, collection: schema.collections.get(slug) }))
  const issues = found
    .filter(({ collection }) => collection?.supports('search') !== true)
    .map(({ slug, collection }) => ({
      path: 'collections',
      message:
        collection === undefined
          ? `there is no collection "${slug.slice(0, 100)}"${hint(slug, [...schema.collections.keys()])}`
          : `the collection "${slug}" does not support search; add "search" to its supports`,
    }))
  if (issues.length > 0) throw invalid(issues)
  return found.flatMap(({ collection }) => (collection === undefined ? [] : [collection]))
}

interface AskedFilter {
  collections: readonly string[] | undefined
  locale: string | undefined
}

/**
 * The filter of a search. It contains only what narrows the search: checking the collection of every document costs
 * more than ranking it.
 */
function filterOf(context: ReadContext, { collections, locale }: AskedFilter): DocumentFilter {
  const { limits } = context.caller
  const visible = searchable(context)
  const chosen = collections === undefined ? visible : collectionsNamed(context, collections)
  const seesAllCollections = (limits?.collections ?? null) === null
  const isAll = seesAllCollections && chosen.length === visible.length
  const checkedLocale = namedLocale(context, locale)
  return {
    collectionIds: isAll ? undefined : chosen.map(({ id }) => id).toSorted(),
    locale: context.services.config.locales.length > 1 ? checkedLocale : undefined,
    ...(limits?.locales && { locales: limits.locales }),
  }
}

/**
 * How rare a word is depends on all items, also on those that a limited caller must not see. So neither the results
 * nor the cursor of such a caller contain the score; the cursor contains the number of results so far.
 */
function hidesScores({ caller }: ReadContext): boolean {
  return caller.limits !== undefined
}

/**
 * The start of a page, by the key of its cursor (its three forms are at `cursorAfter`): `after` a result, or after
 * `skipped` results. Results that are sorted by time have no scores to hide, so every caller goes on after the id.
 */
function startOf(
  context: ReadContext,
  list: string,
  cursor: string | undefined,
): { after: Search['after']; skipped: number } {
  const position = cursor === undefined ? undefined : positionIn(list, cursor)
  if (!hidesScores(context) || typeof position?.score !== 'number') return { after: position, skipped: 0 }
  // A ranked search has a word that at most `maxRanked` documents contain, so it has at most as many results.
  if (!Number.isInteger(position.score) || position.score < 0 || position.score > maxRanked) throw noCursor()
  return { after: undefined, skipped: position.score }
}

function noCursor(): Error {
  return invalidAt('cursor', 'is not a cursor of this service')
}

function positionIn(list: string, cursor: string): NonNullable<Search['after']> {
  const { key, id } = decodeCursor(list, cursor)
  if (!/^\d{1,15}$/.test(id) || typeof key === 'string') throw noCursor()
  return { id: Number(id), score: key }
}

/**
 * The cursor after the last result of a page. Its key is null if the results are sorted by time, so that the next page
 * goes on after the id. Else it is `score`: that of the result, or the number of results so far, which `query` passes
 * for a caller from whom scores are hidden.
 */
function cursorAfter(list: string, { isNewest }: Found, { id, score }: Hit): string {
  return encodeCursor(list, { key: isNewest ? null : score, id: String(id) })
}

interface Document {
  row: BegunDocument
  collection: CollectionModel
}

/** The documents with these ids, in their order, without those deleted meanwhile. */
async function documentsOf(
  context: ReadContext,
  index: IndexName,
  { ids, characters }: Parameters<typeof readDocuments>[2],
): Promise<Document[]> {
  const { services, caller } = context
  const rows = await readDocuments(context, index, { ids, characters })
  // Another process may have just created a collection.
  if (rows.some((row) => !services.schema.current.byId.has(row.collection_id)))
    await services.schema.refresh()
  const schema = schemaFor(services, caller)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const collection = schema.byId.get(row?.collection_id ?? '')
    return row === undefined || collection === undefined ? [] : [{ row, collection }]
  })
}

/** id → address of the items, as the version that was searched has it. */
async function urlsOf(
  context: ReadContext,
  index: IndexName,
  documents: readonly Document[],
): Promise<Map<string, string>> {
  const urls = new Map<string, string>()
  for (const [collection, found] of Map.groupBy(documents, (document) => document.collection)) {
    const ids = found.map(({ row }) => row.item_id)
    const view = index === 'live' ? 'live' : 'latest'
    for (const [id, url] of await findAddresses(context, collection, ids, view)) urls.set(id, url)
  }
  return urls
}

function urlMember(url: string | undefined): { url?: string } {
  return url === undefined ? {} : { url }
}

async function present(
  context: ReadContext,
  { index, hits, skipped }: { index: IndexName; hits: readonly Hit[]; skipped: number },
  clauses: readonly Clause[],
): Promise<SearchResult[]> {
  const isHidden = hidesScores(context)
  // In place of a hidden score, a number that falls with the rank keeps the order.
  const scores = new Map(hits.map(({ id, score }, rank) => [id, isHidden ? 1 / (skipped + rank + 1) : score]))
  const documents = await documentsOf(context, index, {
    ids: [...scores.keys()],
    characters: beginningLength,
  })
  const urls = await urlsOf(context, index, documents)
  const snippets = await snippetsOf(
    context,
    index,
    documents.map(({ row }) => row),
    clauses,
  )
  return documents.map(({ collection, row: { id, item_id, slug, title, locale, status } }) => ({
    collection: collection.slug,
    id: item_id,
    slug,
    title,
    snippet: snippets.get(id) ?? '',
    score: scores.get(id) ?? 0,
    locale,
    ...urlMember(urls.get(item_id)),
    ...(index === 'draft' && { status: status as ItemStatus }),
  }))
}
