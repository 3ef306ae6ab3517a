import { openItem } from '../content/items/item.ts'
import { save } from '../content/items/saving.ts'
import { publish } from '../content/items/transitions.ts'
import type { WriteContext } from '../core/context.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { collectionOf } from '../core/model/model.ts'
import { parentField } from './completing.ts'
import { findReferable } from './existing.ts'
import { parseCauses, remark, storedCauses, combineMessages, messageOfError } from './messages.ts'
import { findBySource, findWaiting, type OriginRow, updateOrigin } from './origin-store.ts'
import type { Note } from './prepare.ts'
import { referenceValue } from './reference-value.ts'
import { lineOfItem, updateLineMessage } from './report-store.ts'
import { type Run, stopIfAsked, write } from './run.ts'
import { isWaiting, parseWaiting, type Waiting } from './waiting.ts'

/** limit of ancestors in the search for a cycle; it also ends the search in a cycle that the item is not part of */
const maxHeight = 200

/** items per query */
const batchSize = 64

/** Sets the references of items that were created before what they refer to. A cycle of parents is broken. */
export async function setParents(run: Run): Promise<void> {
  const db = run.services.database.reader
  for (let after = ''; ;) {
    stopIfAsked(run)
    const waiting = await findWaiting(db, run.site, after, batchSize)
    const last = waiting.at(-1)
    if (last === undefined) return
    for (const one of waiting) await setReferences(run, one)
    after = last.origin
  }
}

/** Sets the references of one item, and records that it waits no longer. */
async function setReferences(run: Run, child: OriginRow): Promise<void> {
  const waiting = parseWaiting(child.details)
  // An item that was deleted permanently is treated like one in the trash.
  const isInTrash = !(await findReferable(run, [child])).has(child.item_id ?? '')
  try {
    await write(run.services, {}, async (context) => {
      const { values, notes } = isInTrash
        ? { values: new Map<string, unknown>(), notes: [remark('waitedInTrash', {})] }
        : await valuesOf(run, context, child, waiting)
      if (values.size > 0) await saveReferences(context, child, values)
      await endWaiting(run, context, child, notes)
    })
  } catch (error) {
    if (!(error instanceof OctavoError) || isUnavailable(error)) throw error
    const { reason: fault, because } = messageOfError(error)
    // The failed transaction was rolled back; without this, a resumed run would try the item again.
    await write(run.services, {}, (context) =>
      endWaiting(run, context, child, [remark('parentRefused', { fault }, because)]),
    )
  }
}

/** Records that an item waits no longer, and adds the notes to its line in the report. */
async function endWaiting(
  run: Run,
  context: WriteContext,
  child: OriginRow,
  notes: readonly Note[],
): Promise<void> {
  await updateOrigin(context.db, child.origin, { details: null })
  for (const note of notes) await addNote(run, context, child, note)
}

/** What is set in an item, and what the report says of references that are not. */
interface Found {
  /** slug of a field → value */
  readonly values: Map<string, unknown>
  readonly notes: Note[]
}

/** The values of an item's reference fields. A parent that is a descendant of the item is left out. */
async function valuesOf(
  run: Run,
  context: WriteContext,
  child: OriginRow,
  { parent: waitsForParent, references }: Waiting,
): Promise<Found> {
  const found: Found = { values: new Map(), notes: [] }
  if (waitsForParent) {
    const parent = (await itemsOf(context, run.site, [child.parent_source_id]))[0]
    const problem = await problemOfParent(run, context, child, parent)
    const field = parent === undefined ? undefined : parentFieldOfItem(run, child, parent)
    if (problem !== null) found.notes.push(problem)
    else if (field !== undefined && parent !== undefined) found.values.set(field, parent.item_id)
  }
  for (const [field, ids] of Object.entries(references))
    await addReferences(run, context, child, { field, ids, found })
  return found
}

/** The slug of the field for this parent; undefined if the collection of the item has none. */
function parentFieldOfItem(run: Run, child: OriginRow, parent: OriginRow): string | undefined {
  const plan = [...run.collections.values()].find(({ slug }) => slug === child.collection)
  return plan === undefined ? undefined : parentField(run, plan, parent.collection ?? '')
}

interface ReferenceField {
  readonly field: string
  readonly ids: readonly string[]
  readonly found: Found
}

