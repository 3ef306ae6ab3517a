import type { ReadContext } from '../../core/context.ts'
import type { Clause, DocumentFilter, IndexName, PagePosition } from '../../platform/database/text-index.ts'
import { corrections } from './corrections.ts'

/** Words in more documents than this contribute little to the rank, and ranking them all would be slow. */
export const maxRanked = 1000

export interface Hit {
  readonly id: number
  readonly score: number
}

export interface Search {
  readonly index: IndexName
  /** the version of the content, under which counts are cached; null: not cached (`catchUp`) */
  readonly version: string | null
  readonly clauses: readonly Clause[]
  readonly filter: DocumentFilter
  readonly limit: number
  /** the last result of the previous page; `score` is null for results without a rank */
  readonly after: { readonly id: number; readonly score: number | null } | undefined
}

export interface Found {
  readonly hits: readonly Hit[]
  /** the results are sorted by time instead of rank */
  readonly isNewest: boolean
  /** the clauses that were finally used */
  readonly clauses: readonly Clause[]
}

/** Finds a page of results; if no document has all words, tries corrections of misspelt ones. */
export async function find(context: ReadContext, search: Search): Promise<Found> {
  const found = await findExactly(context, search)
  if (found.hits.length > 0) return found
  // An empty page after other results is their end, no sign of a misspelling.
  const isEnd = search.after !== undefined && (await hasAnyResult(context, search))
  if (isEnd) return found
  const corrected = await corrections(context, search)
  return corrected === null ? found : findExactly(context, { ...search, clauses: corrected })
}

async function findExactly(context: ReadContext, search: Search): Promise<Found> {
  const { index, clauses, filter, limit, after } = search
  const textIndex = context.services.database.textIndexes[index]
  const ranking = await rankingClauses(context, search)
  if (ranking.length === 0) {
    const ids = await textIndex.newest(context.db, { clauses, filter, limit, after: after?.id })
    return { hits: ids.map((id) => ({ id, score: 0 })), isNewest: true, clauses }
  }
  const position: PagePosition | undefined =
    after === undefined ? undefined : { id: after.id, score: after.score ?? 0 }
  const hits = await textIndex.ranked(context.db, { clauses, ranking, filter, limit, after: position })
  return { hits, isNewest: false, clauses }
}

/**
 * The clauses that are used for ranking: the rare ones. None if the results are sorted by time, which is so if no
 * clause is rare. Further pages keep the order of the first page, also if the frequency of words has changed meanwhile:
 * without a score in the cursor they are sorted by time, with one they are ranked.
 */
async function rankingClauses(
  context: ReadContext,
  { index, version, clauses, after }: Search,
): Promise<readonly Clause[]> {
  if (after?.score === null) return []
  const rare: Clause[] = []
  for (const clause of clauses) if (await isRare(context, { index, version }, clause)) rare.push(clause)
  return rare.length === 0 && after !== undefined ? clauses : rare
}

/**
 * Whether a clause matches few documents (`maxRanked`). The answer is cached, because counting takes longer the more
 * documents match.
 */
async function isRare(
  { db, services }: ReadContext,
  { index, version }: Pick<Search, 'index' | 'version'>,
  clause: Clause,
): Promise<boolean> {
  const textIndex = services.database.textIndexes[index]
  return services.searchCache.find(version, `rare ${JSON.stringify(clause)}`, async () => {
    return (await textIndex.count(db, [clause], maxRanked + 1)) <= maxRanked
  })
}

async function hasAnyResult(
  { db, services }: ReadContext,
  { index, clauses, filter }: Search,
): Promise<boolean> {
  const found = await services.database.textIndexes[index].newest(db, { clauses, filter, limit: 1 })
  return found.length > 0
}
