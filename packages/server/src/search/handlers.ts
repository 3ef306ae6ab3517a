import type { SearchResult } from '@octavo/contract/operations/search'
import { hint } from '@octavo/contract/nearest'
import { namedLocale } from '../content/creating.ts'
import { decodeCursor, encodeCursor } from '../content/cursor.ts'
import type { ReadContext } from '../context.ts'
import type { Clause, DocumentFilter } from '../database/text-index.ts'
import { invalid, invalidAt } from '../errors.ts'
import type { HandlersOf } from '../handlers.ts'
import type { CollectionModel } from '../schema/model.ts'
import { find, type Found, type Hit, type Search } from './finding.ts'
import { parseQuery } from './query.ts'
import { rebuild } from './rebuild.ts'
import { snippetOf } from './snippet.ts'
import { countDocuments, type DocumentRow, readDocuments } from './store.ts'
import { titleClauses } from './title-starts.ts'

export const searchHandlers: HandlersOf<'search'> = {
  query: async (context, { q, collections, status, locale, limit, cursor }) => {
    const clauses = parseQuery(q)
    const filter = filterOf(context, { collections, locale })
    const list = `search ${JSON.stringify([q, filter])}`
    const behind = cursor === undefined ? undefined : positionIn(list, cursor)
    if (clauses.length === 0 || status !== 'published') return { results: [] }
    await context.services.indexer.catchUp()
    const found = await find(context, { clauses, filter, limit: limit + 1, behind })
    const page = found.hits.slice(0, limit)
    const last = page.at(-1)
    const isMore = found.hits.length > limit && last !== undefined
    return {
      results: await present(context, page, found.clauses),
      ...(isMore && { nextCursor: cursorBehind(list, found, last) }),
    }
  },

  suggest: async (context, { q, collections, locale, limit }) => {
    const filter = filterOf(context, { collections, locale })
    const clauses = titleClauses(q.normalize('NFC'))
    if (clauses.length === 0) return { items: [] }
    await context.services.indexer.catchUp()
    const ids = await context.services.database.textIndex.newest(context.db, { clauses, filter, limit })
    const documents = await documentsOf(context, ids)
    return {
      items: documents.map(({ collection, row: { item_id, slug, title } }) => ({
        collection: collection.slug,
        id: item_id,
        slug,
        title,
      })),
    }
  },

  rebuild: async (context, { collections }) => {
    const chosen = collections === undefined ? searchable(context) : named(context, collections)
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

function searchable({ schema }: ReadContext): CollectionModel[] {
  return [...schema.collections.values()].filter((collection) => collection.supports('search'))
}

/** The collections of these names; throws VALIDATION_ERROR that names each that cannot be searched. */
function named({ schema }: ReadContext, slugs: readonly string[]): CollectionModel[] {
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

/** Only what narrows the search: to ask every document about its collection costs more than to rank it. */
function filterOf(context: ReadContext, { collections, locale }: AskedFilter): DocumentFilter {
  const chosen = collections === undefined ? undefined : named(context, collections)
  const isAll = chosen === undefined || chosen.length === searchable(context).length
  const known = namedLocale(context, locale)
  return {
    collectionIds: isAll ? undefined : chosen.map(({ id }) => id).toSorted(),
    locale: context.services.config.locales.length > 1 ? known : undefined,
  }
}

function positionIn(list: string, cursor: string): NonNullable<Search['behind']> {
  const { key, id } = decodeCursor(list, cursor)
  if (!/^\d{1,15}$/.test(id) || typeof key === 'string')
    throw invalidAt('cursor', 'is not a cursor of this service')
  return { id: Number(id), score: key }
}

function cursorBehind(list: string, { isNewest }: Found, { id, score }: Hit): string {
  return encodeCursor(list, { key: isNewest ? null : score, id: String(id) })
}

interface Document {
  row: DocumentRow
  collection: CollectionModel
}

/** The documents of these ids, in their order; one that has gone meanwhile is left out. */
async function documentsOf(context: ReadContext, ids: readonly number[]): Promise<Document[]> {
  const { schema } = context.services
  const rows = await readDocuments(context, ids)
  // A collection that another process has made a moment ago.
  if (rows.some((row) => !schema.current.byId.has(row.collection_id))) await schema.refresh()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    const collection = schema.current.byId.get(row?.collection_id ?? '')
    return row === undefined || collection === undefined ? [] : [{ row, collection }]
  })
}

async function present(
  context: ReadContext,
  hits: readonly Hit[],
  clauses: readonly Clause[],
): Promise<SearchResult[]> {
  const scores = new Map(hits.map(({ id, score }) => [id, score]))
  const documents = await documentsOf(context, [...scores.keys()])
  return documents.map((document) => resultOf(document, scores.get(document.row.id) ?? 0, clauses))
}

function resultOf(
  { collection, row: { item_id, slug, title, text, locale } }: Document,
  score: number,
  clauses: readonly Clause[],
): SearchResult {
  const snippet = snippetOf(text, clauses) || snippetOf(title, clauses)
  return { collection: collection.slug, id: item_id, slug, title, snippet, score, locale }
}
