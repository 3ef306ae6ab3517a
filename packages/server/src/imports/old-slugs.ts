import { remark } from './messages.ts'
import { findOrigins } from './origin-store.ts'
import { pathOf } from './resolving.ts'
import { firstItem, type ImportOutcome, report, type Run } from './run.ts'
import { sourceSlug } from './source-slug.ts'
import { lineOf } from './convert/html.ts'
import type { ExportItem } from './wxr/records.ts'

/** the report number of the first old address: after menus, before comments */
const firstRedirect = firstItem * 500

/** limit of old slugs of one item */
const maxSlugs = 100

/** The slugs that an item had before. */
export function oldSlugsOf({ meta, name }: ExportItem): string[] {
  const slugs = meta.flatMap(([key, value]) => (key === '_wp_old_slug' && value !== '' ? [value] : []))
  return [...new Set(slugs)].filter((slug) => slug !== name).slice(0, maxSlugs)
}

export interface Renamed {
  readonly item: ExportItem
  readonly key: string
  /** the number of old slugs of the items before it */
  readonly before: number
}

/** Reports the old addresses of items that are here, because there are no redirects to import them into. */
export async function reportOldSlugs(run: Run, batch: readonly Renamed[]): Promise<void> {
  const renamed = batch.filter(({ item }) => run.collections.has(item.type) && oldSlugsOf(item).length > 0)
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
  return oldSlugsOf(item).map((slug, index) => {
    const from = oldAddress(item, slug)
    return {
      kind: 'redirect',
      seq: firstRedirect + before + index,
      source_id: item.id,
      title: lineOf(item.title) || item.name,
      outcome: 'skipped',
      old_url: from,
      new_url: to,
      line: item.line,
      ...remark('redirectLeftOut', { from: from ?? slug, to }),
    }
  })
}

/** The address with the old slug; null if the address of the item does not have its slug. */
function oldAddress({ link, name }: ExportItem, slug: string): string | null {
  const url = name === '' ? null : URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const parts = url.pathname.split('/')
  const at = parts.findLastIndex((part) => part !== '')
  if (parts[at]?.toLowerCase() !== name.toLowerCase() && parts[at] !== encodeURIComponent(name)) return null
  url.pathname = parts.with(at, slug.replace(/[/?#]/g, encodeURIComponent)).join('/')
  return url.href.slice(0, 2000)
}
