import { requireTokenRight } from '../../core/caller.ts'
import type { WriteContext } from '../../core/context.ts'
import type { Replaced } from '../../core/replaced-values.ts'
import { type Data, parseData } from '../../core/model/data.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import { lockMediaOf } from '../../core/delivery/counts.ts'
import { dataText, storedForm } from '../../core/model/stored-form.ts'
import type { ItemRow } from '../../core/model/system-columns.ts'
import { auditItem, isVisible, namedSlug, stateFacts, storedFacts, valueFacts } from './auditing.ts'
import { namingConflicts, refuseTakenSlug, refuseTakenValues } from './conflicts.ts'
import { changed, type Item } from './item.ts'
import { indexChange } from './indexing.ts'
import { assignTerms, termFacts, termsText } from './item-terms.ts'
import { type DraftChange, linkChange } from './linking.ts'
import { removeRedirectsFromAddress, redirectOldAddress, moveOf } from './moving.ts'
import { refuseGrown } from './sizes.ts'
import { readFields } from './fields-store.ts'
import { readColumnData, updateItem } from './store.ts'
import type { Values } from './values.ts'

interface Change {
  changes: Partial<ItemRow>
  values?: Values
  /** the stored values of the fields in `values`, if the caller has read them */
  old?: Data | undefined
  /** all values of the columns, if `values` is empty and the caller has read them */
  columns?: Data | undefined
  /** the values that editors saw before and see after, if `changes` sets another pending draft */
  draft?: DraftChange | undefined
  /** the item may not grow beyond the size limit */
  isBounded?: boolean
  /** all terms of the item after the change, if its own terms change, not those of its pending draft */
  terms?: readonly string[] | undefined
}

/** The columns of a published item that visitors do not see. */
const hiddenColumns: ReadonlySet<string> = new Set([
  'updated_at',
  'draft_revision_id',
  'draft_slug',
  'scheduled_at',
  '_unpublish_at',
])

/**
 * The only way to change an item's row: compare-and-set by version. A violated unique index is reported by the name
 * of the slug or field. Redirects, the search index, the links, the terms and the audit log are updated as well.
 * Returns the item with its new row. What needs the stored row, such as the old values and the redirect from the old
 * address, comes before its update.
 */
export async function change(
  context: WriteContext,
  { collection, row }: Item,
  {
    changes: givenChanges,
    values = new Map(),
    draft,
    old: oldIfRead,
    columns,
    terms,
    isBounded = false,
  }: Change,
): Promise<Item> {
  const changes = { ...givenChanges, _live_version: liveVersion(row, givenChanges, values) }
  const fields = [...values.keys()]
  const old = oldIfRead ?? (await readFields(context, { collection, fields }, row.id))
  await refuseTaken(context, { collection, row }, { changes, values: uniqueChanges(values, old) })
  // While an item has a temporary slug, another item of the change-set has its slug and address. So its old address
  // needs no redirect.
  const hasTemporarySlug = namedSlug(context, row) !== row.slug
  const moveOfRow = moveOf({ collection, row }, { changes, values, old })
  const move = hasTemporarySlug ? { ...moveOfRow, losesAddress: false } : moveOfRow
  await redirectOldAddress(context, { collection, row }, move)
  // The estimated size of the item; null if its version has changed since `row` was read.
  const bytes = await namingConflicts(context, collection, { ...row, ...changes }, () =>
    updateItem(context, collection, row, changes, values),
  )
  if (bytes === null) throw changed()
  if (isBounded && bytes > context.services.config.maxItemBytes)
    await refuseTooLarge(context, { collection, row }, { values, old })
  const after = { collection, row: { ...row, ...changes, version: row.version + 1 } }
  // Whether visitors see the change. After one that is hidden from them, `_live_version` is not null.
  const isLive = changes._live_version === null && (isVisible(row) || isVisible(after.row))
  // An error here rolls the transaction back, and the change with it.
  if (isLive || affectsPublication(row, after.row)) requireTokenRight(context.caller, 'canPublish')
  await removeRedirectsFromAddress(context, after, move)
  // Neither the search index nor the log may contain a temporary slug.
  const named = { ...after.row, slug: namedSlug(context, after.row) }
  await indexChange(context, row, { collection, row: named }, { values, columns })
  await linkChange(context, after, { before: row, old, values, draft })
  // A change of a file waits until this transaction ends, so that it finds that the item shows the file.
  if (isLive) await lockMediaOf(context, collection, row.id)
  const termChange =
    terms === undefined ? null : { before: await assignTerms(context, after, terms), after: terms }
  const factsOfTerms = termChange && (await termFacts(context, termChange))
  auditItem(context, after, {
    before: {
      ...stateFacts({ ...row, slug: namedSlug(context, row) }),
      ...storedFacts(old, fields),
      ...factsOfTerms?.before,
    },
    after: { ...stateFacts(named), ...valueFacts(values), ...factsOfTerms?.after },
    isLive,
    // Only a publication sets this status, also if the item has it already.
    isPublication: givenChanges.status === 'published',
    replaced: replacedBy(
      { before: row, after: after.row, collection },
      { values, old, draft, terms: termChange },
    ),
  })
  return after
}

