import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { sitePathOf } from '@octavo/contract/site-path'
import { isSafeUrl } from '@octavo/contract/url'
import type { WriteContext } from '../../core/context.ts'
import { findRedirect, liveItemAt, type Target } from '../../content/redirects/redirects.ts'
import { invalid } from '../../platform/errors.ts'
import { presentSettings } from '../settings/handlers.ts'

const nowhere: Target = { to_path: null, to_url: null, collection_id: null, item_id: null }

/** Where a new redirect leads. A path leads to its item, or on to where it is redirected. */
export async function targetOf(context: WriteContext, to: string): Promise<Target> {
  const { siteUrl } = await presentSettings(context)
  const path = sitePathOf(withoutSite(to, siteUrl))
  if (path === null) return elsewhere(to)
  const item = await liveItemAt(context, path)
  if (item !== undefined) return { ...nowhere, collection_id: item.collection.id, item_id: item.id }
  const next = await findRedirect(context, path)
  if (next === undefined) return { ...nowhere, to_path: path }
  const { to_path, to_url, collection_id, item_id } = next
  return { to_path, to_url, collection_id, item_id }
}

/** An address of the site itself is a path of it. */
function withoutSite(to: string, siteUrl: string | undefined): string {
  if (siteUrl === undefined) return to
  return to === siteUrl ? '/' : to.startsWith(`${siteUrl}/`) ? to.slice(siteUrl.length) : to
}

function elsewhere(to: string): Target {
  if (!isSafeUrl(to) || !/^https?:/i.test(to))
    throw invalid([{ path: 'to', ...broken('redirectTarget', { most: limits.sitePath }) }])
  return { ...nowhere, to_url: to }
}
