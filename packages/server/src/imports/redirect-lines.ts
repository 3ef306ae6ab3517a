import { sitePathOf } from '@octavo/contract/site-path'
import type { WriteContext } from '../core/context.ts'
import { findRedirect, insertRedirect, liveItemAt } from '../content/redirects/redirects.ts'
import { newId } from '../platform/ids.ts'
import { remark } from './messages.ts'
import { type OldAddress, oldAddressesOf } from './old-addresses.ts'
import { findOrigins, insertOrigins, type OriginRow, updateOrigin } from './origin-store.ts'
import { insertReports } from './report-store.ts'
import { pathOf } from './resolving.ts'
import { firstItem, type ImportOutcome, reportRow, type Run, write } from './run.ts'
import { sourceSlug } from './source-slug.ts'
import { lineOf } from './convert/html.ts'
import type { ExportItem } from './wxr/records.ts'

/** the report number of the first old address: after menus (`firstMenu`), before comments (`firstComment`) */
const firstRedirect = firstItem * 500

export interface NumberedItem {
  readonly item: ExportItem
  /** the key of its origin (`originOf`) */
  readonly key: string
  /** the number of old addresses of the items before it */
  readonly before: number
}

/** Creates redirects from the old addresses of imported items, and reports them. */
export async function importOldAddresses(run: Run, batch: readonly NumberedItem[]): Promise<void> {
  const withOldAddresses = batch.filter(
    ({ item }) => run.collections.has(item.type) && oldAddressesOf(item).length > 0,
  )
  if (withOldAddresses.length === 0) return
  const origins = await findOrigins(
    run.services.database.reader,
    withOldAddresses.map(({ key }) => key),
  )
  await write(run.services, {}, async (context) => {
    const outcomes: ImportOutcome[] = []
    for (const one of withOldAddresses)
      outcomes.push(...(await outcomesOf(context, run, one, targetOf(origins.get(one.key)))))
    await insertReports(
      context,
      outcomes.map((outcome) => reportRow(run, outcome)),
    )
  })
}

/** An imported item, to which old addresses lead. */
interface RedirectTarget {
  readonly id: string
  readonly collection: string
  readonly slug: string
}

/**
 * The item that this import or an earlier one has created; null if there is none, as in the dry run of a new export.
 */
function targetOf(origin: OriginRow | undefined): RedirectTarget | null {
  if (origin?.is_made !== 1) return null
  const { item_id: id, collection, slug } = origin
  return id === null || collection === null || slug === null ? null : { id, collection, slug }
}

/** Creates the redirects to one item; returns the lines of the report about them. */
async function outcomesOf(
  context: WriteContext,
  run: Run,
  { item, before }: NumberedItem,
  target: RedirectTarget | null,
): Promise<ImportOutcome[]> {
  // An item that could not be imported is reported by itself.
  if (target === null && !run.options.dryRun) return []
  const to = target === null ? plannedPath(run, item) : pathOf(target.collection, target.slug)
  const outcomes: ImportOutcome[] = []
  for (const [index, old] of oldAddressesOf(item).entries()) {
    const outcome = await redirectToItem(context, run, old, target)
    const names = { from: old.address ?? old.name, to }
    outcomes.push({
      kind: 'redirect',
      seq: firstRedirect + before + index,
      source_id: item.id,
      title: lineOf(item.title) || item.name,
      outcome: outcome === 'removed' ? 'skipped' : outcome,
      old_url: old.address,
      new_url: to,
      line: item.line,
      ...(outcome === 'skipped' && remark('redirectLeftOut', names)),
      ...(outcome === 'removed' && remark('redirectRemoved', names)),
    })
  }
  return outcomes
}

type RedirectOutcome =
  /** the redirect is new; in a dry run, it would be */
  | 'created'
  /** the address leads to the item already */
  | 'present'
  /** the address is no path, or belongs to a published item or to another redirect; or the item's collection is gone */
  | 'skipped'
  /** people have removed the redirect since an earlier import, so it is not created again */
  | 'removed'

/**
 * Creates a redirect from an old address. A dry run changes nothing. Only there, the target can be null: the item is
 * not imported yet.
 */
async function redirectToItem(
  context: WriteContext,
  { options, site }: Run,
  { address }: OldAddress,
  target: RedirectTarget | null,
): Promise<RedirectOutcome> {
  const path = pathIn(address)
  if (path === null || (await liveItemAt(context, path)) !== undefined) return 'skipped'
  const current = await findRedirect(context, path)
  if (target === null) return current === undefined ? 'created' : 'skipped'
  if (current !== undefined && current.item_id !== target.id) return 'skipped'
  const origin = `${site} redirect ${path}`
  const earlier = (await findOrigins(context.db, [origin])).get(origin)
  const wasCreatedBefore = earlier?.is_made === 1 && earlier.item_id === target.id
  if (current !== undefined) {
    // A redirect that people made counts as one of the import from now on.
    if (!wasCreatedBefore && !options.dryRun) await storeOrigin(context, { origin, site, itemId: target.id })
    return 'present'
  }
  if (wasCreatedBefore) return 'removed'
  if (options.dryRun) return 'created'
  const collection = context.schema.collections.get(target.collection)
  // The collection of an item from an earlier import can have been deleted since.
  if (collection === undefined) return 'skipped'
  await insertRedirect(context, {
    id: newId(),
    from_path: path,
    to_path: null,
    to_url: null,
    collection_id: collection.id,
    item_id: target.id,
    status: 301,
    created_at: context.now,
    by_hand: 0,
  })
  await storeOrigin(context, { origin, site, itemId: target.id })
  return 'created'
}

/** Records that an import has made a redirect to an item, so that a later one knows if people have removed it. */
async function storeOrigin(
  { db }: WriteContext,
  { origin, site, itemId }: Record<'origin' | 'site' | 'itemId', string>,
): Promise<void> {
  const row: OriginRow = {
    origin,
    site,
    kind: 'redirect',
    source_id: '',
    parent_source_id: '',
    collection: null,
    slug: null,
    item_id: itemId,
    is_made: 1,
    file_url: null,
    details: null,
    locale: null,
  }
  await insertOrigins(db, [{ row, addresses: [] }])
  // The insertion changes nothing if an earlier import has left the origin.
  await updateOrigin(db, origin, { is_made: 1, item_id: itemId })
}

/** The path of an address; null for an address with a query, and for the root. */
function pathIn(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  if (url === null || url.search !== '') return null
  const path = sitePathOf(url.pathname)
  return path === '/' ? null : path
}

/** The path that an item would get, for the report of a dry run. */
function plannedPath({ collections }: Run, { type, name, title, id }: ExportItem): string {
  return pathOf(collections.get(type)?.slug ?? type, sourceSlug(name, lineOf(title), `${type}-${id}`))
}
