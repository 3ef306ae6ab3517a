import { exactBatchesOf, marksFor } from '../../platform/database/batches.ts'
import { sumOfCountsSql } from '../../core/delivery/counts.ts'
import { indexedCondition } from './indexed-store.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Reader, Transaction } from '../../platform/database/database.ts'
import { type IndexName, searchTables } from '../../platform/database/text-index.ts'
import type { CollectionModel } from '../../core/model/model.ts'

/** The members of a document that a search result shows, without its text. */
export interface DocumentRow {
  readonly id: number
  readonly collection_id: string
  readonly item_id: string
  /** the status of the item */
  readonly status: string
  readonly locale: string
  readonly slug: string
  readonly title: string
}

export interface NewDocument extends Omit<DocumentRow, 'id'> {
  readonly text: string
}

/** A document and the beginning of its text. */
export interface BegunDocument extends DocumentRow {
  readonly beginning: string
}

/** rows per statement */
const batchSize = 50

/** Stores the documents of items, replacing existing ones; returns the ids of the documents by item. */
export async function putDocuments(
  { db }: WriteContext,
  index: IndexName,
  documents: readonly NewDocument[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  for (const batch of exactBatchesOf(documents)) {
    const rows = await db.rows<{ id: number; item_id: string }>(
      `INSERT INTO ${searchTables[index].documents} (collection_id, item_id, status, locale, slug, title, text)
       VALUES ${marksFor(batch, '(?, ?, ?, ?, ?, ?, ?)')}
       ON CONFLICT (item_id) DO UPDATE SET status = excluded.status, locale = excluded.locale, slug = excluded.slug,
         title = excluded.title, text = excluded.text RETURNING id, item_id`,
      batch.flatMap(({ collection_id, item_id, status, locale, slug, title, text }) => [
        collection_id,
        item_id,
        status,
        locale,
        slug,
        title,
        text,
      ]),
    )
    for (const { id, item_id } of rows) ids.set(item_id, id)
  }
  return ids
}

/** Marks documents as pending: they are indexed later, or removed from the index if they are deleted by then. */
export async function markPending(
  { db }: WriteContext,
  index: IndexName,
  documents: readonly { readonly id: number; readonly title: string }[],
): Promise<void> {
  // In one order, because two transactions that mark the same documents could otherwise deadlock.
  for (const batch of exactBatchesOf(documents.toSorted((a, b) => a.id - b.id))) {
    // Updating an existing entry also locks it, so that a transaction that is about to index it waits for this one.
    await db.run(
      `INSERT INTO ${searchTables[index].pending} (document_id, title) VALUES ${marksFor(batch, '(?, ?)')}
       ON CONFLICT (document_id) DO UPDATE SET title = excluded.title`,
      batch.flatMap(({ id, title }) => [id, title]),
    )
  }
}

/** Marks the documents of items as pending before they are deleted; returns the ids of those that exist. */
export async function markItemsPending(
  { db }: WriteContext,
  index: IndexName,
  itemIds: readonly string[],
): Promise<number[]> {
  const { documents, pending } = searchTables[index]
  const ids: number[] = []
  for (const batch of exactBatchesOf(itemIds)) {
    const rows = await db.rows<{ document_id: number }>(
      `INSERT INTO ${pending} (document_id, title) SELECT id, '' FROM ${documents} WHERE item_id IN (${marksFor(batch)}) ORDER BY id
       ON CONFLICT (document_id) DO UPDATE SET title = excluded.title RETURNING document_id`,
      [...batch],
    )
    for (const { document_id } of rows) ids.push(document_id)
  }
  return ids
}

/** A document whose index entry is outdated; without text if it is deleted. */
export interface PendingDocument {
  readonly id: number
  /** the title to index; empty if it is not searchable */
  readonly title: string
  readonly text: string | null
}

/** Whether the index lacks a change of a document. */
export async function isAnyPending(reader: Reader, index: IndexName): Promise<boolean> {
  const { pending } = searchTables[index]
  return (await reader.rows(`SELECT document_id FROM ${pending} LIMIT 1`, [])).length > 0
}

/** The state of the live index, read at one time. */
export interface LiveState {
  /** differs after each change of the items in these scopes, of the content model and of the whole index */
  readonly version: string
  /** whether anything is to be indexed */
  readonly isPending: boolean
}

/** The SQL texts by the number of scopes, built once, because every search uses one. */
const stateTexts = new Map<number, string>()

/**
 * Reads by one statement whether results of earlier searches in these scopes are still valid. Its answer is one text: a
 * sign that says whether anything is pending, two counters, and the sum of the counted changes.
 */
export async function readLiveState(
  { db }: Pick<ReadContext, 'db'>,
  scopes: readonly string[],
): Promise<LiveState> {
  let sql = stateTexts.get(scopes.length)
  if (sql === undefined) {
    const counters = `SELECT string_agg(CAST(n.value AS TEXT), ' ' ORDER BY n.name) FROM counters n WHERE n.name IN ('schema', '${versionCounters.live}')`
    sql = `SELECT concat(CASE WHEN EXISTS (SELECT 1 FROM ${searchTables.live.pending}) THEN '+' ELSE '-' END, (${counters}), ' ', (${sumOfCountsSql(scopes.length)})) AS n`
    stateTexts.set(scopes.length, sql)
  }
  // Without an answer, the index counts as outdated, which is always correct.
  const text = (await db.quickBytes(sql, scopes))?.toString() ?? '+'
  return { version: text.slice(1), isPending: text.startsWith('+') }
}

export interface TakeLimits {
  /** the locking clause of the SELECT; empty on SQLite */
  readonly lock: string
  /** limit of documents */
  readonly limit: number
  /** characters after which no further documents are read */
  readonly maxCharacters: number
}

/**
 * Takes pending documents in the order of their ids, the order in which `markPending` locks them too, and locks them
 * until the transaction ends. `isMore` says whether others are left.
 */
export async function takePending(
  tx: Transaction,
  index: IndexName,
  { lock, limit, maxCharacters }: TakeLimits,
): Promise<{ documents: PendingDocument[]; isMore: boolean }> {
  const tables = searchTables[index]
  const pending = await tx.rows<{ document_id: number; title: string }>(
    `SELECT document_id, title FROM ${tables.pending} ORDER BY document_id LIMIT ?${lock}`,
    [limit],
  )
  // Read after the lock, because the documents may have changed while we waited for it.
  const documents: PendingDocument[] = []
  let characters = 0
  while (documents.length < pending.length && characters < maxCharacters) {
    const some = pending.slice(documents.length, documents.length + batchSize)
    const ids = some.map((row) => row.document_id)
    const texts = new Map<number, string>()
    for (const [id, text] of await readTexts({ db: tx }, index, ids)) texts.set(id, text)
    for (const { document_id: id, title } of some) {
      const text = texts.get(id) ?? null
      // The characters of a batch are known only when it is read.
      if (characters >= maxCharacters) break
      characters += text?.length ?? 0
      documents.push({ id, title, text })
    }
  }
  if (documents.length === 0) return { documents, isMore: false }
  const filled = filledUp(documents.map(({ id }) => id))
  await tx.run(`DELETE FROM ${tables.pending} WHERE document_id IN (${marks(filled)})`, filled)
  return { documents, isMore: documents.length < pending.length || pending.length === limit }
}

export async function deleteDocuments(
  { db }: WriteContext,
  index: IndexName,
  ids: readonly number[],
): Promise<void> {
  for (const batch of exactBatchesOf(ids))
    await db.run(`DELETE FROM ${searchTables[index].documents} WHERE id IN (${marksFor(batch)})`, [...batch])
}

/** Deletes the documents of a collection, and the changes of them that are not indexed yet. */
export async function deleteDocumentsOf(
  { db }: WriteContext,
  index: IndexName,
  collectionId: string,
): Promise<void> {
  const { documents, pending } = searchTables[index]
  await db.run(
    `DELETE FROM ${pending} WHERE document_id IN (SELECT id FROM ${documents} WHERE collection_id = ?)`,
    [collectionId],
  )
  await db.run(`DELETE FROM ${documents} WHERE collection_id = ?`, [collectionId])
}

/** Indexed documents of a collection whose items should not be in the index. */
export async function findStrays(
  { db }: WriteContext,
  index: IndexName,
  { id, table }: CollectionModel,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(
    `SELECT id FROM ${searchTables[index].documents}
     WHERE collection_id = ? AND item_id NOT IN (SELECT c.id FROM ${table} c WHERE ${indexedCondition[index]})`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Stores words as candidates for correcting misspelt ones. */
export async function insertWords(
  db: Transaction,
  words: readonly { word: string; reversed: string }[],
): Promise<void> {
  for (let start = 0; start < words.length; start += batchSize) {
    const batch = words.slice(start, start + batchSize)
    // A single word is not worth a statement with fifty.
    const rows = batch.length === 1 ? batch : filledUp(batch)
    await db.run(
      `INSERT INTO search_words (word, reversed) VALUES ${rows.map(() => '(?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      rows.flatMap(({ word, reversed }) => [word, reversed]),
    )
  }
}

/** sorts after every character of a word */
const highest = '\u{10ffff}'

export interface WordRange {
  readonly column: 'word' | 'reversed'
  readonly start: string
  /** the last word that is already known */
  readonly after: string
  readonly limit: number
}

/** Words with the prefix `start`; in the column `reversed`, words that end with its letters in reverse. */
export async function wordsFrom(
  { db }: ReadContext,
  { column, start, after, limit }: WordRange,
): Promise<{ word: string; reversed: string }[]> {
  return db.rows(
    `SELECT word, reversed FROM search_words WHERE ${column} >= ? AND ${column} < ? AND ${column} > ? ORDER BY ${column} LIMIT ?`,
    [start, start + highest, after, limit],
  )
}

/** Documents by id, unordered, each with so many characters of its text at most. */
export async function readDocuments(
  { db }: Pick<ReadContext, 'db'>,
  index: IndexName,
  { ids, characters }: { readonly ids: readonly number[]; readonly characters: number },
): Promise<BegunDocument[]> {
  if (ids.length === 0) return []
  const filled = filledUp(ids)
  const beginning = characters === 0 ? "''" : `substr(text, 1, ${characters})`
  return db.rows<BegunDocument>(
    `SELECT id, collection_id, item_id, status, locale, slug, title, ${beginning} AS beginning FROM ${searchTables[index].documents} WHERE id IN (${marks(filled)})`,
    filled,
  )
}

/** id → text of the documents that exist */
export async function readTexts(
  { db }: Pick<ReadContext, 'db'>,
  index: IndexName,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const filled = filledUp(ids)
  const rows = await db.rows<{ id: number; text: string }>(
    `SELECT id, text FROM ${searchTables[index].documents} WHERE id IN (${marks(filled)})`,
    filled,
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/**
 * Repeats the first entry until the list has one of a few lengths, so that few statements are needed. Only for
 * statements in which an entry may be repeated; `exactBatchesOf` is for the others.
 */
function filledUp<Entry>(list: readonly Entry[]): Entry[] {
  const length = Math.ceil(list.length / batchSize) * batchSize
  return Array.from({ length }, (_, at) => list[at] ?? (list[0] as Entry))
}

function marks(list: readonly unknown[]): string {
  return list.map(() => '?').join(', ')
}

/** The numbers of documents in the live index, by the ids of their collections. */
export async function countDocuments({ db }: ReadContext): Promise<Map<string, number>> {
  const rows = await db.rows<{ collection_id: string; n: number }>(
    `SELECT collection_id, count(*) AS n FROM ${searchTables.live.documents} GROUP BY collection_id`,
    [],
  )
  return new Map(rows.map(({ collection_id, n }) => [collection_id, n]))
}

const versionCounters: Readonly<Record<IndexName, string>> = { live: 'search', draft: 'search_drafts' }

/** The tokenizer version of the whole index; 0 before the first build. */
export async function readIndexVersion({ db }: Pick<ReadContext, 'db'>, index: IndexName): Promise<number> {
  const [row] = await db.rows<{ value: number }>('SELECT value FROM counters WHERE name = ?', [
    versionCounters[index],
  ])
  return row?.value ?? 0
}

/** Stores the tokenizer version with which the whole index was built. */
export async function writeIndexVersion(
  { db }: Pick<WriteContext, 'db'>,
  index: IndexName,
  version: number,
): Promise<void> {
  await db.run('UPDATE counters SET value = ? WHERE name = ?', [version, versionCounters[index]])
}
