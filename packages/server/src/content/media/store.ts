import { limits } from '@octavo/contract/limits'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import type { Reader } from '../../platform/database/database.ts'
import { insertRow, raiseCounter, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { textParameter } from '../../platform/database/text-parameter.ts'
import { countMediaChange } from '../../delivery/counts.ts'
import { isUsedLive } from './live-use-store.ts'

export type FileRow = Tables['files']

/** A record with the properties of its bytes. */
export interface MediaRow extends Omit<Tables['media'], 'filename_search' | 'status'> {
  readonly status: 'ready' | 'pending'
  readonly content_hash: string | null
  /** thumbhash; null while none was made, empty where none can be made */
  readonly placeholder: string | null
}

type NewMedia = Omit<MediaRow, 'content_hash' | 'placeholder'>

const columns =
  'm.id, m.filename, m.mime_type, m.size, m.width, m.height, m.alt, m.caption, m.focal_point, m.former_values, m.storage_key, m.file_key, m.status, m.author_id, m.created_at, m.updated_at, f.content_hash, f.placeholder'
const joined = 'media m JOIN files f ON f.storage_key = m.file_key'

/** The record, unless the caller sees only what visitors see and none of that refers to it. */
export async function findVisibleMedia(context: ReadContext, id: string): Promise<MediaRow | undefined> {
  if (context.caller.isLiveOnly !== true) return findMedia(context, id)
  const sql = `SELECT ${columns} FROM ${joined} WHERE m.id = ? AND ${isUsedLive(context)}`
  const [row] = await context.db.rows<MediaRow>(sql, [id])
  return row
}

export async function findMedia({ db }: ReadContext, id: string): Promise<MediaRow | undefined> {
  const [row] = await db.rows<MediaRow>(`SELECT ${columns} FROM ${joined} WHERE m.id = ?`, [id])
  return row
}

/** The existing records with these ids. */
export async function findMediaByIds({ db }: ReadContext, ids: readonly string[]): Promise<MediaRow[]> {
  const rows: MediaRow[] = []
  for (const batch of batchesOf(ids)) {
    const sql = `SELECT ${columns} FROM ${joined} WHERE m.id IN (${marksFor(batch)})`
    rows.push(...(await db.rows<MediaRow>(sql, batch)))
  }
  return rows
}

/** The record, locked until the transaction ends. */
export async function findMediaToChange(context: WriteContext, id: string): Promise<MediaRow | undefined> {
  const { lock } = context.services.database.dialect
  await context.db.rows(`SELECT id FROM media WHERE id = ?${lock('remove')}`, [id])
  return findMedia(context, id)
}

export interface MediaFilter {
  readonly mimeType: string | undefined
  readonly q: string | undefined
  /** the position at which the previous page ended */
  readonly after: { readonly createdAt: string; readonly id: string } | undefined
  readonly limit: number
}

/** Some of a list, and the position behind which it goes on before it is full; null where it does not. */
export interface ListedMedia {
  readonly rows: readonly MediaRow[]
  readonly cutAfter: MediaFilter['after'] | null
}

/**
 * Ready records, newest first. A caller who sees only what visitors see gets those that it refers to: they are asked of a
 * number of records, because many can be unused, and then the list goes on behind these.
 */
export async function listMedia(context: ReadContext, filter: MediaFilter): Promise<ListedMedia> {
  const { db, caller } = context
  const { after, limit } = filter
  const isLive = caller.isLiveOnly === true
  const beyond = after === undefined ? '' : ` AND (m.created_at, m.id) < (${textParameter}, ${textParameter})`
  const position = after === undefined ? [] : [after.createdAt, after.id]
  const ordered = `FROM media m WHERE m.status = 'ready'${beyond} ORDER BY m.created_at DESC, m.id DESC`
  const conditions = [...(isLive ? [isUsedLive(context)] : [`m.status = 'ready'${beyond}`]), ...named(filter)]
  const from = isLive ? `(SELECT m.* ${ordered} LIMIT ${limits.scannedMedia}) m` : 'media m'
  const rows = await db.rows<MediaRow>(
    `SELECT ${columns} FROM ${from} JOIN files f ON f.storage_key = m.file_key WHERE ${conditions.join(' AND ')} ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}`,
    [...position, ...namedParameters(filter)],
  )
  if (!isLive || rows.length === limit) return { rows, cutAfter: null }
  const [last, next] = await db.rows<{ createdAt: string; id: string }>(
    `SELECT m.created_at AS "createdAt", m.id AS id ${ordered} LIMIT 2 OFFSET ${limits.scannedMedia - 1}`,
    position,
  )
  return { rows, cutAfter: last === undefined || next === undefined ? null : last }
}

/** One of the records that a list looks at. */
export type ScannedMedia = Pick<MediaRow, 'id' | 'created_at'> & { readonly is_used: 0 | 1 }

/** By the order of the key, so that every engine looks each target up instead of reading all links. */
const isReferred = ['m.id', 'm.storage_key']
  .map(
    (target) =>
      `(SELECT l.target FROM links l WHERE l.target = ${target} ORDER BY l.source LIMIT 1) IS NOT NULL`,
  )
  .join(' OR ')

/** Ready records, newest first, with whether something refers to them. */
export async function scanMedia({ db }: ReadContext, filter: MediaFilter): Promise<ScannedMedia[]> {
  const { after, limit } = filter
  const beyond = after === undefined ? [] : [`(m.created_at, m.id) < (${textParameter}, ${textParameter})`]
  const conditions = [`m.status = 'ready'`, ...beyond, ...named(filter)]
  return db.rows<ScannedMedia>(
    `SELECT m.id, m.created_at, CASE WHEN ${isReferred} THEN 1 ELSE 0 END AS is_used
     FROM media m WHERE ${conditions.join(' AND ')} ORDER BY m.created_at DESC, m.id DESC LIMIT ${limit}`,
    [...(after === undefined ? [] : [after.createdAt, after.id]), ...namedParameters(filter)],
  )
}

function named({ mimeType, q }: MediaFilter): string[] {
  const types = typesIn(mimeType).map(() => `m.mime_type LIKE ${textParameter} ESCAPE '!'`)
  return [
    ...(types.length === 0 ? [] : [`(${types.join(' OR ')})`]),
    ...(q === undefined ? [] : [`m.filename_search LIKE ${textParameter} ESCAPE '!'`]),
  ]
}

function namedParameters({ mimeType, q }: MediaFilter): string[] {
  const types = typesIn(mimeType).map((beginning) => `${escapeLike(beginning)}%`)
  return q === undefined ? types : [...types, `%${escapeLike(searchForm(q))}%`]
}

function typesIn(mimeType: string | undefined): string[] {
  return mimeType === undefined ? [] : mimeType.toLowerCase().split(',')
}

function escapeLike(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&')
}

/** The form for case-insensitive search in file names, the same on every engine. */
function searchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

export async function insertMedia({ db }: WriteContext, row: NewMedia): Promise<void> {
  await insertRow(db, 'media', { ...row, filename_search: searchForm(row.filename) })
}

/** Changes a record; answers that show it follow. */
export async function updateMedia(
  context: WriteContext,
  { id, storage_key }: Pick<MediaRow, 'id' | 'storage_key'>,
  changes: Partial<Omit<NewMedia, 'id'>>,
): Promise<void> {
  const { db, services } = context
  const { filename } = changes
  const search = filename === undefined ? {} : { filename_search: searchForm(filename) }
  await updateRow(db, 'media', id, { ...changes, ...search })
  await raiseCounter(db, 'media')
  await countMediaChange(context, await services.schema.asOf(db), { id, storage_key })
}

export async function deleteMedia(
  context: WriteContext,
  { id, storage_key }: Pick<MediaRow, 'id' | 'storage_key'>,
): Promise<void> {
  const { db, services } = context
  await db.run('DELETE FROM media WHERE id = ?', [id])
  await countMediaChange(context, await services.schema.asOf(db), { id, storage_key })
}

/** The stored file with a hash; with `lock`, it cannot be removed before the transaction ends. */
export async function findFileByHash(db: Reader, hash: string, lock = ''): Promise<FileRow | undefined> {
  const [row] = await db.rows<FileRow>(`SELECT * FROM files WHERE content_hash = ?${lock}`, [hash])
  return row
}

/** Whether any record has this address, ready or not. */
export async function isAddressTaken({ db }: WriteContext, key: string): Promise<boolean> {
  return (await db.rows('SELECT id FROM media WHERE storage_key = ?', [key])).length > 0
}

/** Inserts a stored file; false if its key or hash exists. */
export async function insertFile(
  { db }: WriteContext,
  row: Omit<FileRow, 'placeholder' | 'placeholder_due'> & Partial<Pick<FileRow, 'placeholder_due'>>,
): Promise<boolean> {
  const changed = await db.run(
    'INSERT INTO files (storage_key, content_hash, size, is_own, created_at, placeholder_due) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    [row.storage_key, row.content_hash, row.size, row.is_own, row.created_at, row.placeholder_due ?? null],
  )
  return changed === 1
}

/** Locks a stored file for removal; returns whether the service itself has stored it. */
export async function lockFile(context: WriteContext, key: string): Promise<boolean> {
  const { lock } = context.services.database.dialect
  const [row] = await context.db.rows<Pick<FileRow, 'is_own'>>(
    `SELECT is_own FROM files WHERE storage_key = ?${lock('remove')}`,
    [key],
  )
  return row?.is_own === 1
}

/** Deletes the row of a stored file unless a record uses it. */
export async function deleteUnusedFile({ db }: WriteContext, key: string): Promise<boolean> {
  const changed = await db.run(
    'DELETE FROM files WHERE storage_key = ? AND NOT EXISTS (SELECT id FROM media WHERE file_key = ?)',
    [key, key],
  )
  return changed > 0
}

/** What is served at a record's address: its own name and type, with bytes that it may share. */
export interface ServedFile extends Pick<
  MediaRow,
  'filename' | 'mime_type' | 'content_hash' | 'width' | 'height'
> {
  /** the key of the bytes */
  readonly place: string
  readonly size: number | null
}

/** The file to serve at an address, if its record is ready. */
export async function findServed(db: Reader, key: string): Promise<ServedFile | undefined> {
  const [row] = await db.rows<ServedFile>(
    `SELECT m.filename, m.mime_type, m.width, m.height, f.content_hash, f.storage_key AS place, f.size
     FROM ${joined} WHERE m.storage_key = ? AND m.status = 'ready'`,
    [key],
  )
  return row
}
