import type { ReadContext } from '../context.ts'
import type { Behind, Clause, DocumentFilter } from '../database/text-index.ts'
import { corrections } from './corrections.ts'

/** Words in more documents than these say little of any of them, and ranking them one by one would take long. */
const mostRanked = 1000

export interface Hit {
  readonly id: number
  readonly score: number
}

export interface Search {
  readonly clauses: readonly Clause[]
  readonly filter: DocumentFilter
  readonly limit: number
  /** the last hit of the page before; `score` is null among hits that are not ranked */
  readonly behind: { readonly id: number; readonly score: number | null } | undefined
}

export interface Found {
  readonly hits: readonly Hit[]
  /** the hits were put in order by time, not by rank */
  readonly isNewest: boolean
  /** what was searched for in the end */
  readonly clauses: readonly Clause[]
}

/** Finds a page of hits; when nothing has all of the words, words may have one letter wrong. */
export async function find(context: ReadContext, search: Search): Promise<Found> {
  const found = await findExactly(context, search)
  if (found.hits.length > 0) return found
  const isEnd = search.behind !== undefined && (await isAnything(context, search))
  if (isEnd) return found
  const corrected = await corrections(context, search.clauses)
  return corrected === null ? found : findExactly(context, { ...search, clauses: corrected })
}

async function findExactly(context: ReadContext, search: Search): Promise<Found> {
  const { clauses, filter, limit, behind } = search
  const { textIndex } = context.services.database
  const ranking = await telling(context, search)
  if (ranking.length === 0) {
    const ids = await textIndex.newest(context.db, { clauses, filter, limit, behind: behind?.id })
    return { hits: ids.map((id) => ({ id, score: 0 })), isNewest: true, clauses }
  }
  const from: Behind | undefined =
    behind === undefined ? undefined : { id: behind.id, score: behind.score ?? 0 }
  const hits = await textIndex.ranked(context.db, { clauses, ranking, filter, limit, behind: from })
  return { hits, isNewest: false, clauses }
}

/** The clauses that tell documents apart. What order a search began with, its further pages keep. */
async function telling(context: ReadContext, { clauses, behind }: Search): Promise<readonly Clause[]> {
  if (behind?.score === null) return []
  const rare: Clause[] = []
  for (const clause of clauses) if (await isRare(context, clause)) rare.push(clause)
  return rare.length === 0 && behind !== undefined ? clauses : rare
}

async function isRare({ db, services }: ReadContext, clause: Clause): Promise<boolean> {
  return (await services.database.textIndex.count(db, [clause], mostRanked + 1)) <= mostRanked
}

async function isAnything(context: ReadContext, { clauses, filter }: Search): Promise<boolean> {
  const found = await context.services.database.textIndex.newest(context.db, { clauses, filter, limit: 1 })
  return found.length > 0
}
