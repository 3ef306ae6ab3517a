import type { WriteContext } from '../context.ts'
import { change, mergedData } from './change.ts'
import { newId } from '../ids.ts'
import type { Item } from './item.ts'
import { dropIfOnlyDraft, findRevision, keepColumns, keepDraft } from './revision-store.ts'
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
    await shareWith(context, { collection, row: sibling }, shared)
  }
}

/** A change like any other: it leaves a revision, and what the history says stays as it was. */
async function shareWith(context: WriteContext, { collection, row }: Item, shared: Values): Promise<void> {
  const { now } = context
  const isLive = row.status === 'published'
  const hasDraft = row.draft_revision_id !== null
  const keepsRevision = collection.supports('revisions') && (isLive || !hasDraft)
  const revision = keepsRevision ? newId() : null
  const draft = hasDraft ? await sharedDraft(context, { collection, row }, shared) : null
  await change(
    context,
    { collection, row },
    {
      changes: {
        updated_at: now,
        ...(isLive && { live_updated_at: now }),
        ...(isLive && revision !== null && { live_revision_id: revision }),
        ...(draft !== null && { draft_revision_id: draft }),
      },
      values: shared,
    },
  )
  if (revision !== null) {
    await keepColumns(context, collection, {
      id: revision,
      entryId: row.id,
      kind: isLive ? 'publish' : 'save',
    })
  }
  if (draft !== null) await dropIfOnlyDraft(context, row.draft_revision_id)
}

/** The pending draft again, with the shared values; null when there is none. */
async function sharedDraft(
  context: WriteContext,
  { collection, row }: Item,
  shared: Values,
): Promise<string | null> {
  const draft = await findRevision(context, row.draft_revision_id ?? '')
  if (draft === undefined) return null
  const data = mergedData(collection, parseData(draft.data), shared)
  return keepDraft(context, { collection, entryId: row.id, slug: draft.slug, data })
}