/** Adds the value of one reference field, and a note on the items that it cannot refer to. */
async function addReferences(
  run: Run,
  context: WriteContext,
  child: OriginRow,
  { field, ids, found }: ReferenceField,
): Promise<void> {
  const model = context.schema.collections.get(child.collection ?? '')?.field.get(field)
  const rows = new Map((await itemsOf(context, run.site, ids)).map((row) => [row.source_id, row]))
  const inExport = ids.flatMap((id) => rows.get(id) ?? [])
  const fitting = inExport.filter(
    (row) => row.is_made === 1 && row.collection === model?.options['collection'] && row.item_id !== null,
  )
  const referable = await findReferable(run, fitting)
  const fittingIds = fitting.flatMap(({ item_id: id }) => id ?? [])
  const values = [...new Set(fittingIds.filter((id) => referable.has(id)))]
  const count = new Set(ids).size - values.length
  if (count > 0) found.notes.push(remark('referencesLost', { field, count }))
  if (values.length === 0) return
  const isList = model?.options['allowMultiple'] === true
  found.values.set(field, referenceValue({ field, ids: values, isList }, found.notes))
}

/** Adds a note to the message of an item. */
async function addNote(
  { importId }: Run,
  { db }: WriteContext,
  { item_id: id }: OriginRow,
  note: Note,
): Promise<void> {
  const line = await lineOfItem(db, importId, id ?? '')
  if (line === undefined) return
  const { seq, code, reason } = line
  const before = reason === null ? [] : [{ reason, because: parseCauses(line) }]
  const both = combineMessages([...before, note])
  // If only part of the message were translatable, clients would omit the rest.
  const isTranslatable = before.every(({ because }) => because.length > 0)
  await updateLineMessage(
    db,
    { importId, seq },
    {
      code: code ?? note.code,
      reason: both.reason,
      because: isTranslatable ? storedCauses(both.because) : null,
    },
  )
}

/** The origins of the items with these old ids. */
async function itemsOf(
  { db }: Pick<WriteContext, 'db'>,
  site: string,
  ids: readonly string[],
): Promise<OriginRow[]> {
  return (await findBySource(db, site, ids)).filter(({ kind }) => kind === 'item')
}

/** Whether the parent of an item is not set yet. */
function isWaitingForParent({ details }: OriginRow): boolean {
  return isWaiting(details) && parseWaiting(details).parent
}

/** Why a parent cannot be set; null if it can. */
async function problemOfParent(
  run: Run,
  context: WriteContext,
  child: OriginRow,
  parent: OriginRow | undefined,
): Promise<Note | null> {
  const { site } = run
  if (parent === undefined || parent.is_made !== 1) {
    return remark('parentNotImported', {})
  }
  if (!(await findReferable(run, [parent])).has(parent.item_id ?? '')) return remark('parentInTrash', {})
  let ancestor: OriginRow | undefined = parent
  for (let height = 0; ancestor !== undefined && height < maxHeight; height++) {
    if (ancestor.origin === child.origin) {
      return remark('parentCircle', {})
    }
    // An item that still waits has no parent yet.
    if (ancestor.parent_source_id === '' || isWaitingForParent(ancestor)) return null
    ancestor = (await itemsOf(context, site, [ancestor.parent_source_id]))[0]
  }
  return null
}

/** Sets references like an editor's change, but keeps the time of the last change. */
async function saveReferences(
  context: WriteContext,
  child: OriginRow,
  given: ReadonlyMap<string, unknown>,
): Promise<void> {
  const collection = collectionOf(context.schema, child.collection ?? '')
  const values = new Map(
    [...given].flatMap(([slug, value]) => {
      const field = collection.field.get(slug)
      return field === undefined ? [] : [[field, value] as const]
    }),
  )
  if (values.size === 0) return
  const item = await openItem(context, { collection, id: child.item_id ?? '', locale: undefined })
  const lastChange = { ...context, now: item.row.updated_at }
  // A draft beside the live version is not published by the import.
  const isLive = item.row.status === 'published' && item.row.draft_revision_id === null
  const saved = await save(lastChange, item, { values, slug: undefined, isPublishedNext: isLive })
  if (isLive) await publish(lastChange, saved, { isJustSaved: true })
}