interface Replacing extends Pick<Change, 'draft'> {
  readonly values: Values
  readonly old: Data
  /** the ids of the item's own terms; null if they do not change */
  readonly terms: { readonly before: readonly string[]; readonly after: readonly string[] } | null
}

/** The values that a change replaces, in the columns and in what editors see, as undo needs them. */
function replacedBy(
  { before, after, collection }: { before: ItemRow; after: ItemRow; collection: CollectionModel },
  { values, old, draft, terms }: Replacing,
): Replaced {
  const columns = {
    before: { ...storedFacts(old, values.keys()), ...(terms && { termIds: termsText(terms.before) }) },
    after: { ...valueFacts(values), ...(terms && { termIds: termsText(terms.after) }) },
  }
  if (draft !== undefined) {
    const { fields } = collection
    return {
      columns,
      latest: { before: storedFacts(draft.before, fields), after: storedFacts(draft.after, fields) },
    }
  }
  // Editors see the columns of an item without a draft. Publishing a draft changes nothing that they see.
  const hasNoDraft = before.draft_revision_id === null && after.draft_revision_id === null
  return hasNoDraft ? { columns, latest: columns } : { columns }
}

/**
 * Whether a change affects what visitors will see later: the item is scheduled, or its status or unpublish time
 * changes.
 */
function affectsPublication(before: ItemRow, after: ItemRow): boolean {
  const hasTime = before.scheduled_at !== null || after.scheduled_at !== null
  return hasTime || before.status !== after.status || before._unpublish_at !== after._unpublish_at
}

/**
 * The new `_live_version`, which the `_rev` of visitors has instead of the version. After a change that they see it
 * is null, and the version of the row is used; a change that they do not see keeps what they had before.
 */
function liveVersion(row: ItemRow, changes: Partial<ItemRow>, values: Values): number | null {
  const isHidden =
    row.status === 'published' &&
    values.size === 0 &&
    Object.keys(changes).every((column) => hiddenColumns.has(column))
  return isHidden ? (row._live_version ?? row.version) : null
}

/**
 * Throws an error that names the item that has the slug or a unique value already. Two concurrent calls can both pass
 * this check, so the unique index still decides.
 */
async function refuseTaken(
  context: WriteContext,
  { collection, row }: Item,
  { changes: { slug }, values }: Required<Pick<Change, 'changes' | 'values'>>,
): Promise<void> {
  if (slug !== undefined && slug !== row.slug)
    await refuseTakenSlug(context, collection, row, {
      slug,
      isAwaited: slug === row.draft_slug,
      isForColumns: true,
    })
  await refuseTakenValues(context, collection, row, values)
}

/**
 * Throws if an item has grown beyond the limit. The database only estimates its size, so its values are counted here.
 */
async function refuseTooLarge(
  context: WriteContext,
  { collection, row }: Item,
  { values, old }: { values: Values; old: Data },
): Promise<void> {
  const after = parseData(await readColumnData(context, collection, row.id))
  refuseGrown(context, collection, { values, before: { ...after, ...old }, after })
}

/** The changed values of unique fields, which must not be those of other items. */
function uniqueChanges(values: Values, old: Data): Values {
  return new Map(
    [...values].filter(
      ([{ slug, encoding, definition }, value]) =>
        definition.unique && storedForm(encoding, value) !== (old[slug] ?? null),
    ),
  )
}

/** The JSON text of data with new values, in the order of the fields; fields without a value are left out. */
export function mergedData(
  { fields, field: byName }: CollectionModel,
  data: Readonly<Record<string, unknown>>,
  values: Values,
): string {
  const merged: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values.has(field) ? values.get(field) : data[field.slug]
    if (value !== null && value !== undefined) merged[field.slug] = value
  }
  return dataText(byName, merged)
}
