import type { ItemStatus } from '@octavo/contract/operations/content'
import { wordsOf } from '@octavo/contract/words'
import { demand } from '../caller.ts'
import type { WriteContext } from '../context.ts'
import type { Encoded } from '../encoded.ts'
import type { HandlersOf } from '../handlers.ts'
import { invalid, invalidAt, Problems } from '../errors.ts'
import { forgetMenuTargets } from '../menus/forgetting.ts'
import { type CollectionModel, collectionOf } from '../schema/model.ts'
import { runBefore, scheduleAfter } from '../plugins/dispatch.ts'
import { forgetTerms } from '../terms/assignments.ts'
import { auditItem, standing, storedFacts } from './auditing.ts'
import { createItem, duplicateItem, namedLocale } from './creating.ts'
import { refuseGarbage } from './cursor.ts'
import { eventOf } from './hooks.ts'
import { parseContent } from './input.ts'
import { type NamedInput, nameOf } from './item-name.ts'
import {
  answerWith,
  checkRev,
  demandEdit,
  demandPublish,
  type Item,
  itemNotFound,
  openItem,
  openTrashed,
} from './item.ts'
import { listItems, listTrash } from './list-store.ts'
import { refuseInvalid } from './references.ts'
import { findRevision } from './revision-store.ts'
import { save } from './saving.ts'
import { refuseReservedSlug } from './slugs.ts'
import { sortKey } from './sort.ts'
import { findRow, findSiblings, readAnswer, readColumnData, removeItem } from './store.ts'
import { discardDraft, publish, restore, schedule, trash, unpublish, unschedule } from './transitions.ts'
import { mayReadDrafts, viewFor } from './view.ts'
import { parseData } from '../schema/data.ts'

export const contentHandlers: HandlersOf<'content'> = {
  list: async (context, input) => {
    const collection = collectionOf(context.schema, input.collection)
    // What the words of a draft are, or whether there is one, is not to be found out by asking.
    if (input.q !== undefined || input.hasPendingDraft !== undefined)
      demand(context.caller, 'content.readDrafts')
    const view = viewFor(context.caller, input.view)
    const problems = new Problems()
    const key = problems.of(() => sortKey(collection, input.orderBy, view))
    const locale = problems.of(() => namedLocale(context, input.locale))
    if (key === undefined || problems.issues.length > 0) {
      problems.of(() => refuseGarbage(input.cursor))
      throw invalid(problems.issues)
    }
    return listItems(context, {
      collection,
      view,
      key,
      order: input.order,
      statuses: statusesOf(view === 'live', input.status),
      locale,
      words: wordsOf(input.q ?? ''),
      hasPendingDraft: input.hasPendingDraft,
      limit: input.limit,
      cursor: input.cursor,
    })
  },

  listTrashed: async (context, { collection, limit, cursor }) =>
    listTrash(context, { collection: collectionOf(context.schema, collection), limit, cursor }),

  get: async (context, input) => {
    const name = nameOf(context, input)
    const answer = await readAnswer(context, name, viewFor(context.caller, input.view))
    if (answer === null) throw itemNotFound(name)
    return answer
  },

  create: async (context, { collection, ...input }) =>
    answerWith(context, await createItem(context, collectionOf(context.schema, collection), input)),

  update: async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    demandEdit(context, item)
    if (input.status !== undefined && changesStatus(item, input.status)) demandPublish(context, item)
    checkRev(context, item, input._rev)
    refuseReservedSlug(input.slug)
    refuseOtherLocale(item, namedLocale(context, input.locale))
    const parsed = parseContent(item.collection, input, {
      complete: false,
      blocks: context.services.plugins.current.blocks,
    })
    await refuseInvalid(context, parsed)
    const isPublishedNext = input.status === 'published'
    const saved = await save(context, item, { values: parsed.values, slug: input.slug, isPublishedNext })
    return answerWith(context, await withStatus(context, saved, input.status, saved !== item))
  },

  delete: async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    demandEdit(context, item)
    checkRev(context, item, input._rev)
    await trash(context, item)
    return { success: true }
  },

  restore: async (context, input) => {
    const item = await openTrashed(context, nameOf(context, input))
    demandEdit(context, item)
    checkRev(context, item, input._rev)
    return answerWith(context, await restore(context, item))
  },

  deletePermanently: async (context, input) => {
    const item = await openTrashed(context, nameOf(context, input))
    checkRev(context, item, input._rev)
    const event = { ...eventOf(item), isPermanent: true }
    await runBefore(context, 'content:beforeDelete', event)
    await auditRemoval(context, item)
    await removeItem(context, item.collection, item.row.id)
    await forgetTerms(context, item)
    await forgetMenuTargets(context, 'entry_id', item.row.id)
    scheduleAfter(context, 'content:afterDelete', event)
    return { success: true }
  },

  publish: transition(demandPublish, (context, item) => publish(context, item)),
  unpublish: transition(demandPublish, unpublish),
  schedule: transition<ChangeInput & { scheduledAt: string }>(
    demandPublish,
    (context, item, { scheduledAt }) => schedule(context, item, scheduledAt),
  ),
  unschedule: transition(demandPublish, unschedule),
  discardDraft: transition(demandEdit, discardDraft),

  duplicate: async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    demandEdit(context, item)
    checkRev(context, item, undefined)
    return answerWith(context, await duplicateItem(context, item))
  },

  compare: async (context, input) => {
    const name = nameOf(context, input)
    const row = await findRow(context, name, 'present')
    if (row === undefined) throw itemNotFound(name)
    const columns = parseData(await readColumnData(context, name.collection, row.id))
    const pending =
      row.draft_revision_id === null ? undefined : await findRevision(context, row.draft_revision_id)
    const draft = pending === undefined ? null : parseData(pending.data)
    if (row.status !== 'published') {
      const slug = { live: null, draft: row.draft_slug ?? row.slug }
      return { hasChanges: true, live: null, draft: draft ?? columns, slug }
    }
    const hasChanges =
      draft !== null && (row.draft_slug !== null || !hasSameValues(name.collection, draft, columns))
    const slug = { live: row.slug, draft: draft === null ? null : (row.draft_slug ?? row.slug) }
    return { hasChanges, live: columns, draft, slug }
  },

  translations: async (context, input) => {
    const name = nameOf(context, input)
    const seesDrafts = mayReadDrafts(context.caller)
    const row = await findRow(context, name, seesDrafts ? 'present' : 'live')
    if (row === undefined) throw itemNotFound(name)
    const isSeen = (status: ItemStatus): boolean => seesDrafts || status === 'published'
    const siblings = await findSiblings(context, name.collection, row)
    const group = [row, ...siblings].filter(({ deleted_at, status }) => deleted_at === null && isSeen(status))
    return {
      translationGroup: row.translation_group,
      translations: group
        .toSorted((a, b) => (a.locale < b.locale ? -1 : 1))
        .map((member) => ({
          id: member.id,
          locale: member.locale,
          slug: seesDrafts ? (member.draft_slug ?? member.slug) : member.slug,
          status: member.status,
          updatedAt: seesDrafts ? member.updated_at : (member.live_updated_at ?? member.updated_at),
        })),
    }
  },
}

