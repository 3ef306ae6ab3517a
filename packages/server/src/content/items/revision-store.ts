import type { ReadContext, WriteContext } from '../../core/context.ts'
import { writeOrDefer } from '../../core/deferred-writes.ts'
import { exactBatchesOf, marksFor } from '../../platform/database/batches.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { newId } from '../../platform/ids.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { auditRevision } from './auditing.ts'
import { dataJson } from '../../core/model/data-json-store.ts'
import {
  type CompressedData,
  compressedData,
  type DataLength,
  dataLength,
  lengthColumns,
  type NamedData,
  type StoredData,
  withData,
} from '../../core/model/revision-data-store.ts'
import { countThatFits } from '../../platform/paging.ts'
import { textCache } from './store.ts'
import { assignedText } from './term-store.ts'
import { foldedMembers } from '../../platform/sort-key.ts'
import { parseData } from '../../core/model/data.ts'

export interface RevisionRow {
  readonly id: string
  readonly collection_id: string
  readonly entry_id: string
  /** `draft`: only a pending draft, no part of the history (collections without revisions) */
  readonly kind: 'save' | 'publish' | 'draft'
  readonly slug: string
  readonly data: string
  /** ids of its terms with spaces between; null of a revision from before revisions had terms */
  readonly terms: string | null
  readonly author_id: string | null
  readonly created_at: string
}

type StoredRevision = RevisionRow & StoredData

const columns = 'id, collection_id, entry_id, kind, slug, data, terms, author_id, created_at'
const storedColumns = `${columns}, compressed`

const cached = textCache()

export async function findRevision({ db }: ReadContext, id: string): Promise<RevisionRow | undefined> {
  const [row] = await db.rows<StoredRevision>(`SELECT ${storedColumns} FROM revisions WHERE id = ?`, [id])
  return row && withData(row)
}

interface CopiedColumns {
  readonly collection: CollectionModel
  /** of the revision */
  readonly id: string
  readonly entryId: string
  readonly kind: 'save' | 'publish'
  readonly createdAt: string
  /** the compressed values and their outline, which `data` has then; null where the database copies the columns */
  readonly stored: CompressedData | null
}

interface KeptRevision extends Pick<CopiedColumns, 'id' | 'entryId' | 'kind'> {
  /** the values of the columns, if the caller knows them */
  readonly data?: NamedData | undefined
}

/** Copies the columns of an item into a revision. */
export async function copyColumnsToRevision(
  context: WriteContext,
  collection: CollectionModel,
  { data, ...kept }: KeptRevision,
): Promise<void> {
  auditRevision(context, kept.entryId, kept.id)
  const stored = data === undefined ? null : compressedData(context, data)
  const row = { ...kept, collection, createdAt: context.now, stored }
  await writeOrDefer(context, writeColumns, row, stored?.compressed.length)
}

async function writeColumns(context: WriteContext, copies: readonly CopiedColumns[]): Promise<void> {
  for (const [collection, rows] of Map.groupBy(copies, (row) => row.collection)) {
    for (const batch of exactBatchesOf(rows)) await insertColumns(context, collection, batch)
  }
}

async function insertColumns(
  { db, services, caller }: WriteContext,
  collection: CollectionModel,
  rows: readonly CopiedColumns[],
): Promise<void> {
  const { dialect } = services.database
  // Both databases name the columns of VALUES column1, column2 and so on: id, kind, item, time, outline, compressed.
  const make = (): string =>
    `INSERT INTO revisions (${storedColumns})
     SELECT v.column1, ?, c.id, v.column2, c.slug, coalesce(v.column5, ${dataJson(dialect, collection)}),
       ${assignedText('c.id')}, ?, v.column4, v.column6
     FROM (VALUES ${marksFor(rows, `(?, ?, ?, ?, ${textParameter}, ${dialect.bytesParameter})`)}) AS v
       JOIN ${collection.table} c ON c.id = v.column3`
  // Nothing in this transaction reads the copy (answers show the columns or the draft), so it need not be written
  // at once.
  await db.runLater(cached(collection, `copies ${rows.length}`, make), [
    collection.id,
    caller.userId,
    ...rows.flatMap(({ id, kind, entryId, createdAt, stored }) => [
      id,
      kind,
      entryId,
      createdAt,
      stored?.outline ?? null,
      stored?.compressed ?? null,
    ]),
  ])
}

