import type { mediaItem } from '@octavo/contract/operations/media'
import { apiPath } from '@octavo/contract/rest'
import type { z } from 'zod'
import type { ReadContext } from '../../core/context.ts'
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
    url: `${services.config.baseUrl}${apiPath}/media/file/${row.storage_key}`,
    alt: row.alt,
    caption: row.caption,
    storageKey: row.storage_key,
    contentHash: row.content_hash,
    status: row.status === 'ready' ? 'ready' : 'pending',
    authorId: row.author_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
