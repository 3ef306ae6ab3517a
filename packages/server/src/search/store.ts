import type { ReadContext, WriteContext } from '../context.ts'
import type { Reader, Transaction } from '../database/database.ts'
import type { CollectionModel } from '../schema/model.ts'

/** What searches answer with, as it is stored. */
export interface DocumentRow {
  readonly id: number
  readonly collection_id: string
  readonly item_id: string
  readonly locale: string
  readonly slug: string
  readonly title: string
  readonly text: string
}

type NewDocument = Omit<DocumentRow, 'id'>

/** rows that are written or read by one statement */
const batchSize = 50

export async function findDocumentId({ db }: WriteContext, itemId: string): Promise<number | undefined> {
  const [row] = await db.rows<{ id: number }>('SELECT id FROM search_documents WHERE item_id = ?', [itemId])
  return row?.id
}

/** Gives the id of the new document, which is higher than all others. */
export async function insertDocument({ db }: WriteContext, document: NewDocument): Promise<number> {
  const { collection_id, item_id, locale, slug, title, text } = document
  const [row] = await db.rows<{ id: number }>(
    'INSERT INTO search_documents (collection_id, item_id, locale, slug, title, text) VALUES (?, ?, ?, ?, ?, ?) RETURNING id',
    [collection_id, item_id, locale, slug, title, text],
  )
  return row?.id ?? 0
}

export async function updateDocument(
  { db }: WriteContext,
  id: number,
  { locale, slug, title, text }: NewDocument,
): Promise<void> {
  await db.run('UPDATE search_documents SET locale = ?, slug = ?, title = ?, text = ? WHERE id = ?', [
    locale,
    slug,
    title,
    text,
    id,
  ])
}

/** Notes that a document has to be brought into the index, or taken out when it is gone by then. */
export async function markPending({ db }: WriteContext, id: number, title: string): Promise<void> {
  // An entry that is there is locked by this too: who is about to work it off waits for this transaction.
  await db.run(
    `INSERT INTO search_pending (document_id, title) VALUES (?, ?)
     ON CONFLICT (document_id) DO UPDATE SET title = excluded.title`,
    [id, title],
  )
}

/** A document whose words are not in the index as they are; without text when it is gone. */
export interface PendingDocument {
  readonly id: number
  /** the title that is searched; empty when none is */
  readonly title: string
  readonly text: string | null
}

export async function isAnyPending(reader: Reader): Promise<boolean> {
  return (await reader.rows('SELECT document_id FROM search_pending LIMIT 1', [])).length > 0
}

export interface Take {
  readonly lock: string
  /** documents at most */
  readonly limit: number
  /** characters after which no further documents are read */
  readonly enough: number
}

/** Takes documents off the list, oldest first; nobody else has them until the transaction ends. */
export async function takePending(
  tx: Transaction,
  { lock, limit, enough }: Take,
): Promise<{ documents: PendingDocument[]; isMore: boolean }> {
  const pending = await tx.rows<{ document_id: number; title: string }>(
    `SELECT document_id, title FROM search_pending ORDER BY document_id LIMIT ?${lock}`,
    [limit],
  )
  // Only now: while we waited for the lock, the documents may have become others.
  const documents: PendingDocument[] = []
  let characters = 0
  while (documents.length < pending.length && characters < enough) {
    const some = pending.slice(documents.length, documents.length + batchSize)
    const ids = some.map((row) => row.document_id)
    const texts = new Map<number, string>()
    for (const { id, text } of await readDocuments({ db: tx }, ids)) texts.set(id, text)
    for (const { document_id: id, title } of some) {
      const text = texts.get(id) ?? null
      if (characters >= enough) break
      characters += text?.length ?? 0
      documents.push({ id, title, text })
    }
  }
  if (documents.length === 0) return { documents, isMore: false }
  const filled = filledUp(documents.map(({ id }) => id))
  await tx.run(`DELETE FROM search_pending WHERE document_id IN (${marks(filled)})`, filled)
  return { documents, isMore: documents.length < pending.length || pending.length === limit }
}

