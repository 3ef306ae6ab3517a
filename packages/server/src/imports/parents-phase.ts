import { openItem } from '../content/items/item.ts'
import { save } from '../content/items/saving.ts'
import { publish } from '../content/items/transitions.ts'
import type { WriteContext } from '../core/context.ts'
import { isUnavailable, OctavoError } from '../platform/errors.ts'
import { collectionOf } from '../core/model/model.ts'
import { parentField } from './completing.ts'
import { parseBecause, remark, stored, combineMessages, messageOfError } from './messages.ts'
import { findBySource, findWaiting, type OriginRow, updateOrigin } from './origin-store.ts'
import type { Note } from './prepare.ts'
import { saidOf, updateSaid } from './report-store.ts'
import { type Run, stopIfAsked, write } from './run.ts'

/** limit of ancestors in the search for cycles */
const maxHeight = 200

const batchSize = 64

/** Sets the parents of items that were created before them. A cycle is broken where it is found. */
export async function setParents(run: Run): Promise<void> {
  const db = run.services.database.reader
  for (let after = ''; ;) {
    stopIfAsked(run)
    const waiting = await findWaiting(db, run.site, after, batchSize)
    const last = waiting.at(-1)
    if (last === undefined) return
    for (const one of waiting) await setParent(run, one)
    after = last.origin
  }
}

async function setParent(run: Run, child: OriginRow): Promise<void> {
  const note = await write(run.services, {}, async (context) => {
    const parent = (await itemsOf(context, run.site, [child.parent_source_id]))[0]
    const trouble = await problemWith(context, run.site, child, parent)
    if (trouble === null && parent !== undefined) await putBelow(run, context, child, parent)
    await updateOrigin(context.db, child.origin, { details: null })
    return trouble
  }).catch(async (error: unknown): Promise<Note> => {
    if (!(error instanceof OctavoError) || isUnavailable(error)) throw error
    await write(run.services, {}, ({ db }) => updateOrigin(db, child.origin, { details: null }))
    const { reason: fault, because } = messageOfError(error)
    return remark('parentRefused', { fault }, because)
  })
  if (note !== null) await write(run.services, {}, (context) => addNote(run, context, child, note))
}

/** Adds a note to the message of an item. */
async function addNote(
  { importId }: Run,
  { db }: WriteContext,
  { item_id: id }: OriginRow,
  note: Note,
): Promise<void> {
  const said = await saidOf(db, importId, id ?? '')
  if (said === undefined) return
  const { seq, code, reason } = said
  const before = reason === null ? [] : [{ reason, because: parseBecause(said) }]
  const both = combineMessages([...before, note])
  // If only part of the message were translatable, clients would omit the rest.
  const isNamed = before.every(({ because }) => because.length > 0)
  await updateSaid(
    db,
    { importId, seq },
    { code: code ?? note.code, reason: both.reason, because: isNamed ? stored(both.because) : null },
  )
}

async function itemsOf(
  { db }: Pick<WriteContext, 'db'>,
  site: string,
  ids: readonly string[],
): Promise<OriginRow[]> {
  return (await findBySource(db, site, ids)).filter(({ kind }) => kind === 'item')
}

async function problemWith(
  context: WriteContext,
  site: string,
  child: OriginRow,
  parent: OriginRow | undefined,
): Promise<Note | null> {
  if (parent === undefined || parent.is_made !== 1) {
    return remark('parentNotImported', {})
  }
  let above: OriginRow | undefined = parent
  for (let height = 0; above !== undefined && height < maxHeight; height++) {
    if (above.origin === child.origin) {
      return remark('parentCircle', {})
    }
    // An item that still waits has no parent yet.
    if (above.parent_source_id === '' || above.details === 'waits') return null
    above = (await itemsOf(context, site, [above.parent_source_id]))[0]
  }
  return null
}

/** Sets the parent like an editor's change, but keeps the time of the last change. */
async function putBelow(run: Run, context: WriteContext, child: OriginRow, parent: OriginRow): Promise<void> {
  const collection = collectionOf(context.schema, child.collection ?? '')
  const plan = [...run.collections.values()].find(({ slug }) => slug === collection.slug)
  const slug = plan === undefined ? undefined : parentField(run, plan, parent.collection ?? '')
  const field = slug === undefined ? undefined : collection.field.get(slug)
  if (field === undefined) return
  const item = await openItem(context, { collection, id: child.item_id ?? '', locale: undefined })
  const then = { ...context, now: item.row.updated_at }
  const isLive = item.row.status === 'published' && item.row.draft_revision_id === null
  const saved = await save(then, item, {
    values: new Map([[field, parent.item_id]]),
    slug: undefined,
    isPublishedNext: isLive,
  })
  if (isLive) await publish(then, saved, { isJustSaved: true })
}
