import type { WriteContext } from '../context.ts'
import { change, mergedData } from './change.ts'
import type { Item } from './item.ts'
import { findRevision, replaceData } from './revision-store.ts'
import { findSiblings } from './store.ts'
import type { Values } from './values.ts'
import { parseData } from '../schema/data.ts'

/** The values of fields that all translations of an item share. */
export function sharedValues(values: Values): Values {
  return new Map([...values].filter(([field]) => !field.definition.translatable))
}

/**
 * Gives the shared values of an item to its translations. What a draft says reaches the unpublished ones only; what
 * goes live reaches all, their pending drafts too, or publishing one of them would bring the old value back.
 */
export async function share(
  context: WriteContext,
  { collection, row }: Item,
  values: Values,
  reach: 'all' | 'unpublished',
): Promise<void> {
  const shared = sharedValues(values)
  if (shared.size === 0 || context.services.config.locales.length < 2) return
  for (const sibling of await findSiblings(context, collection, row)) {
    const isReached = reach === 'all' || sibling.status !== 'published'
    if (!isReached) continue
    const { now } = context
    await change(
      context,
      { collection, row: sibling },
      {
        changes: { updated_at: now, ...(sibling.status === 'published' && { live_updated_at: now }) },
        values: shared,
      },
    )
    if (sibling.draft_revision_id === null) continue
    const draft = await findRevision(context, sibling.draft_revision_id)
    if (draft === undefined) continue
    const data = parseData(draft.data)
    await replaceData(context, draft.id, mergedData(collection, data, shared))
  }
}