export async function deleteDocument({ db }: WriteContext, id: number): Promise<void> {
  await db.run('DELETE FROM search_documents WHERE id = ?', [id])
}

export async function deleteDocumentsOf({ db }: WriteContext, collectionId: string): Promise<void> {
  await db.run(
    'DELETE FROM search_pending WHERE document_id IN (SELECT id FROM search_documents WHERE collection_id = ?)',
    [collectionId],
  )
  await db.run('DELETE FROM search_documents WHERE collection_id = ?', [collectionId])
}

/** Documents of a collection whose items visitors do not see (any more). */
export async function findStrays({ db }: WriteContext, { id, table }: CollectionModel): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `SELECT id FROM search_documents WHERE collection_id = ? AND item_id NOT IN (SELECT c.id FROM ${table} c WHERE c.status = 'published' AND c.deleted_at IS NULL)`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Adds words to those that can be meant by a misspelt one. */
export async function insertWords(
  db: Transaction,
  words: readonly { word: string; reversed: string }[],
): Promise<void> {
  for (let start = 0; start < words.length; start += batchSize) {
    const batch = words.slice(start, start + batchSize)
    const rows = batch.length === 1 ? batch : filledUp(batch)
    await db.run(
      `INSERT INTO search_words (word, reversed) VALUES ${rows.map(() => '(?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      rows.flatMap(({ word, reversed }) => [word, reversed]),
    )
  }
}

/** higher than every character that a word can have */
const highest = '\u{10ffff}'

export interface WordRange {
  readonly column: 'word' | 'reversed'
  readonly start: string
  /** the last that is known already */
  readonly after: string
  readonly limit: number
}

/** Words that begin so, or, read backwards, do; a part of them, in order. */
export async function wordsFrom(
  { db }: ReadContext,
  { column, start, after, limit }: WordRange,
): Promise<{ word: string; reversed: string }[]> {
  return db.rows(
    `SELECT word, reversed FROM search_words WHERE ${column} >= ? AND ${column} < ? AND ${column} > ? ORDER BY ${column} LIMIT ?`,
    [start, start + highest, after, limit],
  )
}

/** Documents by id, in no order. */
export async function readDocuments(
  { db }: Pick<ReadContext, 'db'>,
  ids: readonly number[],
): Promise<DocumentRow[]> {
  if (ids.length === 0) return []
  const filled = filledUp(ids)
  return db.rows<DocumentRow>(
    `SELECT id, collection_id, item_id, locale, slug, title, text FROM search_documents WHERE id IN (${marks(filled)})`,
    filled,
  )
}

/** A list that repeats its first entry until it has one of few lengths: few statements serve all. */
function filledUp<Entry>(list: readonly Entry[]): Entry[] {
  const length = Math.ceil(list.length / batchSize) * batchSize
  return Array.from({ length }, (_, at) => list[at] ?? (list[0] as Entry))
}

function marks(list: readonly unknown[]): string {
  return list.map(() => '?').join(', ')
}

export async function countDocuments({ db }: ReadContext): Promise<Map<string, number>> {
  const rows = await db.rows<{ collection_id: string; n: number }>(
    'SELECT collection_id, count(*) AS n FROM search_documents GROUP BY collection_id',
    [],
  )
  return new Map(rows.map(({ collection_id, n }) => [collection_id, n]))
}

/** The version of what words are that the whole index was made with; 0 for one that was never made. */
export async function readIndexVersion({ db }: Pick<ReadContext, 'db'>): Promise<number> {
  const [row] = await db.rows<{ value: number }>(`SELECT value FROM counters WHERE name = 'search'`, [])
  return row?.value ?? 0
}

export async function writeIndexVersion({ db }: Pick<WriteContext, 'db'>, version: number): Promise<void> {
  await db.run(`UPDATE counters SET value = ? WHERE name = 'search'`, [version])
}
