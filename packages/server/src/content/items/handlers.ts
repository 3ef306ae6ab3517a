import type { ItemStatus } from '@octavo/contract/operations/item-shapes'
import { namedLocale } from '../../core/locales-for.ts'
import type { WriteContext } from '../../core/context.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import type { Encoded } from '../../platform/encoded.ts'
import type { HandlersOf } from '../../core/handler.ts'
import { invalid, invalidAt, Problems } from '../../platform/errors.ts'
import { type CollectionModel, collectionOf } from '../../core/model/model.ts'
import { changeMany } from './bulk.ts'
import { deliveryOfItem } from './cache-tags.ts'
import { compareVersions } from './comparing.ts'
import { createItem } from './creating.ts'
import { duplicateItem } from './duplicating.ts'
import { editItem } from './editing.ts'
import { partsOfRichText } from './rich-text-parts.ts'
import { checkExpected, noticeOtherChanges } from './expected-changes.ts'
import { type NamedInput, nameOf, nameWithFallback, openVisible } from './item-name.ts'
import {
  answerWith,
  checkRev,
  currentRev,
  requireEdit,
  requirePublish,
  isPublishedWithDraft,
  type Include,
  type Item,
  itemNotFound,
  openItem,
  openTrashed,
  withTerms,
} from './item.ts'
import { listTrash } from './list-store.ts'
import { listContent } from './listing.ts'
import { removePermanently } from './removal.ts'
import { refuseReservedSlug } from './slugs.ts'
import { previewedItem } from './previewed-item.ts'
import { findRow, findSiblings, readAnswer } from './store.ts'
import { type GivenTimes, schedule, unschedule } from './scheduling.ts'
import { discardDraft, publish, restore, setPublishedAt, trash, unpublish } from './transitions.ts'
import { selectionOf } from './selection.ts'
import { applyUpdate } from './updating.ts'
import { undoPublication } from './undo-publication.ts'
import { nullIfDefault } from '../site-translations/reading.ts'
import { inclusionOf } from './include-paths.ts'
import { withIncluded } from './included.ts'
import { mayReadDrafts, viewFor } from './view.ts'
import { withoutHidden, dataWithoutHidden } from '../hidden-items/hiding.ts'
import { completedData } from '../media/completing.ts'
import { withParsedBlocks } from '../rich-text/parsed-markdown.ts'