async function auditRemoval(context: WriteContext, item: Item): Promise<void> {
  const { collection, row } = item
  const data = parseData(await readColumnData(context, collection, row.id))
  const before = { ...standing(row), ...storedFacts(data, collection.fields) }
  auditItem(context, item, { before, after: null })
}

type ChangeInput = NamedInput & { _rev?: string | undefined }

/** Among slugs a locale chooses; beside an id it could only mean a move. */
function refuseOtherLocale({ row }: Item, locale: string | undefined): void {
  if (locale === undefined || locale === row.locale) return
  throw invalidAt(
    'locale',
    `the item is in "${row.locale}" and stays there; for "${locale}" make a translation (translationOf)`,
  )
}

/** Compared field by field: the order of the fields may have changed since one was written. */
function hasSameValues(
  { fields }: CollectionModel,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  return fields.every(({ slug }) => JSON.stringify(one[slug] ?? null) === JSON.stringify(other[slug] ?? null))
}

/** The transitions share their form: find, ask the right, compare the `_rev`, move, answer. */
function transition<Input extends ChangeInput>(
  demandRight: (context: WriteContext, item: Item) => void,
  move: (context: WriteContext, item: Item, input: Input) => Promise<Item>,
): (context: WriteContext, input: Input) => Promise<Encoded> {
  return async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    demandRight(context, item)
    checkRev(context, item, input._rev)
    return answerWith(context, await move(context, item, input))
  }
}

function statusesOf(isLive: boolean, asked: ItemStatus | undefined): ItemStatus[] {
  if (isLive) return asked === undefined || asked === 'published' ? ['published'] : []
  return asked === undefined ? ['draft', 'published', 'scheduled'] : [asked]
}

function changesStatus({ row }: Item, status: 'draft' | 'published'): boolean {
  return status === 'published' || row.status !== 'draft'
}

async function withStatus(
  context: WriteContext,
  item: Item,
  status: 'draft' | 'published' | undefined,
  isJustSaved: boolean,
): Promise<Item> {
  if (status === 'published') return publish(context, item, { isJustSaved })
  if (status === 'draft') return unpublish(context, item)
  return item
}