/**
 * Stores a pending draft. Without `terms` it gets those of the previous draft, else those of the item. The column
 * `folded` has its texts in folded case, which filters compare.
 */
export async function storeDraft(
  context: WriteContext,
  {
    collection,
    entryId,
    slug,
    data,
    terms,
    previous,
  }: {
    collection: CollectionModel
    entryId: string
    slug: string
    data: string
    terms: string | null
    previous: string | null
  },
): Promise<string> {
  const { db, caller, now } = context
  const id = newId()
  const kind = collection.supports('revisions') ? 'save' : 'draft'
  if (kind === 'save') auditRevision(context, entryId, id)
  // The parameters of this expression are `terms`, `previous` and `entryId`.
  const draftTerms = `coalesce(?, (SELECT terms FROM revisions WHERE id = ?), ${assignedText(textParameter)})`
  await db.run(
    `INSERT INTO revisions (${columns}, folded) VALUES (?, ?, ?, ?, ?, ?, ${draftTerms}, ?, ?, ?)`,
    [
      id,
      collection.id,
      entryId,
      kind,
      slug,
      data,
      terms,
      previous,
      entryId,
      caller.userId,
      now,
      foldedMembers(parseData(data)),
    ],
  )
  return id
}

/** Makes what was a pending draft the published revision. */
export async function markPublished(context: WriteContext, id: string, data: NamedData): Promise<void> {
  const stored = compressedData(context, data)
  await context.db.run(
    `UPDATE revisions SET kind = 'publish', data = coalesce(?, data), compressed = ?, folded = NULL WHERE id = ?`,
    [stored?.outline ?? null, stored?.compressed ?? null, id],
  )
}

/**
 * Compresses a revision of the history that was the pending draft of an item until now. `data` are its values as they
 * were read in this transaction, which has locked the item. Filters read `folded` of pending drafts
 * alone: it is removed with the values, and may stay where they are too short to be compressed.
 */
async function compressFormerDraft(context: WriteContext, id: string, data: NamedData): Promise<void> {
  const stored = compressedData(context, data)
  if (stored === null) return
  await context.db.runLater(
    `UPDATE revisions SET data = ?, compressed = ?, folded = NULL WHERE id = ? AND kind <> 'draft'`,
    [stored.outline, stored.compressed, id],
  )
}

/**
 * Call for a revision that was the pending draft of an item until now: deletes it if it is not part of the history,
 * and compresses it if its values are known.
 */
export async function leaveDraft(context: WriteContext, id: string | null, data?: NamedData): Promise<void> {
  if (id === null) return
  const deleted = await context.db.run(`DELETE FROM revisions WHERE id = ? AND kind = 'draft'`, [id])
  if (deleted === 0 && data !== undefined) await compressFormerDraft(context, id, data)
}

/**
 * A page of the history of an item: the newest revisions that are older than `before`. It ends where the data would
 * take too many bytes, so the lengths are read first.
 */
export async function listRevisions(
  { db }: ReadContext,
  { entryId, before, limit }: { entryId: string; before: string | undefined; limit: number },
): Promise<{ page: RevisionRow[]; hasMore: boolean }> {
  const belowPosition = before === undefined ? '' : `AND id < ${textParameter}`
  const rows = (selected: string, most: number): string =>
    `SELECT ${selected} FROM revisions WHERE entry_id = ${textParameter} AND kind <> 'draft' ${belowPosition} ORDER BY id DESC LIMIT ${most}`
  const parameters = [entryId, ...(before === undefined ? [] : [before])]
  const lengths = await db.rows<DataLength>(rows(lengthColumns, limit + 1), parameters)
  const count = countThatFits(lengths.slice(0, limit).map(dataLength))
  const page = await db.rows<StoredRevision>(rows(storedColumns, count), parameters)
  return { page: page.map(withData), hasMore: lengths.length > count }
}

export async function countRevisions({ db }: ReadContext, entryId: string): Promise<number> {
  const [row] = await db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM revisions WHERE entry_id = ? AND kind <> 'draft'`,
    [entryId],
  )
  return row?.n ?? 0
}
