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
 * The target of a path of the site; null if it is not redirected. Chains of redirects are followed; one that is too long
 * and a loop count as no redirect. New redirects lead directly to the last target, so a chain arises only if an item moves
 * away from the target of a redirect while that is created, if a URL pattern changes, or if a change of the setting
 * `siteUrl` turns an address into a path.
 */
export async function whereLeads(context: ReadContext, from: string): Promise<Destination | null> {
  // After a change of a URL pattern, an item can have the path of a redirect.
  if ((await liveItemAt(context, from)) !== undefined) return null
  const first = await nextOf(context, from)
  if (first === null) return null
  const status = 'row' in first ? first.row.status : 301
  const { siteUrl } = await presentSettings(context)
  let step: Step = first
  for (let count = 0; count < limits.redirects.steps; count++) {
    const item = 'row' in step ? itemOf(context, step.row) : step.item
    if (item !== null) return addressed(await addressOf(context, item), status)
    // The redirect leads to an item whose collection no longer exists.
    if (!('row' in step) || step.row.item_id !== null) return null
    const { to_path, to_url } = step.row
    // An address of the site itself can be redirected again, like a path.
    const path = to_path ?? sitePathOf(withoutSite(to_url ?? '', siteUrl))
    const end = to_url ?? encodedPath(path ?? '')
    if (path === null) return { to: end, status }
    if (path === from) return null
    const next: Step | null =
      (await liveItemAt(context, path)) === undefined ? await nextOf(context, path) : null
    if (next === null) return { to: end, status }
    step = next
  }
  return null
}

/** The redirect from a path, or one to the item that had the path by a former pattern. */
type Step = { readonly row: RedirectRow } | { readonly item: Item }

interface Item {
  readonly collection: CollectionModel
  readonly id: string
}

async function nextOf(context: ReadContext, path: string): Promise<Step | null> {
  const row = await findRedirect(context, path)
  if (row !== undefined) return { row }
  const item = await formerItemAt(context, path)
  return item === undefined ? null : { item }
}

function itemOf({ schema }: ReadContext, row: RedirectRow): Item | null {
  const collection = schema.byId.get(row.collection_id ?? '')
  return collection === undefined || row.item_id === null ? null : { collection, id: row.item_id }
}

async function addressOf(context: ReadContext, { collection, id }: Item): Promise<string | null> {
  return (await liveAddresses(context, collection, [id])).get(id) ?? null
}

function addressed(to: string | null, status: number): Destination | null {
  return to === null ? null : { to, status }
}
