import { remark } from './messages.ts'
import { shownAddress } from './origins.ts'
import { findOrigins } from './origin-store.ts'
import { pathOf } from './resolving.ts'
import { firstItem, type ImportOutcome, report, type Run } from './run.ts'
import { sourceSlug } from './source-slug.ts'
import { lineOf } from './convert/html.ts'
import type { ExportItem } from './wxr/records.ts'

/** the report number of the first old address: after menus, before comments */
const firstRedirect = firstItem * 500

/** limit of old addresses of one item */
const maxAddresses = 100

/** An address that an item had before. */
interface OldAddress {
  readonly address: string | null
  /** how the export names it */
  readonly name: string
}

export function oldAddressesOf(item: ExportItem): OldAddress[] {
  const { meta, name, link, oldAddresses = [] } = item
  const slugs = meta.flatMap(([key, value]) => (key === '_wp_old_slug' && value !== '' ? [value] : []))
  const bySlug = [...new Set(slugs)]
    .filter((slug) => slug !== name)
    .map((slug) => ({ address: addressWithSlug(item, slug), name: slug }))
  const named = [...new Set(oldAddresses)]
    .filter((address) => address !== link)
    .map((address) => ({ address: shownAddress(address).slice(0, 2000), name: address.slice(0, 2000) }))
  return [...bySlug, ...named].slice(0, maxAddresses)
}

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

/** The address with the old slug; null if the address of the item does not have its slug. */
function addressWithSlug({ link, name }: ExportItem, slug: string): string | null {
  const url = name === '' ? null : URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const parts = url.pathname.split('/')
  const at = parts.findLastIndex((part) => part !== '')
  if (parts[at]?.toLowerCase() !== name.toLowerCase() && parts[at] !== encodeURIComponent(name)) return null
  url.pathname = parts.with(at, slug.replace(/[/?#]/g, encodeURIComponent)).join('/')
  return url.href.slice(0, 2000)
}
