import { isAllowed } from '@octavo/contract/access'
import type { WriteContext } from '../context.ts'
import type { Encoded } from '../encoded.ts'
import { notFound, OctavoError, refusal } from '../errors.ts'
import type { CollectionModel } from '../schema/model.ts'
import type { ItemRow } from '../schema/system-columns.ts'
import { isCurrent, revSuffix } from './rev.ts'
import { findRow, type ItemName, readAnswer } from './store.ts'

/** An item under change: its row as it was read, locked until the transaction ends. */
export interface Item {
  readonly collection: CollectionModel
  readonly row: ItemRow
}

export function itemNotFound({ collection, id }: Pick<ItemName, 'collection' | 'id'>): OctavoError {
  return notFound(`The item "${id.slice(0, 100)}" of the collection "${collection.slug}"`)
}

/** The item of a path for a change; NOT_FOUND when it is not there, or in the trash. */
export async function openItem(context: WriteContext, name: ItemName): Promise<Item> {
  const row = await findRow(context, name, 'present')
  if (row === undefined) throw itemNotFound(name)
  return { collection: name.collection, row }
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

/** Throws CONFLICT for a stale `_rev`, PRECONDITION_FAILED for an If-Match that names other versions. */
export function checkRev(
  { ifMatch }: WriteContext,
  { collection, row }: Item,
  rev: string | undefined,
): void {
  const current = `${row.version}${revSuffix(collection, 'latest')}`
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

/** Somebody else has changed the item. */
export function changed(current?: string): OctavoError {
  if (current === undefined) return refusal('CONFLICT', 'itemChanged', {})
  return refusal('CONFLICT', 'itemChanged', { rev: current }, { details: { _rev: current } })
}

/** The item as it is now, in the view that its editor has. */
export async function answerWith(context: WriteContext, { collection, row }: Item): Promise<Encoded> {
  const answer = await readAnswer(context, { collection, id: row.id, locale: undefined }, 'latest')
  if (answer === null) throw itemNotFound({ collection, id: row.id })
  return answer
}

function isOwner({ caller }: WriteContext, { author_id }: ItemRow): boolean {
  return caller.userId !== null && caller.userId === author_id
}

/** Who may change an item: editors any, authors their own, contributors their own drafts. */
export function demandEdit(context: WriteContext, { row }: Item): void {
  const { caller } = context
  if (isAllowed(caller, 'content.editAny')) return
  if (isOwner(context, row)) {
    if (isAllowed(caller, 'content.editOwn')) return
    if (row.status === 'draft' && isAllowed(caller, 'content.editOwnUnpublished')) return
    throw new OctavoError('FORBIDDEN', 'Insufficient permissions: a contributor changes only drafts.')
  }
  throw new OctavoError('FORBIDDEN', 'Insufficient permissions: the item belongs to somebody else.')
}

/** Who may decide what is on the site: editors for any item, authors for their own. */
export function demandPublish(context: WriteContext, { row }: Item): void {
  const { caller } = context
  if (isAllowed(caller, 'content.publishAny')) return
  if (isOwner(context, row) && isAllowed(caller, 'content.publishOwn')) return
  throw new OctavoError(
    'FORBIDDEN',
    isOwner(context, row)
      ? 'Insufficient permissions: this role does not publish.'
      : 'Insufficient permissions: the item belongs to somebody else.',
  )
}
