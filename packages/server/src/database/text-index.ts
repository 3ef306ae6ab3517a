import type { Reader, Transaction } from './database.ts'

/**
 * One thing that a document must have: words that follow each other, the last of which may be only a beginning. With
 * several alternatives any of them will do. Words are in the form in which they were put into the index.
 */
export interface Clause {
  readonly alternatives: readonly Words[]
}

export interface Words {
  readonly words: readonly string[]
  readonly isPrefix: boolean
}

/** The words of a document, in order. */
export interface DocumentWords {
  readonly title: readonly string[]
  readonly text: readonly string[]
  /** what a title is found by while it is being typed; of no weight, and no part of any phrase */
  readonly starts: readonly string[]
}

/** Which documents take part; no lists that are empty. */
export interface DocumentFilter {
  readonly collectionIds?: readonly string[] | undefined
  readonly locale?: string | undefined
}

export interface Ranked {
  readonly id: number
  /** more is better */
  readonly score: number
}

/** What a page of a search continues behind. */
export type Behind = Ranked

export interface TextQuery {
  /** the document must have all of these */
  readonly clauses: readonly Clause[]
  readonly filter: DocumentFilter
  readonly limit: number
}

/**
 * Full-text search on an engine: the same documents on each, ranked as each of them can. A document's words are those
 * of the row of `search_documents` with its id.
 */
export interface TextIndex {
  /** Puts a document into the index, instead of what was there under its id. */
  put(tx: Transaction, id: number, words: DocumentWords): Promise<void>
  /** Takes a document out; it may not be there. */
  remove(tx: Transaction, id: number): Promise<void>
  removeCollection(tx: Transaction, collectionId: string): Promise<void>
  /** Takes out what is not a document (any more). */
  removeStrays(tx: Transaction): Promise<void>
  /** How many documents have all of the clauses, counted up to `limit`, without a look at the filter. */
  count(reader: Reader, clauses: readonly Clause[], limit: number): Promise<number>
  /** Documents by their rank, then newest first. Ranked by `ranking` alone, a part of the clauses. */
  ranked(
    reader: Reader,
    query: TextQuery & { ranking: readonly Clause[]; behind?: Behind | undefined },
  ): Promise<Ranked[]>
  /** Documents, newest first: takes no longer when many documents match. */
  newest(reader: Reader, query: TextQuery & { behind?: number | undefined }): Promise<number[]>
}

/** stands between texts that no phrase may span; no word has this character */
export const textBorder = '¶'
