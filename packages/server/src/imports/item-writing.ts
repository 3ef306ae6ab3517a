import { createItem } from '../content/creating.ts'
import type { Item } from '../content/item.ts'
import { freeSlug } from '../content/slugs.ts'
import { schedule, trash } from '../content/transitions.ts'
import type { WriteContext } from '../context.ts'
import { invalid, OctavoError } from '../errors.ts'
import { findUnsafe } from '../json-safety.ts'
import { collectionOf } from '../schema/model.ts'
import { PluginFailure } from '../plugins/failure.ts'
import { giveTerms } from '../terms/assignments.ts'
import { timeText } from '../time-text.ts'
import { remark, together, type Why, why, whyOf } from './because.ts'
import type { CollectionPlan } from './naming.ts'
import { type OriginRow, updateOrigin } from './origin-store.ts'
import type { Note, PreparedItem } from './prepare.ts'
import { insertReport } from './report-store.ts'
import { pathOf } from './resolving.ts'
import { type Fate, fateRow, report, type Run, write } from './run.ts'
import type { MadeTerms } from './terms-phase.ts'

export interface ReadyItem {
  readonly prepared: PreparedItem
  readonly plan: CollectionPlan
  readonly origin: OriginRow
  readonly seq: number
  readonly authorId: string | null
  /** the item above it comes later in the file: it is told its parent at the end */
  readonly waitsForParent: boolean
  /** the terms of each taxonomy that it has some of */
  readonly terms: MadeTerms
}

/**
 * Makes an item of an export in one transaction: the item with its history, its terms, what is remembered of it and
 * its line of the report. What is wrong with it is reported, and stops nothing else.
 */
export async function writeItem(run: Run, ready: ReadyItem): Promise<void> {
  try {
    await tryWriting(run, ready, ready.origin.slug ?? '')
  } catch (error) {
    const code = error instanceof OctavoError ? error.code : null
    if (code === 'DUPLICATE_SLUG') return writeElsewhere(run, ready)
    await report(run, [{ ...fateOf(ready, ready.origin.slug), outcome: 'failed', ...reasonOf(run, error) }])
  }
}

/** Somebody took the slug since it was planned. */
async function writeElsewhere(run: Run, ready: ReadyItem): Promise<void> {
  const { plan, origin } = ready
  try {
    const slug = await write(run.services, {}, (context) =>
      freeSlug(context, collectionOf(context.schema, plan.slug), run.locale, origin.slug ?? ''),
    )
    await tryWriting(run, ready, slug)
  } catch (error) {
    await report(run, [{ ...fateOf(ready, origin.slug), outcome: 'failed', ...reasonOf(run, error) }])
  }
}

/** What of a failure may be told; all of it goes to the log when it is nobody's input. */
export function reasonOf(run: Run, error: unknown): { code: string } & Why {
  if (error instanceof OctavoError) return { code: error.code, ...whyOf(error) }
  run.services.log.error({ err: error, importId: run.importId }, 'a piece of an import failed')
  if (error instanceof PluginFailure) return { code: 'PLUGIN_FAILED', reason: error.message, because: [] }
  return { code: 'INTERNAL_ERROR', ...why('pieceFailed', {}) }
}

async function tryWriting(run: Run, ready: ReadyItem, slug: string): Promise<void> {
  const { prepared, plan, origin, authorId } = ready
  const { state, data } = prepared
  const unsafe = findUnsafe({ data })
  if (unsafe.issues.length > 0) throw invalid(unsafe.issues)
  await write(run.services, { userId: authorId, now: state.createdAt }, async (context) => {
    const item = await createItem(context, collectionOf(context.schema, plan.slug), {
      data,
      slug,
      status: state.status,
      locale: run.locale,
      origin: { id: origin.item_id ?? '', updatedAt: state.updatedAt },
    })
    const notes = [
      ...prepared.notes,
      ...(await assignTerms(context, item, ready)),
      ...(await bringIntoState(run, context, item, ready)),
      ...slugNotes(ready, slug),
    ]
    await updateOrigin(context.db, origin.origin, {
      is_made: 1,
      slug,
      collection: plan.slug,
      details: ready.waitsForParent ? 'waits' : null,
    })
    await insertReport(
      context.db,
      fateRow(run, { ...fateOf(ready, slug), ...told(notes), outcome: 'created', item_id: item.row.id }),
    )
  })
}

export function told(notes: readonly Note[]): Partial<Fate> {
  if (notes.length === 0) return {}
  return { code: notes[0]?.code ?? null, ...together(notes) }
}

function fateOf({ prepared, plan, seq }: ReadyItem, slug: string | null): Omit<Fate, 'outcome'> {
  const { item, title } = prepared
  return {
    kind: item.type,
    seq,
    source_id: item.id,
    title: title || item.name || `#${item.id}`,
    collection: plan.slug,
    old_url: item.link === '' ? null : item.link.slice(0, 2000),
    new_url: slug === null ? null : pathOf(plan.slug, slug),
    line: item.line,
  }
}

function slugNotes({ prepared: { item } }: ReadyItem, slug: string): Note[] {
  if (
    item.name === '' ||
    item.name === slug ||
    encodeURIComponent(slug).toLowerCase() === item.name.toLowerCase()
  )
    return []
  return [{ code: 'SLUG_CHANGED', ...remark('slugChanged', { slug: item.name.slice(0, 200) }) }]
}

async function assignTerms(
  context: WriteContext,
  item: Item,
  { prepared, terms }: ReadyItem,
): Promise<Note[]> {
  const lost: string[] = []
  const byTaxonomy = Map.groupBy(prepared.item.terms, ({ taxonomy }) => taxonomy)
  for (const [source, given] of byTaxonomy) {
    const taxonomy = terms.taxonomies.get(source)
    if (taxonomy === undefined) continue
    const ids = new Set(given.flatMap(({ slug }) => terms.idOf(source, slug) ?? []))
    if (ids.size > 0) await giveTerms(context, item, taxonomy, [...ids])
    for (const { slug } of given) if (terms.idOf(source, slug) === undefined) lost.push(`${source}: ${slug}`)
  }
  if (lost.length === 0) return []
  return [{ code: 'TERM_LOST', ...remark('termsLost', { names: lost.slice(0, 20).join(', ') }) }]
}

/** Schedules what was scheduled, and brings to the trash what was there. Gives what could not be done. */
async function bringIntoState(
  run: Run,
  context: WriteContext,
  item: Item,
  { prepared: { state } }: ReadyItem,
): Promise<Note[]> {
  const now = { ...context, now: timeText(run.services.clock()) }
  if (state.isTrashed) await trash(now, item)
  if (state.scheduledAt === null) return []
  if (!item.collection.supports('scheduling')) {
    return [{ code: 'NOT_SCHEDULED', ...remark('notScheduled', { time: state.scheduledAt }) }]
  }
  await schedule(now, item, state.scheduledAt)
  return []
}
