import { createItem } from '../content/items/creating.ts'
import type { Item } from '../content/items/item.ts'
import { lockTerms } from '../content/items/item-terms.ts'
import { freeSlug } from '../content/items/slugs.ts'
import { schedule } from '../content/items/scheduling.ts'
import { trash } from '../content/items/transitions.ts'
import type { WriteContext } from '../core/context.ts'
import { writeOrDefer } from '../core/deferred-writes.ts'
import { invalid, isUnavailable, OctavoError } from '../platform/errors.ts'
import { findUnsafe } from '../platform/json-safety.ts'
import { collectionOf } from '../core/model/model.ts'
import { PluginFailure } from '../plugins/failure.ts'
import {
  remark,
  combineMessages,
  type Message,
  failureMessage,
  messageOfError,
  someNames,
} from './messages.ts'
import type { CollectionPlan } from './naming.ts'
import { markMade, type OriginRow } from './origin-store.ts'
import { type ItemState, type Note, type PreparedItem, stateOf } from './prepare.ts'
import { insertReports } from './report-store.ts'
import { shownAddress } from './origins.ts'
import { pathOf } from './resolving.ts'
import { type ImportOutcome, reportRow, report, type Run, write, writeTogether } from './run.ts'
import { storedWaiting, type Waiting } from './waiting.ts'
import type { MadeTerms } from './made-terms.ts'

/** A prepared item whose references are resolved, ready to be written. */
export interface ReadyItem {
  readonly prepared: PreparedItem
  readonly plan: CollectionPlan
  /** has the id and the slug that were planned for the item */
  readonly origin: OriginRow
  /** its number in the report */
  readonly seq: number
  /** the user who is its author; null if no user has the author's address */
  readonly authorId: string | null
  /** references to items that come later in the file, which are set at the end of the import */
  readonly waiting: Waiting
  /** the item's terms by taxonomy */
  readonly terms: MadeTerms
  readonly locale: string
  /** the id of the item that it translates; null if it is no translation */
  readonly translationOf: string | null
}

/** items per transaction */
const groupSize = 20

/**
 * Creates items of an export with their history, terms, origins and report lines, several in one transaction. If one of
 * them fails, each is created again in its own transaction: problems of an item are reported and do not affect others.
 */
export async function writeItems(run: Run, all: readonly ReadyItem[]): Promise<void> {
  // The author of the items in a transaction is its caller, so each transaction has items of one author.
  const byAuthor = [...Map.groupBy(all, ({ authorId }) => authorId)]
  const groups = byAuthor.flatMap(([authorId, itemsOfAuthor]) =>
    Array.from({ length: Math.ceil(itemsOfAuthor.length / groupSize) }, (_, index) => ({
      authorId,
      items: itemsOfAuthor.slice(index * groupSize, (index + 1) * groupSize),
    })),
  )
  await Promise.all(groups.map((group) => writeGroup(run, group)))
}

/** Creates the items of one author in one transaction; if it fails, each item in its own. */
async function writeGroup(
  run: Run,
  { authorId, items }: { authorId: string | null; items: readonly ReadyItem[] },
): Promise<void> {
  const terms = items.flatMap((ready) => termsOf(ready).ids)
  // One query reads and locks the terms of all items; otherwise each item would need its own.
  const creating = [
    (context: WriteContext) => lockTerms(context, terms),
    ...items.map(
      (ready) => (context: WriteContext) => createReady(run, context, ready, ready.origin.slug ?? ''),
    ),
  ]
  try {
    await writeTogether(run.services, authorId, creating)
  } catch (error) {
    // An outage interrupts the run.
    if (isUnavailable(error)) throw error
    for (const ready of items) await writeItem(run, ready)
  }
}

/**
 * Writes one item, and reports a failure. It is written once more with another slug if its slug is taken, or as no
 * translation if the item that it translates has another translation into the locale.
 */