export const contentHandlers: HandlersOf<'content'> = {
  list: listContent,

  listTrashed: async (context, { collection: slug, limit, cursor }) => {
    const collection = collectionOf(context.schema, slug)
    return withoutHidden(context, collection, await listTrash(context, { collection, limit, cursor }))
  },

  get: async (context, input) => {
    const { preview } = context.caller
    if (preview !== undefined) {
      for (const part of ['outline', 'section'] as const)
        if (input[part] !== undefined) throw invalidAt(part, 'is not for reads with a preview link')
      return previewedItem(context, input, preview)
    }
    if (input.sourceMap !== undefined) throw invalidAt('sourceMap', 'is only for reads with a preview link')
    const view = viewFor(context.caller, input.view)
    const named = nameWithFallback(context, input, view)
    // Most names need no look-up: without a promise to wait for, the read starts at once.
    const name = named instanceof Promise ? await named : named
    const { collection } = name
    const problems = new Problems()
    const selection = problems.of(() => selectionOf(collection, input.fields))
    const inclusion = problems.of(() => inclusionOf(context, collection, input.include))
    if (problems.issues.length > 0) throw invalid(problems.issues)
    const answer = await readAnswer(context, name, view, selection)
    if (answer === null) throw itemNotFound(name)
    const found = { collection, isLive: view === 'live' }
    if (inclusion === undefined) {
      answer.delivery = deliveryOfItem(answer, found)
      return partsOfRichText(answer, collection, input)
    }
    const item = await openVisible(context, { ...input, id: name.id }, view)
    const locale = nullIfDefault(context, name.locale)
    const given = inclusion.hasTerms ? await withTerms(context, answer, item, { view, locale }) : answer
    const sources = { collection, ids: [item.row.id], view, locale }
    const whole = await withIncluded(context, given, sources, inclusion)
    whole.delivery = deliveryOfItem(whole, found)
    return partsOfRichText(whole, collection, input)
  },

  create: async (context, { collection: slug, include, ...input }) => {
    const collection = collectionOf(context.schema, slug)
    // A new item has no stored blocks to keep.
    const given = await withParsedBlocks(collection, input.data, async () => ({}))
    return answerWith(context, await createItem(context, collection, { ...input, ...given }), include)
  },

  update: async (context, input) => {
    const item = await openItem(context, nameOf(context, input), input.data)
    if (input.status !== undefined && changesStatus(item, input.status)) requirePublish(context, item)
    requireEdit(context, item)
    checkRev(context, item, input._rev)
    // Items of older releases can have such a slug.
    if (input.slug !== item.row.slug) refuseReservedSlug(input.slug)
    refuseUnpublishedExpectation(input)
    refuseOtherLocale(item, namedLocale(context, input.locale))
    return answerWith(context, await applyUpdate(context, item, input), input.include)
  },

  edit: editItem,

  bulk: changeMany,

  undoPublication: async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    requirePublish(context, item)
    requireEdit(context, item)
    checkRev(context, item, input._rev)
    await checkExpected(context, item, input.expectChanged)
    refuseReservedSlug(input.live?.slug)
    return answerWith(context, await undoPublication(context, item, input), input.include)
  },

  delete: async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    requireEdit(context, item)
    checkRev(context, item, input._rev)
    await checkExpected(context, item, input.expectChanged)
    await trash(context, item)
    return { success: true }
  },

  restore: async (context, input) => {
    const item = await openTrashed(context, nameOf(context, input))
    requireEdit(context, item)
    checkRev(context, item, input._rev)
    await checkExpected(context, item, input.expectChanged)
    return answerWith(context, await restore(context, item), input.include)
  },

  deletePermanently: async (context, input) => {
    const item = await openTrashed(context, nameOf(context, input))
    checkRev(context, item, input._rev)
    await removePermanently(context, item)
    return { success: true }
  },

  publish: transition<ChangeInput & Pick<GivenTimes, 'unpublishAt'> & { publishedAt?: string | undefined }>(
    requirePublish,
    async (context, item, { publishedAt, unpublishAt, expectChanged }) => {
      if (expectChanged === undefined && isPublishedWithDraft(item)) await noticeOtherChanges(context, item)
      const published = await publish(context, await setPublishedAt(context, item, publishedAt))
      const isUnchanged = unpublishAt === undefined || unpublishAt === published.row._unpublish_at
      return isUnchanged ? published : schedule(context, published, { unpublishAt })
    },
  ),
  unpublish: transition(requirePublish, (context, item) => unpublish(context, item)),
  schedule: transition<ChangeInput & GivenTimes>(requirePublish, schedule),
  unschedule: transition(requirePublish, unschedule),
  discardDraft: transition(requireEdit, discardDraft),

  duplicate: async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    requireEdit(context, item)
    // Checks If-Match alone: the call has no `_rev`.
    checkRev(context, item, undefined)
    return answerWith(context, await duplicateItem(context, item), input.include)
  },

  compare: async (context, input) => {
    const name = nameOf(context, input)
    const row = await findRow(context, name, 'present')
    if (row === undefined) throw itemNotFound(name)
    const item = { collection: name.collection, row }
    const read = async (text: string) =>
      dataWithoutHidden(context, item.collection, await completedData(context, text))
    const comparison = await compareVersions(context, item, read)
    // Differences of live translations alone are no change of this item.
    const hasChanges =
      row.status !== 'published' || comparison.changed.some(({ locale }) => locale === undefined)
    return { hasChanges, ...comparison, _rev: currentRev(item) }
  },

  translations: async (context, input) => {
    const name = nameOf(context, input)
    const seesDrafts = mayReadDrafts(context.caller)
    const row = await findRow(context, name, seesDrafts ? 'present' : 'live')
    if (row === undefined) throw itemNotFound(name)
    const isSeen = (status: ItemStatus): boolean => seesDrafts || status === 'published'
    const siblings = await findSiblings(context, { table: name.collection.rows }, row)
    const members = [row, ...siblings]
    const group = members.filter(({ deleted_at, status }) => deleted_at === null && isSeen(status))
    return {
      translationGroup: seenGroup(name.collection, row, members),
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

/**
 * The id of the group as items show it: the id of its first item that the caller sees. `rows` is the table itself for
 * callers without limits, who see all items.
 */
function seenGroup({ table, rows }: CollectionModel, row: ItemRow, members: readonly ItemRow[]): string {
  if (rows === table) return row.translation_group
  const [first = row.id] = members.map(({ id }) => id).toSorted()
  return first
}

type ChangeInput = NamedInput & {
  _rev?: string | undefined
  expectChanged?: readonly string[] | undefined
  include?: Include
}

/**
 * A locale chooses among items with the same slug. Any other use would mean moving the item, which is not possible.
 */
function refuseOtherLocale({ row }: Item, locale: string | undefined): void {
  if (locale === undefined || locale === row.locale) return
  throw invalidAt(
    'locale',
    `the item is in "${row.locale}" and stays there; for "${locale}" make a translation (translationOf)`,
  )
}

/** `expectChanged` names the changes that go live, so it is only for calls that publish. */
function refuseUnpublishedExpectation({
  status,
  expectChanged,
}: ChangeInput & { status?: string | undefined }): void {
  if (expectChanged !== undefined && status !== 'published')
    throw invalidAt('expectChanged', 'needs `status` published in the same call, as it says what goes live')
}

/** The transitions have the same steps: find the item, check rights and `_rev`, change the status, answer. */
function transition<Input extends ChangeInput>(
  requireRight: (context: WriteContext, item: Item) => void,
  move: (context: WriteContext, item: Item, input: Input) => Promise<Item>,
): (context: WriteContext, input: Input) => Promise<Encoded> {
  return async (context, input) => {
    const item = await openItem(context, nameOf(context, input))
    requireRight(context, item)
    checkRev(context, item, input._rev)
    await checkExpected(context, item, input.expectChanged)
    return answerWith(context, await move(context, item, input), input.include)
  }
}

/** Whether a call that sets the status can publish, unpublish or unschedule the item. */
function changesStatus({ row }: Item, status: 'draft' | 'published'): boolean {
  return status === 'published' || row.status !== 'draft'
}
