import type { ReadContext, WriteContext } from '../context.ts'
import { textParameter } from '../database/text-parameter.ts'
import { newId } from '../ids.ts'
import type { CollectionModel } from '../schema/model.ts'
import { auditRevision } from './auditing.ts'
import { dataJson } from './item-json-store.ts'

export interface RevisionRow {
  readonly id: string
  readonly collection_id: string
  readonly entry_id: string
  /** `draft`: only a pending draft, no part of the history (collections without revisions) */
  readonly kind: 'save' | 'publish' | 'draft'
  readonly slug: string
  readonly data: string
  readonly author_id: string | null
  readonly created_at: string
}

const columns = 'id, collection_id, entry_id, kind, slug, data, author_id, created_at'

export async function findRevision({ db }: ReadContext, id: string): Promise<RevisionRow | undefined> {
  const [row] = await db.rows<RevisionRow>(`SELECT ${columns} FROM revisions WHERE id = ?`, [id])
  return row
}

/** Keeps what the columns of an item hold now as a revision; made in the database, without a way through here. */
export async function keepColumns(
  context: WriteContext,
  collection: CollectionModel,
  { id, entryId, kind }: { id: string; entryId: string; kind: 'save' | 'publish' },
): Promise<void> {
  auditRevision(context, entryId, id)
  const { db, services, caller, now } = context
  const data = dataJson(services.database.dialect, collection)
  await db.run(
    `INSERT INTO revisions (${columns}) SELECT ?, ?, c.id, ?, c.slug, ${data}, ?, ? FROM ${collection.table} c WHERE c.id = ?`,
    [id, collection.id, kind, caller.userId, now, entryId],
  )
}

/** Keeps values that are not in the columns: a pending draft. */
export async function keepDraft(
  context: WriteContext,
  {
    collection,
    entryId,
    slug,
    data,
  }: { collection: CollectionModel; entryId: string; slug: string; data: string },
): Promise<string> {
  const { db, caller, now } = context
  const id = newId()
  const kind = collection.supports('revisions') ? 'save' : 'draft'
  if (kind === 'save') auditRevision(context, entryId, id)
  await db.run(`INSERT INTO revisions (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, [
    id,
    collection.id,
    entryId,
    kind,
    slug,
    data,
    caller.userId,
    now,
  ])
  return id
}

export async function markPublished({ db }: WriteContext, id: string): Promise<void> {
  await db.run(`UPDATE revisions SET kind = 'publish' WHERE id = ?`, [id])
}

/** Forgets a pending draft that is no part of the history. */
export async function dropIfOnlyDraft({ db }: WriteContext, id: string | null): Promise<void> {
  if (id !== null) await db.run(`DELETE FROM revisions WHERE id = ? AND kind = 'draft'`, [id])
}

/** The history of an item, the newest first, beginning below `before`. */
export async function listRevisions(
  { db }: ReadContext,
  { entryId, before, limit }: { entryId: string; before: string | undefined; limit: number },
): Promise<RevisionRow[]> {
  const beyond = before === undefined ? '' : `AND id < ${textParameter}`
  return db.rows<RevisionRow>(
    `SELECT ${columns} FROM revisions WHERE entry_id = ${textParameter} AND kind <> 'draft' ${beyond} ORDER BY id DESC LIMIT ${limit}`,
    [entryId, ...(before === undefined ? [] : [before])],
  )
}

export async function countRevisions({ db }: ReadContext, entryId: string): Promise<number> {
  const [row] = await db.rows<{ n: number }>(
    `SELECT count(*) AS n FROM revisions WHERE entry_id = ? AND kind <> 'draft'`,
    [entryId],
  )
  return row?.n ?? 0
}
