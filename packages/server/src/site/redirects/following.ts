import { limits } from '@octavo/contract/limits'
import { sitePathOf } from '@octavo/contract/site-path'
import type { ReadContext } from '../../core/context.ts'
import { encodedPath } from '../../core/model/address.ts'
import type { CollectionModel } from '../../core/model/model.ts'
import {
  findRedirect,
  formerItemAt,
  liveAddresses,
  liveItemAt,
  type RedirectRow,
} from '../../content/redirects/redirects.ts'
import { presentSettings } from '../settings/handlers.ts'
import { withoutSite } from './targets.ts'

interface Destination {
  readonly to: string
  readonly status: number
}

/**
 * The target of a path of the site; null if it is not redirected. Chains of redirects are followed; one that is too
 * long and a loop count as no redirect. Chains are rare, because a new redirect leads directly to the last target. One
 * arises if an item gets another address while a redirect to its old one is being created, if a URL pattern changes, or
 * if a change of the setting `siteUrl` turns an address into a path.
 */
export async function destinationOf(context: ReadContext, from: string): Promise<Destination | null> {
  const first = await nextOf(context, from)
  if (first === null) return null
  const to = await endOfChain(context, from, first)
  return to === null ? null : { to, status: first.status }
}

/**
 * The address at the end of a chain of redirects; null if the chain is too long or a loop, or leads to an item that has
 * no address.
 */
async function endOfChain(context: ReadContext, from: string, first: Step): Promise<string | null> {
  const { siteUrl } = await presentSettings(context)
  let step = first
  for (let count = 0; count < limits.redirects.steps; count++) {
    if ('item' in step) return step.item === null ? null : addressOf(context, step.item)
    const { path: toPath, url } = step
    // An address of the site itself can be redirected again, like a path.
    const path = toPath ?? sitePathOf(withoutSite(url ?? '', siteUrl))
    const end = url ?? encodedPath(path ?? '')
    if (path === null) return end
    if (path === from) return null
    const next = await nextOf(context, path)
    if (next === null) return end
    step = next
  }
  return null
}

/** Where a path leads: to an item (null: of a collection that the caller does not see), or to a path or an address. */
type Step = { readonly status: number } & (
  | { readonly item: Item | null }
  | { readonly path: string | null; readonly url: string | null }
)

interface Item {
  readonly collection: CollectionModel
  readonly id: string
}

/**
 * The redirect of a path, or one to the item that had the path by a former pattern; null if there is none. The path of
 * a published item is not redirected: after a change of a URL pattern, an item can have the path of a redirect.
 */
async function nextOf(context: ReadContext, path: string): Promise<Step | null> {
  if ((await liveItemAt(context, path)) !== undefined) return null
  const row = await findRedirect(context, path)
  if (row !== undefined) return stepOf(context, row)
  const item = await formerItemAt(context, path)
  // Permanent, as an automatic redirect would be.
  return item === undefined ? null : { status: 301, item }
}

function stepOf({ schema }: ReadContext, row: RedirectRow): Step {
  const { status, item_id: id } = row
  if (id === null) return { status, path: row.to_path, url: row.to_url }
  const collection = schema.byId.get(row.collection_id ?? '')
  return { status, item: collection === undefined ? null : { collection, id } }
}

async function addressOf(context: ReadContext, { collection, id }: Item): Promise<string | null> {
  return (await liveAddresses(context, collection, [id])).get(id) ?? null
}
