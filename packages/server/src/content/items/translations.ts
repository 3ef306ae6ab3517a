import type { WriteContext } from '../../core/context.ts'
import { change, mergedData } from './change.ts'
import { newId } from '../../platform/ids.ts'
import type { Item } from './item.ts'
import type { DraftChange } from './linking.ts'
import { findRevision, copyColumnsToRevision, storeDraft, leaveDraft } from './revision-store.ts'
import { holdsValues } from './sameness.ts'
import { findSiblings, readColumnData } from './store.ts'
import type { Values } from './values.ts'
import { parseData } from '../../core/model/data.ts'
import { withNames, type NamedData } from '../../core/model/revision-data-store.ts'

/** The values of fields that all translations of an item share (`translatable: false`). */
export function sharedValues(values: Values): Values {
  return new Map([...values].filter(([field]) => !field.definition.translatable))
}

/**
 * Copies the shared values of an item to its translations. Values of an unpublished item are copied to unpublished
 * translations only (`reach`); values that go live are copied to all of them and to their pending drafts, because
 * publishing such a draft would restore the old value.
 */
export async function share(
  context: WriteContext,
  { collection, row }: Item,
  values: Values,
  reach: 'all' | 'unpublished',
): Promise<void> {
  const shared = sharedValues(values)
  if (shared.size === 0 || context.services.config.locales.length < 2) return
  const changed: string[] = []
  for (const sibling of await findSiblings(context, collection, row)) {
    const isLive = sibling.status === 'published'
    if (isLive && reach !== 'all') continue
    const item = { collection, row: sibling }
    const isSame = holdsValues(parseData(await readColumnData(context, collection, sibling.id)), shared)
    if (isSame && (await draftHolds(context, item, shared))) continue
    if (isLive && sibling.deleted_at === null && !isSame) changed.push(`${sibling.slug} (${sibling.locale})`)
    await shareWith(context, item, shared)
  }
  if (changed.length === 0) return
  const fields = [...shared.keys()].map(({ slug }) => slug).join(', ')
  context.notices.push(`Translations share ${fields}: ${changed.join(', ')} changed on the site too.`)
}

/** Whether the pending draft of an item has the values already, or there is no draft. */
async function draftHolds(context: WriteContext, { row }: Item, shared: Values): Promise<boolean> {
  if (row.draft_revision_id === null) return true
  const draft = await findRevision(context, row.draft_revision_id)
  return draft === undefined || holdsValues(parseData(draft.data), shared)
}

/**
 * Changes a translation as a save does: existing revisions stay. Its pending draft gets a new revision. So do its
 * columns, in a collection with revisions, if somebody sees them: visitors, or the editors of an item without a draft.
 */
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
        ...(draft !== null && { draft_revision_id: draft.id }),
      },
      values: shared,
      draft: draft?.change,
      isBounded: true,
    },
  )
  if (revision !== null) {
    await copyColumnsToRevision(context, collection, {
      id: revision,
      entryId: row.id,
      kind: isLive ? 'publish' : 'save',
    })
  }
  // The former draft is compressed or, in a collection without revisions, deleted.
  if (draft !== null) await leaveDraft(context, row.draft_revision_id, draft.former)
}

/**
 * The pending draft with the shared values, as a new revision; null without one. `former` are the values of the draft
 * before, with which its revision is compressed.
 */
async function sharedDraft(
  context: WriteContext,
  { collection, row }: Item,
  shared: Values,
): Promise<{ id: string; change: DraftChange; former: NamedData } | null> {
  const draft = await findRevision(context, row.draft_revision_id ?? '')
  if (draft === undefined) return null
  const before = parseData(draft.data)
  const data = mergedData(collection, before, shared)
  const { id: previous, slug, terms } = draft
  const id = await storeDraft(context, { collection, entryId: row.id, slug, data, terms, previous })
  const former = withNames(draft.data, before)
  return { id, former, change: { before, after: parseData(data) } }
}
