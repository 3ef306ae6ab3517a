import type { mediaItem } from '@octavo/contract/operations/media-shapes'
import type { z } from 'zod'
import type { ReadContext } from '../../core/context.ts'
import { focalPointOf, variantsOf } from './record-values.ts'
import type { MediaRow } from './store.ts'

/** A record in the form of the API. */
export function itemOf({ services }: ReadContext, row: MediaRow): z.output<typeof mediaItem> {
  return {
    id: row.id,
    filename: row.filename,
    mimeType: row.mime_type,
    size: row.size,
    width: row.width,
    height: row.height,
    url: services.fileAddresses.of(row),
    alt: row.alt,
    caption: row.caption,
    focalPoint: focalPointOf(row),
    // Empty: none can be made of the file.
    placeholder: row.placeholder === '' ? null : row.placeholder,
    variants: variantsOf({ ...row, is_read: row.content_hash === null ? 0 : 1 }),
    folder: row.folder,
    tags: JSON.parse(row.tags) as string[],
    storageKey: row.storage_key,
    contentHash: row.content_hash,
    status: row.status === 'ready' ? 'ready' : 'pending',
    authorId: row.author_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
