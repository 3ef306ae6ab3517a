import type { ReadContext, WriteContext } from '../../core/context.ts'
import { newId } from '../../platform/ids.ts'
import { auditDraftTerms, auditItem, storedFacts, valueFacts } from './auditing.ts'
import { change, mergedData } from './change.ts'
import { refuseTakenSlug, refuseTakenValues } from './conflicts.ts'
import { refuseMoreCrops } from './crop-count.ts'
import { afterSave, beforeSave } from './hooks.ts'
import type { Item } from './item.ts'
import { areSameTerms, livingTerms, termFacts, termsText, workingTerms } from './item-terms.ts'
import { refuseMissingValues } from './missing.ts'
import { removePendingDraft } from './pending-draft.ts'
import { findRevision, copyColumnsToRevision, storeDraft, leaveDraft } from './revision-store.ts'
import { hasSameValues, holdsValues } from './sameness.ts'
import { readFields } from './fields-store.ts'
import { readColumnData } from './store.ts'
import { assignedIds } from './term-store.ts'
import { share } from './translations.ts'
import { refuseGrown, refuseLonger } from './sizes.ts'
import type { Values } from './values.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import { withNames } from '../../core/model/revision-data-store.ts'
import type { FieldModel } from '../../core/model/model.ts'

/** The changes of a save. */
export interface Save {
  readonly values: Values
  readonly slug: string | undefined
  /** all terms of the item after the save, if they change */
  readonly terms?: readonly string[] | undefined
  /** the caller publishes the item in the same transaction, which leaves the revision */
  readonly isPublishedNext?: boolean
  /** a draft may lack required fields */
  readonly incomplete?: boolean
  /** what plugins receive; by default a change by its editor */
  readonly reason?: 'update' | 'restoreRevision'
}

/**
 * Saves values. Changes of a published item go to its pending draft if the collection supports drafts, and so do
 * changes of an item that has one; otherwise they go to the columns. A save without a change does nothing;
 * restoring a revision always creates one.
 */
export async function save(context: WriteContext, item: Item, changes: Save): Promise<Item> {
  const { slug, terms, incomplete = false, reason = 'update' } = changes
  const isRestored = reason === 'restoreRevision'
  if (changes.values.size === 0 && slug === undefined && terms === undefined && !isRestored) return item
  const { collection, row } = item
  const values = await beforeSave(context, collection, {
    id: row.id,
    slug: slug ?? row.draft_slug ?? row.slug,
    locale: row.locale,
    reason,
    incomplete,
    values: changes.values,
    previous: async () => parseData(await workingData(context, item)),
  })
  const goesToDraft =
    row.draft_revision_id !== null || (row.status === 'published' && collection.supports('drafts'))
  const latest = goesToDraft ? await workingData(context, item) : null
  const before = latest === null ? await storedValues(context, item, [...values.keys()]) : parseData(latest)
  const isSlugSame = slug === undefined || slug === (row.draft_slug ?? row.slug)
  if (!isRestored && isSlugSame && terms === undefined && holdsValues(before, values)) return item
  if (!isRestored) {
    refuseLonger(values, before)
    // The crops of all fields count together, so all stored values are read if the change has crops.
    const stored = async () => parseData(await readColumnData(context, collection, row.id))
    await refuseMoreCrops(collection, values, () => (goesToDraft ? before : stored()))
  }
  const store = goesToDraft ? saveDraft : saveColumns
  const saved = await store(context, item, { ...changes, values, before, latest })
  afterSave(context, saved, reason)
  return saved
}

/** The stored values of some fields, which may have been read with the row. */
async function storedValues(
  context: WriteContext,
  { collection, row, columns = {} }: Item,
  fields: readonly FieldModel[],
): Promise<Data> {
  if (fields.every(({ slug }) => Object.hasOwn(columns, slug))) return columns
  return readFields(context, { collection, fields }, row.id)
}

interface Storing extends Save {
  /** the stored values; for a draft, all of them */
  readonly before: Data
  /** for a draft, the stored values as JSON; null for the columns */
  readonly latest: string | null
}

async function saveColumns(
  context: WriteContext,
  item: Item,
  { values, slug, terms, isPublishedNext, reason, before }: Storing,
): Promise<Item> {
  const { collection, row } = item
  const { now } = context
  const isLive = row.status === 'published'
  if (isLive) refuseMissingValues(values)
  // A publication of an unpublished item follows, and makes the revision. For a published item it has nothing to do,
  // because this version is live already.
  const isLeftToPublishing = isPublishedNext === true && !isLive
  const revision = collection.supports('revisions') && !isLeftToPublishing ? newId() : null
  const after = await change(context, item, {
    changes: {
      updated_at: now,
      ...(isLive && { live_updated_at: now, live_revision_id: revision }),
      ...(slug !== undefined && { slug }),
    },
    values,
    old: before,
    // The values of a revision have been accepted before, perhaps under a higher limit.
    isBounded: reason !== 'restoreRevision',
    terms,
  })
  await share(context, after, values, isLive ? 'all' : 'unpublished')
  if (revision !== null) {
    await copyColumnsToRevision(context, collection, {
      id: revision,
      entryId: row.id,
      kind: isLive ? 'publish' : 'save',
    })
  }
  return after
}

