import { createHash } from 'node:crypto'
import type { ReadContext } from '../../core/context.ts'
import { type Data, ownData } from '../../core/model/data.ts'
import type { CollectionModel, FieldModel } from '../../core/model/model.ts'
import { fieldsWithin, mapLeaves } from '../../core/model/structure.ts'
import { isClosed, valuedFields } from '../../core/model/visible-fields.ts'
import { Encoded } from '../../platform/encoded.ts'
import { noneUnseen, type Unseen } from './place-cache.ts'
import { seenCollections } from './seen-collections.ts'
import { idLength } from '../../platform/ids.ts'

/**
 * A caller with limits must not learn from a reference that an item exists outside of their limits: answers omit such
 * a reference, as if it had never been set.
 */

/**
 * The id of an item or of another object, as a whole word. Author ids, which every item has, are left out: no item
 * has such an id. The look-behinds are at the end, so that they are checked only where an id was found.
 */
const anId = /[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])(?<![0-9A-Z].{26})(?<!"authorId":".{26})/g
/** the replacement of an id within a longer text */
const mask = 'hidden'

/**
 * Whether no item is hidden from a caller. The schema of a caller with limits has only the collections that they see,
 * and `whole` is then the schema with all collections.
 */
export function seesAll({ schema }: Pick<ReadContext, 'schema'>): boolean {
  return schema.whole === undefined
}

/**
 * An answer with one item or a list of items, without references to items that the caller does not see. Its own items
 * and its media are not looked up; `known` are further ids in it that are not ids of items.
 */
export async function withoutHidden(
  context: ReadContext,
  collection: CollectionModel,
  answer: Encoded,
  known: readonly string[] = [],
): Promise<Encoded> {
  if (!canHide(context, collection)) return answer
  // The JSON of the whole answer.
  const text = answer.enveloped.toString()
  const unseen = await unseenIn(context, text, [...answer.ids, ...answer.media, ...known])
  const shown = isEmpty(unseen) ? answer : withoutUnseen(collection, answer, unseen)
  // Only an answer with one item has a `_rev`.
  return answer.rev === null ? shown : shown.withRev(answer.rev + revPart(context, unseen))
}

function withoutUnseen(collection: CollectionModel, answer: Encoded, unseen: Unseen): Encoded {
  const parsed = JSON.parse(answer.enveloped.toString()) as { data: { item?: Item; items?: Item[] } }
  const { item, items = [] } = parsed.data
  for (const one of item === undefined ? items : [item]) hideInItem(collection, one, unseen)
  const { rev, ids, linked, media } = answer
  return new Encoded(Buffer.from(JSON.stringify(parsed)), rev, { ids, linked, media })
}

/**
 * A part of the `_rev` for callers with limits. It depends on the unknown ids: the reference to one appears once an
 * item gets the id, though the item with the reference did not change. Hidden ids are left out, and every `_rev`
 * has the part, so that it does not reveal whether anything is hidden.
 */
function revPart(context: ReadContext, { unknown }: Unseen): string {
  const parts = [context.caller.limits, seenCollections(context), [...unknown].toSorted()]
  const hash = createHash('sha256').update(JSON.stringify(parts))
  return `h${hash.digest('base64url').slice(0, 8)}`
}

/** The members of a JSON object of items by id (`"01…":{…},"01…":{…}`), without references to hidden items. */
export async function membersWithoutHidden(
  context: ReadContext,
  collection: CollectionModel,
  members: Buffer,
): Promise<Buffer> {
  if (!canHide(context, collection)) return members
  const text = members.toString()
  const unseen = await unseenIn(context, text)
  if (isEmpty(unseen)) return members
  const items = JSON.parse(`{${text}}`) as Record<string, Item>
  for (const item of Object.values(items)) hideInItem(collection, item, unseen)
  return Buffer.from(JSON.stringify(items).slice(1, -1))
}

/**
 * Current or former data of an item, in the form of answers, without fields and references that the caller does not
 * see.
 */
export async function dataWithoutHidden(
  context: ReadContext,
  collection: CollectionModel,
  data: Data,
): Promise<Data> {
  if (seesAll(context)) return data
  const unseen = await unseenIn(context, JSON.stringify(data))
  const shown = ownData({ ...data })
  hideInData(collection, shown, unseen)
  return shown
}

/** Any value without ids of items that the caller does not see. */
export async function valueWithoutHidden<Value>(context: ReadContext, value: Value): Promise<Value> {
  if (seesAll(context)) return value
  const { hidden } = await unseenIn(context, JSON.stringify(value))
  return hidden.size === 0 ? value : (masked(value, hidden) as Value)
}

/** JSON texts of values without ids of items that the caller does not see. */
export async function textsWithoutHidden(
  context: ReadContext,
  texts: readonly string[],
): Promise<readonly string[]> {
  if (seesAll(context)) return texts
  const values = await valueWithoutHidden(
    context,
    texts.map((text) => JSON.parse(text) as unknown),
  )
  return values.map((value) => JSON.stringify(value))
}

/** Which items a stored value refers to that the caller does not see. */
export async function hiddenInValue(context: ReadContext, value: unknown): Promise<ReadonlySet<string>> {
  return (await unseenInValue(context, value)).hidden
}

/** Which items a stored value refers to that the caller does not see, and which ids in it no item has or had. */
export function unseenInValue(context: ReadContext, value: unknown): Promise<Unseen> {
  return unseenIn(context, JSON.stringify(value ?? null))
}

/**
 * The value of a field without references to unseen items; undefined if nothing is left. Rich text and JSON can
 * contain ids of anything, so in them only ids of hidden items are replaced, and unknown ones stay.
 */
export function shownValue(field: FieldModel, value: unknown, unseen: Unseen): unknown {
  return mapLeaves({ field, value, path: '' }, ({ field: { type }, value: leaf }) => {
    if (type.name === 'reference') return shownReference(leaf, unseen)
    return type.linksBy === 'any' ? masked(leaf, unseen.hidden) : leaf
  })
}

interface Item {
  data?: Data
}

/** Whether values that the caller sees of a collection can hold ids of items that the caller does not see. */
function canHide(context: ReadContext, collection: CollectionModel): boolean {
  if (seesAll(context)) return false
  // A reference field to a hidden collection has no value for the caller, so `valuedFields` lacks it. Without a limit
  // of locales the caller sees all items of the other collections.
  const seesAllLocales = (context.caller.limits?.locales ?? null) === null
  return valuedFields(collection).some((field) =>
    [field, ...fieldsWithin(field)].some(
      ({ type }) => type.linksBy === 'any' || (type.name === 'reference' && !seesAllLocales),
    ),
  )
}

async function unseenIn(context: ReadContext, text: string, known: readonly string[] = []): Promise<Unseen> {
  if (seesAll(context)) return noneUnseen
  const ids = new Set(text.match(anId))
  for (const id of known) ids.delete(id)
  return ids.size === 0 ? noneUnseen : context.services.placeCache.unseenAmong(context, ids)
}

function isEmpty({ hidden, unknown }: Unseen): boolean {
  return hidden.size === 0 && unknown.size === 0
}

function hideInItem(collection: CollectionModel, { data }: Item, unseen: Unseen): void {
  if (data !== undefined) hideInData(collection, data, unseen)
}

/** Removes references to unseen items from data, and the values of fields that the caller does not see. */
function hideInData(
  { fields, shownField }: CollectionModel,
  data: Record<string, unknown>,
  unseen: Unseen,
): void {
  for (const field of fields) {
    const { slug } = field
    if (!Object.hasOwn(data, slug)) continue
    // The field as the caller sees it. It is closed if it refers to a collection that the caller does not see.
    const callersField = shownField.get(slug)
    const hasValue = callersField !== undefined && !isClosed(callersField)
    const shown = hasValue ? shownValue(field, data[slug], unseen) : undefined
    if (shown === undefined) delete data[slug]
    else data[slug] = shown
  }
}

/** A reference to an unknown id is not shown either: its item could have been one that the caller never saw. */
function shownReference(value: unknown, { hidden, unknown }: Unseen): unknown {
  const isUnseen = (id: unknown): boolean => hidden.has(String(id)) || unknown.has(String(id))
  if (!Array.isArray(value)) return isUnseen(value) ? undefined : value
  const shown = value.filter((id) => !isUnseen(id))
  return shown.length === 0 && value.length > 0 ? undefined : shown
}

/** A value in which ids of hidden items are replaced: a text that is such an id becomes null. */
function masked(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return maskedText(value, hidden)
  if (Array.isArray(value)) return value.map((one) => masked(one, hidden))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, hidden)]))
}

function maskedText(text: string, hidden: ReadonlySet<string>): string | null {
  if (text.length < idLength) return text
  if (hidden.has(text)) return null
  return text.replaceAll(anId, (id) => (hidden.has(id) ? mask : id))
}
