import { foldCase } from '@octavo/contract/fold-case'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import type { Reader } from '../../platform/database/database.ts'
import { insertRow, raiseCounter, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { countMediaChange } from '../../core/delivery/counts.ts'
import { isUsedLive } from './live-use-store.ts'

export type FileRow = Tables['files']

/** A record with the properties of its bytes. */
export interface MediaRow extends Omit<Tables['media'], 'filename_search' | 'status'> {
  readonly status: 'ready' | 'pending'
  /** null while the service has not read the bytes */
  readonly content_hash: string | null
  /** thumbhash; null while none was made, empty where none can be made */
  readonly placeholder: string | null
}

type NewMedia = Omit<MediaRow, 'content_hash' | 'placeholder'>

export const columns =
  'm.id, m.filename, m.mime_type, m.size, m.width, m.height, m.alt, m.caption, m.focal_point, m.former_values, m.storage_key, m.file_key, m.status, m.author_id, m.created_at, m.updated_at, m.folder, m.tags, m.file_version, f.content_hash, f.placeholder'
const joined = 'media m JOIN files f ON f.storage_key = m.file_key'

/** The record; undefined if the caller sees only live content and no live content refers to it. */
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

/**
 * The record, locked until the transaction ends, also against references from items that are published (`lockMediaOf`).
 */
export async function findMediaToChange(context: WriteContext, id: string): Promise<MediaRow | undefined> {
  const { lock } = context.services.database.dialect
  await context.db.rows(`SELECT id FROM media WHERE id = ?${lock('remove')}`, [id])
  return findMedia(context, id)
}

export async function insertMedia({ db }: WriteContext, row: NewMedia): Promise<void> {
  await insertRow(db, 'media', { ...row, filename_search: foldCase(row.filename) })
}

/** Changes a record. The counter empties the caches of records; the counted change gives lists another ETag. */
export async function updateMedia(
  context: WriteContext,
  { id, storage_key, created_at }: Pick<MediaRow, 'id' | 'storage_key' | 'created_at'>,
  changes: Partial<Omit<NewMedia, 'id'>>,
): Promise<void> {
  const { db, services } = context
  const { filename, tags } = changes
  const search = filename === undefined ? {} : { filename_search: foldCase(filename) }
  await updateRow(db, 'media', id, { ...changes, ...search })
  if (tags !== undefined) await indexTags(context, { id, created_at, tags })
  await raiseCounter(db, 'media')
  await countMediaChange(context, await services.schema.asOf(db), { id, storage_key })
}

/** Updates the index of tags for a record. */
async function indexTags(
  { db }: WriteContext,
  { id, created_at, tags }: Pick<MediaRow, 'id' | 'created_at' | 'tags'>,
): Promise<void> {
  await db.run('DELETE FROM media_tags WHERE media_id = ?', [id])
  for (const label of JSON.parse(tags) as string[])
    await insertRow(db, 'media_tags', { tag: foldCase(label), created_at, media_id: id, label })
}

/** Deletes a record. Items still show its last values, so caches of records stay; lists of media get another ETag. */
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
  'filename' | 'mime_type' | 'content_hash' | 'width' | 'height' | 'file_version'
> {
  /** the key of the bytes in the file store */
  readonly fileKey: string
  readonly size: number | null
}

/** The file to serve at an address, if its record is ready. */
export async function findServed(db: Reader, key: string): Promise<ServedFile | undefined> {
  const [row] = await db.rows<ServedFile>(
    `SELECT m.filename, m.mime_type, m.width, m.height, m.file_version, f.content_hash, f.storage_key AS "fileKey", f.size
     FROM ${joined} WHERE m.storage_key = ? AND m.status = 'ready'`,
    [key],
  )
  return row
}