async function saveDraft(context: WriteContext, item: Item, storing: Storing): Promise<Item> {
  const { collection, row } = item
  const { values, slug, reason, before, latest } = storing
  await refuseTaken(context, item, { values, slug })
  const wanted = slug ?? row.draft_slug ?? row.slug
  const data = mergedData(collection, before, values)
  const draft = { before, after: parseData(data) }
  if (reason !== 'restoreRevision') refuseGrown(context, collection, { values, before, after: draft.after })
  const isLiveAgain = await leavesNoDraft(context, item, storing, { slug: wanted, data: draft.after })
  const termChange = await changeOfTerms(context, item, storing.terms)
  const terms = termChange && termsText(termChange.lists.after)
  const previous = row.draft_revision_id
  const stored = { collection, entryId: row.id, slug: wanted, data, terms, previous }
  // Values that equal the published ones are only recorded in the history, if the collection has one.
  const id = isLiveAgain && !collection.supports('revisions') ? null : await storeDraft(context, stored)
  const after = isLiveAgain
    ? await removePendingDraft(context, item)
    : await change(context, item, {
        changes: {
          updated_at: context.now,
          draft_revision_id: id,
          draft_slug: wanted === row.slug ? null : wanted,
        },
        draft,
      })
  // The revision of the former draft is deleted, or compressed with these values if it is part of the history.
  const former = latest === null ? undefined : withNames(latest, before)
  if (!isLiveAgain) await leaveDraft(context, row.draft_revision_id, former)
  if (termChange !== null) auditDraftTerms(context, item, termChange.lists)
  auditItem(context, after, {
    before: { ...storedFacts(before, values.keys()), ...termChange?.facts.before },
    after: { ...valueFacts(values), ...termChange?.facts.after },
  })
  return after
}

/** The terms before and after a save, also as facts for the audit log; null if it keeps them. */
async function changeOfTerms(context: WriteContext, { row }: Item, after: readonly string[] | undefined) {
  if (after === undefined) return null
  const lists = { before: await workingTerms(context, row), after }
  return { lists, facts: await termFacts(context, lists) }
}

/**
 * Whether the draft to save equals the version in the columns, so that the item needs no draft any more. A save keeps a
 * draft that is to be published, by a schedule or by the same call, unless it restores a revision.
 */
async function leavesNoDraft(
  context: WriteContext,
  { collection, row }: Item,
  { isPublishedNext, reason, values, terms }: Save,
  draft: { slug: string; data: Data },
): Promise<boolean> {
  const isToBePublished = isPublishedNext === true || row.scheduled_at !== null
  // If there is no draft yet, what is saved differs from the columns (`save` has compared it), so a draft is needed. A
  // restored revision was not compared, so it can be the same as the columns.
  const isNeeded = row.draft_revision_id === null || isToBePublished
  if (draft.slug !== row.slug || (isNeeded && reason !== 'restoreRevision')) return false
  // Most saves of a draft change what they contain, so the other fields are not read for the comparison.
  const fields = [...values.keys()]
  const saved = await readFields(context, { collection, fields }, row.id)
  if (!hasSameValues(fields, saved, draft.data)) return false
  const wanted = terms ?? (await livingTerms(context, await workingTerms(context, row)))
  if (!areSameTerms(await assignedIds(context, row.id), wanted)) return false
  return hasSameValues(
    collection.fields,
    parseData(await readColumnData(context, collection, row.id)),
    draft.data,
  )
}

/** The JSON text of what the editors of an item see: the pending draft, else the columns. */
export async function workingData(context: ReadContext, { collection, row }: Item): Promise<string> {
  if (row.draft_revision_id !== null) {
    const draft = await findRevision(context, row.draft_revision_id)
    if (draft !== undefined) return draft.data
  }
  return readColumnData(context, collection, row.id)
}

/** Tells the author of a draft at once which values cannot be published; the unique index decides at publication. */
async function refuseTaken(
  context: WriteContext,
  { collection, row }: Item,
  { slug, values }: Pick<Save, 'slug' | 'values'>,
): Promise<void> {
  if (slug !== undefined && slug !== row.slug) await refuseTakenSlug(context, collection, row, { slug })
  await refuseTakenValues(context, collection, row, values)
}
