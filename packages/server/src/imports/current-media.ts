import { mediaValues, membersOf } from '../content/media/library.ts'
import type { OriginRow } from './origin-store.ts'
import type { Run } from './run.ts'

/** The properties of an imported file, which its origin stores as JSON. */
export interface MediaDetails {
  readonly id: string
  readonly url: string
  readonly width: number | null
  readonly height: number | null
  readonly alt: string | null
}

/** The media item that an attachment became; null if its file was not imported. */
export function mediaOf({ is_made: isMade, details }: OriginRow): MediaDetails | null {
  return isMade === 1 && details !== null ? (JSON.parse(details) as MediaDetails) : null
}

/**
 * Origins with the current records of their files: the texts and the base address may have changed since the import.
 * A deleted file counts as not imported.
 */
export async function withCurrentMedia(
  { services }: Pick<Run, 'services'>,
  rows: readonly OriginRow[],
): Promise<readonly OriginRow[]> {
  const ids = new Set(rows.flatMap((row) => (row.kind === 'attachment' ? (mediaOf(row)?.id ?? []) : [])))
  if (ids.size === 0) return rows
  const records = await mediaValues({ db: services.database.reader }, [...ids])
  return rows.map((row) => {
    const media = row.kind === 'attachment' ? mediaOf(row) : null
    if (media === null) return row
    const record = records.get(media.id)
    if (record === undefined || record.deleted_at !== null) return withoutMedia(row)
    const { url, width, height, alt } = membersOf(services.fileAddresses, record, 'image')
    return { ...row, details: JSON.stringify({ id: media.id, url, width, height, alt }) }
  })
}

/** The origin of a file as if the file had not been imported; other origins unchanged. */
export function withoutMedia(row: OriginRow): OriginRow {
  return row.kind === 'attachment' ? { ...row, is_made: 0, details: null } : row
}
