import { holdsOwnOrAny, requireOwnOrAny } from '../../core/caller.ts'
import type { ReadContext, WriteContext } from '../../core/context.ts'
import type { Encoded } from '../../platform/encoded.ts'
import { notFound, OctavoError, refusal } from '../../platform/errors.ts'
import type { Data } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { shownTerms, workingTerms } from './item-terms.ts'
import { idPartStart, isCurrent, revSuffix, revWithTerms } from './rev.ts'
import { findRow, findRowWith, type ItemName, readAnswer } from './store.ts'
import { assignedIds } from './term-store.ts'
import type { View } from './view.ts'

/** An item with its row as it was read. In a transaction, the row is locked until the transaction ends. */
export interface Item {
  readonly collection: CollectionModel
  readonly row: ItemRow
  /** stored values that were read with the row, by the slugs of their fields */
  readonly columns?: Data
}

export function itemNotFound({ collection, id }: Pick<ItemName, 'collection' | 'id'>): OctavoError {
  return notFound(`The item "${id.slice(0, 100)}" of the collection "${collection.slug}"`)
}

/**
 * The item of a path for a change; NOT_FOUND when it is not there, or in the trash. The values of the fields that
 * `data` names are read with it.
 */
export async function openItem(context: WriteContext, name: ItemName, data: object = {}): Promise<Item> {
  const { collection } = name
  const fields = collection.fields.filter(({ slug }) => Object.hasOwn(data, slug))
  const found = await findRowWith(context, name, 'present', fields)
  if (found === undefined) throw itemNotFound(name)
  return { collection, row: found.row, columns: found.data }
}

/** The trashed item of a path; NOT_FOUND when it is not in the trash. */
export async function openTrashed(context: WriteContext, name: ItemName): Promise<Item> {
  const row = await findRow(context, name, 'trashed')
  if (row !== undefined) return { collection: name.collection, row }
  const present = await findRow(context, name, 'present')
  if (present === undefined) throw itemNotFound(name)
  throw new OctavoError(
    'NOT_FOUND',
    `The item "${present.id}" is not in the trash of "${name.collection.slug}".`,
  )
}

/**
 * Throws CONFLICT for a stale `_rev`, PRECONDITION_FAILED for an If-Match that names other versions. Every item
 * matches `If-Match: *`, which is null here.
 */
export function checkRev(
  { ifMatch }: WriteContext,
  { collection, row }: Item,
  rev: string | undefined,
): void {
  const current = currentRev({ collection, row })
  if (Array.isArray(ifMatch) && !ifMatch.some((tag: string) => isCurrent(tag, row.version))) {
    throw new OctavoError(
      'PRECONDITION_FAILED',
      `The item has changed: its current version is "${current}".`,
      {
        details: { _rev: current },
      },
    )
  }
  if (rev !== undefined && !isCurrent(rev, row.version)) throw changed(current)
}

/** The `_rev` of an item as its editors see it. */
export function currentRev({ collection, row }: Item): string {
  return `${row.version}${revSuffix(collection, 'latest')}${row.id.slice(idPartStart)}`
}

/** The error for an item that was changed since it was read; `current` is its `_rev`, if it is known. */
export function changed(current?: string): OctavoError {
  if (current === undefined) return refusal('CONFLICT', 'itemChanged', {})
  return refusal('CONFLICT', 'itemChanged', { rev: current }, { details: { _rev: current } })
}

/** The additional members of an item in a response. */
export type Include = readonly 'terms'[] | undefined

/** The answer to a change: the item as editors see it now, with the notices of the call. */
export async function answerWith(context: WriteContext, item: Item, include: Include): Promise<Encoded> {
  const { collection, row } = item
  const plain = await readAnswer(context, { collection, id: row.id, locale: undefined }, 'latest')
  if (plain === null) throw itemNotFound({ collection, id: row.id })
  const answer =
    include === undefined ? plain : await withTerms(context, plain, item, { view: 'latest', locale: null })
  const { notices } = context
  return notices.length === 0 ? answer : answer.withMember('notice', notices.join(' '))
}

/** An answer with the terms of its item. */
export async function withTerms(
  context: ReadContext,
  answer: Encoded,
  { collection, row }: Item,
  { view, locale }: { view: View; locale: string | null },
): Promise<Encoded> {
  const ids = await (view === 'live' ? assignedIds(context, row.id) : workingTerms(context, row))
  const { terms, objects } = await shownTerms(context, collection, ids, locale)
  const rev = revWithTerms(answer.rev ?? '', JSON.stringify([terms, objects]))
  return answer.withItemMember('terms', JSON.stringify(terms), rev)
}

/**
 * Whether publishing replaces the version that visitors see by a draft. An unpublished item can keep its draft, but
 * visitors see no version of it.
 */
export function isPublishedWithDraft({ row }: Item): boolean {
  return row.status === 'published' && row.draft_revision_id !== null
}

function isOwner({ caller }: WriteContext, { author_id }: ItemRow): boolean {
  return caller.userId !== null && caller.userId === author_id
}

/**
 * Throws FORBIDDEN unless the caller may change an item: editors any, authors their own, contributors their own
 * drafts.
 */
export function requireEdit(context: WriteContext, item: Item): void {
  requireOwnOrAny(context.caller, editRights(context, item))
}

/** Whether the caller may change an item, by the rights of `requireEdit`. */
export function mayEdit(context: WriteContext, item: Item): boolean {
  return holdsOwnOrAny(context.caller, editRights(context, item))
}

function editRights(context: WriteContext, { row }: Item) {
  return {
    isOwner: isOwner(context, row),
    own: row.status === 'draft' ? 'content.editOwnUnpublished' : 'content.editOwn',
    any: 'content.editAny',
  } as const
}

/** Whether the caller may publish and unpublish: editors any item, authors their own. */
export function requirePublish(context: WriteContext, { row }: Item): void {
  requireOwnOrAny(context.caller, {
    isOwner: isOwner(context, row),
    own: 'content.publishOwn',
    any: 'content.publishAny',
  })
}