async function writeItem(run: Run, ready: ReadyItem): Promise<void> {
  try {
    await tryWriting(run, ready, ready.origin.slug ?? '')
  } catch (error) {
    const code = error instanceof OctavoError ? error.code : null
    if (code === 'DUPLICATE_SLUG') return writeWithFreeSlug(run, ready)
    if (error instanceof OctavoError && code === 'CONFLICT' && ready.translationOf !== null)
      return writeItem(run, withoutSource(ready, error))
    await report(run, [{ ...outcomeOf(ready, null), outcome: 'failed', ...reasonOf(run, error) }])
  }
}

/** The item without the item that it translates, because there is another translation into the locale already. */
function withoutSource(ready: ReadyItem, error: OctavoError): ReadyItem {
  const { reason: fault, because } = messageOfError(error)
  ready.prepared.notes.push(remark('translationRefused', { fault }, because))
  return { ...ready, translationOf: null }
}

/** The data of an item; a translation has no values of its own in fields that are not translated. */
function dataOf(
  { services }: Run,
  { prepared: { data }, plan, translationOf }: ReadyItem,
): { data: Record<string, unknown>; notes: Note[] } {
  const fields = services.schema.current.collections.get(plan.slug)?.field
  const shared = Object.keys(data).filter((slug) => fields?.get(slug)?.definition.translatable === false)
  if (translationOf === null || shared.length === 0) return { data, notes: [] }
  const names = shared.join(', ')
  const translatedValues = Object.entries(data).filter(([slug]) => !shared.includes(slug))
  return { data: Object.fromEntries(translatedValues), notes: [remark('valuesShared', { names })] }
}

/** Writes an item with another slug, because its planned slug has been taken meanwhile. */
async function writeWithFreeSlug(run: Run, ready: ReadyItem): Promise<void> {
  const { plan, origin } = ready
  try {
    const slug = await write(run.services, {}, (context) =>
      freeSlug(context, collectionOf(context.schema, plan.slug), ready.locale, origin.slug ?? ''),
    )
    await tryWriting(run, ready, slug)
  } catch (error) {
    await report(run, [{ ...outcomeOf(ready, null), outcome: 'failed', ...reasonOf(run, error) }])
  }
}

/**
 * The public reason of a failure. A failure that the input does not explain is logged in full. An outage is thrown: it
 * interrupts the run, which is resumed later.
 */
export function reasonOf(run: Run, error: unknown): { code: string } & Message {
  if (isUnavailable(error)) throw error
  if (error instanceof OctavoError) return { code: error.code, ...messageOfError(error) }
  run.services.log.error({ err: error, importId: run.importId }, 'a piece of an import failed')
  if (error instanceof PluginFailure) return { code: 'PLUGIN_FAILED', reason: error.message, because: [] }
  return { code: 'INTERNAL_ERROR', ...failureMessage('pieceFailed', {}) }
}

async function tryWriting(run: Run, ready: ReadyItem, slug: string): Promise<void> {
  await write(run.services, { userId: ready.authorId }, (context) => createReady(run, context, ready, slug))
}

/**
 * The state of an item. It is determined again for a scheduled one, whose time may have passed since it was prepared.
 */
async function stateNow({ sharedNow }: WriteContext, { item, state }: PreparedItem): Promise<ItemState> {
  return state.scheduledAt === null ? state : stateOf(item, await sharedNow()).state
}

/**
 * The values that must be checked: content that was checked in the conversion is left out, as only targets of this
 * site were added to it.
 */
function unchecked(data: Record<string, unknown>, { converted }: PreparedItem): Record<string, unknown> {
  if (converted.isSafe !== true) return data
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== converted.blocks))
}

