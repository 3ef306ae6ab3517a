import type { Reader, Transaction } from './access.ts'

/**
 * One condition of a query: a document must contain one of the alternatives. Words have the same form as in the index.
 */
export interface Clause {
  readonly alternatives: readonly Words[]
}

/** Consecutive words of a document; with `isPrefix`, the last one may be the beginning of a longer word. */
export interface Words {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** The words of a document, in order. */
export interface DocumentWords {
  readonly title: readonly string[]
  readonly text: readonly string[]
  /** prefixes that find a title while it is being typed; they have no weight and are not part of phrases */
  readonly starts: readonly string[]
}

/** Restricts the documents. */
export interface DocumentFilter {
  readonly collectionIds?: readonly string[] | undefined
  readonly locale?: string | undefined
  readonly locales?: readonly string[] | undefined
  /** the status of the item */
  readonly status?: string | undefined
}

export interface Ranked {
  readonly id: number
  /** higher is better */
  readonly score: number
}

/** The position after which the next page of a search begins. */
export type PagePosition = Ranked

export interface TextQuery {
  /** the document must match all of these */
  readonly clauses: readonly Clause[]
  readonly filter: DocumentFilter
  readonly limit: number
}

/** `live`: what visitors see. `draft`: what editors see that is not live. Each index has its own tables. */
export type IndexName = 'live' | 'draft'

export const indexNames: readonly IndexName[] = ['live', 'draft']

export interface SearchTables {
  readonly documents: string
  /** documents that have changed since they were indexed */
  readonly pending: string
  readonly index: string
}

export const searchTables: Readonly<Record<IndexName, SearchTables>> = {
  live: { documents: 'search_documents', pending: 'search_pending', index: 'search_index' },
  draft: {
    documents: 'search_draft_documents',
    pending: 'search_draft_pending',
    index: 'search_draft_index',
  },
}

/**
 * Full-text search of an engine: the same matches on each, ranked by the engine's own method. A document has the id of
 * its row in the index's table of documents.
 */
export interface TextIndex {
  /** Adds a document to the index, or replaces it. */
  put(tx: Transaction, id: number, words: DocumentWords): Promise<void>
  /** Removes a document; it may be absent. */
  remove(tx: Transaction, id: number): Promise<void>
  removeCollection(tx: Transaction, collectionId: string): Promise<void>
  /** Removes index entries without a document. */
  removeStrays(tx: Transaction): Promise<void>
  /**
   * Does a small part of the upkeep that makes searches fast again after changes; returns whether there is more to do.
   */
  tidy(tx: Transaction): Promise<boolean>
  /** Counts the documents that match all clauses, up to `limit`, to find clauses that are slow to rank by. */
  count(reader: Reader, clauses: readonly Clause[], limit: number): Promise<number>
  /** Whether any document matches all clauses. */
  has(reader: Reader, clauses: readonly Clause[]): Promise<boolean>
  /** Documents by rank, then newest first. The rank is that for `ranking`: the clauses that few documents match. */
  ranked(
    reader: Reader,
    query: TextQuery & { ranking: readonly Clause[]; after?: PagePosition | undefined },
  ): Promise<Ranked[]>
  /** Documents, newest first. The time does not depend on the number of matches. */
  newest(reader: Reader, query: TextQuery & { after?: number | undefined }): Promise<number[]>
}

/** The SQL conditions of a filter on the documents `d`; empty without a filter. */
export function filterConditions({ collectionIds, locale, locales, status }: DocumentFilter): {
  condition: string
  parameters: string[]
} {
  const conditions = [
    ...(collectionIds === undefined ? [] : [among('d.collection_id', collectionIds)]),
    ...(locale === undefined ? [] : ['d.locale = ?']),
    ...(locales === undefined ? [] : [among('d.locale', locales)]),
    ...(status === undefined ? [] : ['d.status = ?']),
  ]
  const given = [...(collectionIds ?? []), locale, ...(locales ?? []), status]
  return {
    condition: conditions.join(' AND '),
    parameters: given.filter((value) => value !== undefined),
  }
}

function among(column: string, values: readonly string[]): string {
  return values.length === 0 ? '1 = 0' : `${column} IN (${values.map(() => '?').join(', ')})`
}

/** separates texts that no phrase may span; no word contains this character */
export const textBorder = '¶'
