import { limits } from '@octavo/contract/limits'
import type { MediaUsages } from '@octavo/contract/operations/media'
import { contentMentions } from '../content/mentions-store.ts'
import type { ReadContext } from '../context.ts'
import type { MediaRow } from './store.ts'
import { sectionMentions, widgetMentions } from './usage-store.ts'

/** What refers to a media item: content, then sections and widgets. */
export async function usagesOf(
  context: ReadContext,
  { id, storage_key: key }: Pick<MediaRow, 'id' | 'storage_key'>,
): Promise<MediaUsages> {
  const media = { id, address: `/media/file/${key}` }
  const found = [
    ...(await contentMentions(context, media)),
    ...(await sectionMentions(context, media)),
    ...(await widgetMentions(context, media)),
  ]
  return { items: found.slice(0, limits.usages), isComplete: found.length <= limits.usages }
}