/** Creates an item with the times of the old site, with its origin and its report line. */
async function createReady(
  run: Run,
  transaction: WriteContext,
  ready: ReadyItem,
  slug: string,
): Promise<void> {
  const { prepared, plan, origin, locale, translationOf } = ready
  const state = await stateNow(transaction, prepared)
  const context = { ...transaction, now: state.createdAt }
  const { data, notes: dataNotes } = dataOf(run, ready)
  const unsafe = findUnsafe({ data: unchecked(data, prepared) })
  if (unsafe.issues.length > 0) throw invalid(unsafe.issues)
  const { ids, lost } = termsOf(ready)
  const item = await createItem(context, collectionOf(context.schema, plan.slug), {
    data,
    slug,
    status: state.status,
    // Allows drafts to lack required values; it changes nothing for other items.
    incomplete: true,
    locale,
    ...(translationOf !== null && { translationOf }),
    origin: { id: origin.item_id ?? '', updatedAt: state.updatedAt, termIds: ids },
  })
  const notes = [
    ...prepared.notes,
    ...dataNotes,
    ...lostTerms(lost),
    ...(await restoreState(context, item, state)),
    ...slugNotes(ready, slug),
  ]
  // If several items share the transaction, these rows are collected and written together at its end.
  await writeOrDefer(context, markMade, {
    origin: origin.origin,
    slug,
    collection: plan.slug,
    details: storedWaiting(ready.waiting),
  })
  const outcome: ImportOutcome = {
    ...outcomeOf(ready, slug),
    ...reportedNotes(notes),
    outcome: 'created',
    item_id: item.row.id,
  }
  await writeOrDefer(context, insertReports, reportRow(run, outcome))
}

/** What the report says of notes: the code of the first one, and the messages of all. */
export function reportedNotes(notes: readonly Note[]): Partial<ImportOutcome> {
  if (notes.length === 0) return {}
  return { code: notes[0]?.code ?? null, ...combineMessages(notes) }
}

/** The part of a report line that does not depend on the outcome; `slug` is null if no item is created. */
export function outcomeOf(
  { prepared, plan, seq }: ReadyItem,
  slug: string | null,
): Omit<ImportOutcome, 'outcome'> {
  const { item, title } = prepared
  return {
    kind: item.type,
    seq,
    source_id: item.id,
    title: title || item.name || `#${item.id}`,
    collection: plan.slug,
    old_url: item.link === '' ? null : shownAddress(item.link).slice(0, 2000),
    new_url: slug === null ? null : pathOf(plan.slug, slug),
    line: item.line,
  }
}

/**
 * A note if the item had a slug and now has another. The old platform stores slugs in other alphabets
 * percent-encoded with small letters.
 */
function slugNotes({ prepared: { item } }: ReadyItem, slug: string): Note[] {
  if (
    item.name === '' ||
    item.name === slug ||
    encodeURIComponent(slug).toLowerCase() === item.name.toLowerCase()
  )
    return []
  return [remark('slugChanged', { slug: item.name.slice(0, 200) })]
}

/** The ids of the item's terms, and the names in the export of terms that do not exist. */
function termsOf({ prepared, terms }: ReadyItem): { ids: string[]; lost: string[] } {
  const given = prepared.item.terms.filter(({ taxonomy }) => terms.taxonomies.has(taxonomy))
  const named = given.map(({ taxonomy, slug }) => ({
    id: terms.idOf(taxonomy, slug),
    name: `${taxonomy}: ${slug}`,
  }))
  return {
    ids: [...new Set(named.flatMap(({ id }) => id ?? []))],
    lost: named.flatMap(({ id, name }) => (id === undefined ? [name] : [])),
  }
}

function lostTerms(names: readonly string[]): Note[] {
  if (names.length === 0) return []
  return [remark('termsLost', { names: someNames(names) })]
}

/** Restores the scheduled or trashed state. Returns what could not be restored. */
async function restoreState(context: WriteContext, item: Item, state: ItemState): Promise<Note[]> {
  if (!state.isTrashed && state.scheduledAt === null) return []
  // The item is trashed or scheduled now, not at the time of its creation on the old site. An item without a time on
  // the old site was created by the shared clock, so this time is from it as well.
  const now = { ...context, now: await context.sharedNow() }
  // The rows of the new item are written first, because the following change reads them.
  await context.deferred?.flush(now)
  if (state.isTrashed) await trash(now, item)
  if (state.scheduledAt === null) return []
  if (!item.collection.supports('scheduling')) {
    return [remark('notScheduled', { time: state.scheduledAt })]
  }
  await schedule(now, item, { scheduledAt: state.scheduledAt })
  return []
}
