import type { ReadContext, WriteContext } from '../../core/context.ts'
import { batchesOf, marksFor } from '../../platform/database/batches.ts'
import { mediaCounterSql } from '../../platform/database/access-version.ts'
import type { MediaRow } from './store.ts'

/** The values of a media item that answers contain wherever the item is shown. */
export type MediaValues = Pick<
  MediaRow,
  | 'id'
  | 'filename'
  | 'mime_type'
  | 'size'
  | 'width'
  | 'height'
  | 'alt'
  | 'focal_point'
  | 'former_values'
  | 'storage_key'
  | 'file_version'
  | 'placeholder'
> & {
  /** whether the service has read its bytes, so that it can make variants */
  readonly is_read: number
  readonly deleted_at: string | null
}

/** The values that a record had until the time `until`. */
export type FormerValues = Pick<MediaValues, 'alt' | 'width' | 'height' | 'focal_point'> & {
  readonly until: string
}

const mediaColumns =
  'id, filename, mime_type, size, width, height, alt, focal_point, former_values, storage_key, file_version'
const recordColumns = `${mediaColumns
  .split(', ')
  .map((column) => `m.${column}`)
  .join(', ')}, f.placeholder AS placeholder, CASE WHEN f.content_hash IS NULL THEN 0 ELSE 1 END AS is_read`
const records = 'FROM media m JOIN files f ON f.storage_key = m.file_key WHERE m.id'

/** The values of media by id, the last ones of those that are deleted. */
export async function findMediaValues(
  context: Pick<ReadContext, 'db'>,
  ids: readonly string[],
): Promise<Map<string, MediaValues>> {
  const found = new Map<string, MediaValues>()
  await read(
    context,
    ids,
    found,
    (marks) => `SELECT ${recordColumns}, NULL AS deleted_at ${records} IN (${marks})`,
  )
  const missing = ids.filter((id) => !found.has(id))
  await read(
    context,
    missing,
    found,
    (marks) =>
      `SELECT ${mediaColumns}, placeholder, is_read, deleted_at FROM deleted_media WHERE id IN (${marks})`,
  )
  return found
}

async function read(
  { db }: Pick<ReadContext, 'db'>,
  ids: readonly string[],
  found: Map<string, MediaValues>,
  sql: (marks: string) => string,
): Promise<void> {
  for (const batch of batchesOf(ids))
    for (const row of await db.rows<MediaValues>(sql(marksFor(batch)), batch)) found.set(row.id, row)
}

/** The counter that rises when values of media change. */
export async function readMediaVersion({ db }: ReadContext): Promise<number> {
  const [row] = await db.rows<{ value: number }>(mediaCounterSql, [])
  return Number(row?.value ?? 0)
}

/** Stores the values of a media item that is being deleted, for references that remain. */
export async function keepMediaValues({ db, now }: WriteContext, id: string): Promise<void> {
  await db.run(
    `INSERT INTO deleted_media (${mediaColumns}, placeholder, is_read, deleted_at)
     SELECT ${recordColumns}, CAST(? AS TEXT) ${records} = ?`,
    [now, id],
  )
}
