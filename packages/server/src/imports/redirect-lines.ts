import { remark } from './messages.ts'
import { oldAddressesOf } from './old-addresses.ts'
import { findOrigins } from './origin-store.ts'
import { pathOf } from './resolving.ts'
import { firstItem, type ImportOutcome, report, type Run } from './run.ts'
import { sourceSlug } from './source-slug.ts'
import { lineOf } from './convert/html.ts'
import type { ExportItem } from './wxr/records.ts'

/** the report number of the first old address: after menus, before comments */
const firstRedirect = firstItem * 500

export interface Renamed {
  readonly item: ExportItem
  readonly key: string
  /** the number of old addresses of the items before it */
  readonly before: number
}

/** Reports the old addresses of items that are here, because there are no redirects to import them into. */
export async function reportOldAddresses(run: Run, batch: readonly Renamed[]): Promise<void> {
  const renamed = batch.filter(
    ({ item }) => run.collections.has(item.type) && oldAddressesOf(item).length > 0,
  )
  if (renamed.length === 0) return
  const origins = await findOrigins(
    run.services.database.reader,
    renamed.map(({ key }) => key),
  )
  const outcomes = renamed.flatMap((one): ImportOutcome[] => {
    const origin = origins.get(one.key)
    const path =
      origin?.is_made === 1 && origin.collection !== null && origin.slug !== null
        ? pathOf(origin.collection, origin.slug)
        : run.options.dryRun
          ? plannedPath(run, one.item)
          : null
    return path === null ? [] : linesOf(one, path)
  })
  await report(run, outcomes)
}

function plannedPath({ collections }: Run, { type, name, title, id }: ExportItem): string {
  return pathOf(collections.get(type)?.slug ?? type, sourceSlug(name, lineOf(title), `${type}-${id}`))
}

function linesOf({ item, before }: Renamed, to: string): ImportOutcome[] {
  return oldAddressesOf(item).map(({ address, name }, index) => ({
    kind: 'redirect',
    seq: firstRedirect + before + index,
    source_id: item.id,
    title: lineOf(item.title) || item.name,
    outcome: 'skipped',
    old_url: address,
    new_url: to,
    line: item.line,
    ...remark('redirectLeftOut', { from: address ?? name, to }),
  }))
}
