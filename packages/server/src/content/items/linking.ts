import type { WriteContext } from '../../core/context.ts'
import { type Link, linkKey, readLinks, replaceLinks, targetsOf } from '../links/links.ts'
import type { Data } from '../../core/model/data.ts'
import type { FieldModel } from '../../core/model/model.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import type { Item } from './item.ts'
import type { Values } from './values.ts'

/** A reference of an item, whichever version has it. */
type Reference = Pick<Link, 'field' | 'target'>

/** Records the links of a new item. */
export async function linkNew(context: WriteContext, item: Item, values: Values): Promise<void> {
  const found = linksOf(values.keys(), (field) => values.get(field))
  if (found.length > 0) await write(context, item, { before: [], live: found, latest: found })
}

export interface LinkChange {
  readonly before: ItemRow
  /** the stored values of the fields in `values` */
  readonly old: Data
  /** the new values */
  readonly values: Values
  /** the values that editors saw before and see after, if the pending draft was replaced */
  readonly draft: DraftChange | undefined
}

/** The data of an item as its editors see it, before and after a change of its pending draft. */
export interface DraftChange {
  readonly before: Data
  readonly after: Data
}

/**
 * Updates the links of an item after a change. The stored links are read and written only if the references of a
 * value have changed, or a pending draft was discarded.
 */
export async function linkChange(
  context: WriteContext,
  item: Item,
  { before: { draft_revision_id: draftBefore }, old, values, draft }: LinkChange,
): Promise<void> {
  const { collection, row } = item
  const fields = collection.fields.filter(({ type }) => type.linksBy !== null)
  if (fields.length === 0) return
  const hasDraft = row.draft_revision_id !== null
  const live = linksOf(values.keys(), (field) => values.get(field))
  const liveBefore = linksOf(values.keys(), ({ slug }) => old[slug])
  const latest = draft && linksOf(fields, ({ slug }) => draft.after[slug])
  const latestBefore = draft && linksOf(fields, ({ slug }) => draft.before[slug])
  // The item had a draft and has none now. Publishing writes all values of the draft; discarding writes none.
  const isDiscarded = draftBefore !== null && !hasDraft && values.size === 0
  if (!isDiscarded && areEqual(live, liveBefore) && areEqual(latest, latestBefore)) return
  const before = await readLinks(context, row.id)
  const written = new Set([...values.keys()].map(({ slug }) => slug))
  const unchanged = before.filter(({ field, isLive }) => isLive && !written.has(field))
  const liveNow = [...unchanged, ...live]
  // With a draft that did not change, its links stay; without a draft, editors see the columns.
  const latestNow = hasDraft ? (latest ?? before.filter(({ isLatest }) => isLatest)) : liveNow
  await write(context, item, { before, live: liveNow, latest: latestNow })
}

async function write(
  context: WriteContext,
  { collection, row }: Item,
  {
    before,
    live,
    latest,
  }: { before: readonly Link[]; live: readonly Reference[]; latest: readonly Reference[] },
): Promise<void> {
  const [liveKeys, latestKeys] = [new Set(live.map(linkKey)), new Set(latest.map(linkKey))]
  const named = new Map([...live, ...latest].map((link) => [linkKey(link), link]))
  const after = [...named].map(([key, { field, target }]) => ({
    field,
    target,
    isLive: liveKeys.has(key),
    isLatest: latestKeys.has(key),
  }))
  await replaceLinks(context, { id: row.id, type: collection.slug }, { before, after, path: 'data' })
}

function linksOf(fields: Iterable<FieldModel>, valueOf: (field: FieldModel) => unknown): Reference[] {
  return [...fields].flatMap((field) =>
    targetsOf(valueOf(field), field.type.linksBy).map((target) => ({ field: field.slug, target })),
  )
}

function areEqual(one: readonly Reference[] = [], other: readonly Reference[] = []): boolean {
  if (one.length !== other.length) return false
  const keys = new Set(one.map(linkKey))
  return other.every((link) => keys.has(linkKey(link)))
}
