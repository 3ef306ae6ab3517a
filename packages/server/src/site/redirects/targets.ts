import { limits } from '@octavo/contract/limits'
import { broken } from '@octavo/contract/rules'
import { sitePathOf } from '@octavo/contract/site-path'
import { isSafeUrl } from '@octavo/contract/url'
import type { WriteContext } from '../../core/context.ts'
import { findRedirect, formerItemAt, liveItemAt, type Target } from '../../content/redirects/redirects.ts'
import { invalid } from '../../platform/errors.ts'

/** the columns of a target, all empty */
export const noTarget: Target = { to_path: null, to_url: null, collection_id: null, item_id: null }

/** the setting `siteUrl`; undefined if it is not set */
type SiteUrl = string | undefined

/** The target of a new redirect. A path is replaced by its item, or by the target of its own redirect. */
export async function targetOf(context: WriteContext, to: string, siteUrl: SiteUrl): Promise<Target> {
  const path = sitePathOf(withoutSite(to, siteUrl))
  if (path === null) return externalTarget(to)
  const item = await liveItemAt(context, path)
  if (item !== undefined) return ofItem(item)
  const next = await findRedirect(context, path)
  if (next === undefined) {
    const former = await formerItemAt(context, path)
    return former === undefined ? { ...noTarget, to_path: path } : ofItem(former)
  }
  const { to_path, to_url, collection_id, item_id } = next
  return { to_path, to_url, collection_id, item_id }
}

/** The columns of a target that is an item. */
function ofItem({ collection, id }: { collection: { id: string }; id: string }): Target {
  return { ...noTarget, collection_id: collection.id, item_id: id }
}

/** The path of an address of the site itself; other addresses and paths are returned unchanged. */
export function withoutSite(to: string, siteUrl: SiteUrl): string {
  if (siteUrl === undefined) return to
  if (to === siteUrl) return '/'
  return to.startsWith(`${siteUrl}/`) ? to.slice(siteUrl.length) : to
}

/** The columns of a target on another site; throws VALIDATION_ERROR if it is no web address. */
function externalTarget(to: string): Target {
  if (!isSafeUrl(to) || !/^https?:/i.test(to))
    throw invalid([{ path: 'to', ...broken('redirectTarget', { most: limits.sitePath }) }])
  return { ...noTarget, to_url: to }
}

export interface NewRedirect {
  readonly from: string
  /** the target as the request gives it */
  readonly to: string
  readonly target: Target
  readonly siteUrl: SiteUrl
}

/** redirects in a chain; a longer one is refused like a loop */
const mostInChain = 100

/**
 * Whether a new redirect would lead back to its own path. Without the setting `siteUrl` any address could be one of
 * the site, so redirects to one origin that lead back to each other are refused. A single redirect to the same path
 * elsewhere is allowed, because sites move to other hosts.
 */
export async function leadsBack(
  context: WriteContext,
  { from, to, target, siteUrl }: NewRedirect,
): Promise<boolean> {
  let step = target
  /** the origin that could be the site */
  let siteOrigin: string | null = null
  for (let count = 0; count < mostInChain; count++) {
    const isAddress: boolean = step.to_path === null && step.to_url !== null
    const origin: string | null = isAddress && siteUrl === undefined ? originOf(step.to_url) : null
    // Only one of the two origins can be that of the site, so the chain ends at an address of the other one.
    if (origin !== null && siteOrigin !== null && origin !== siteOrigin) return false
    siteOrigin ??= origin
    const path = step.to_path ?? pathOf(step.to_url, siteUrl)
    if (path === null) return false
    if (path === from) {
      // Allowed if the request names an address with this path. If it names a path (`to`) whose own redirect leads to
      // that address, two redirects could lead back to each other.
      const isSamePathElsewhere = count === 0 && origin !== null && to === target.to_url
      return !isSamePathElsewhere
    }
    const next = await findRedirect(context, path)
    if (next === undefined) return false
    step = next
  }
  return true
}

function originOf(url: string | null): string | null {
  return URL.parse(url ?? '')?.origin ?? null
}

/**
 * The path of the site that an address could have; null if it is none. Without the setting any origin could be the
 * site.
 */
function pathOf(url: string | null, siteUrl: SiteUrl): string | null {
  if (url === null) return null
  if (siteUrl !== undefined) return sitePathOf(withoutSite(url, siteUrl))
  const parsed = URL.parse(url)
  return parsed === null || parsed.search !== '' ? null : sitePathOf(parsed.pathname)
}
