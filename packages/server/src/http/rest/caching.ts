import type { Config } from '../../config.ts'
import type { Caller } from '../../core/caller.ts'
import { previewHeader } from './preview-requests.ts'

/** How caches may keep the answer to a read. */
export interface Caching {
  readonly control: string
  /** the request headers that the answer depends on; empty if only the client may cache it */
  readonly varies: readonly string[]
}

/** the headers that answers to tokens of sites, and to visitors, depend on */
const siteHeaders = ['Authorization', previewHeader]
const visitorHeaders = ['Authorization', 'Cookie', previewHeader]

/** the caching of answers that only the client itself may cache */
const privateCaching: Caching = { control: 'private, no-cache', varies: [] }

/**
 * The caching of answers with an ETag. Shared caches may store answers that everybody may read and, if a setting
 * allows it, those to tokens of sites. One address can have different answers for a token, a session and a visitor.
 */
export function cachingFor(
  { sharedMaxAge, sharesTokenReads }: Pick<Config, 'sharedMaxAge' | 'sharesTokenReads'>,
  { isVisitor, tokenId, userId, isLiveOnly, preview }: Caller,
): Caching {
  // A token without a person is that of a site or of a preview link; answers to links that show a change-set have no
  // ETag, so they do not come here.
  const isForSite = tokenId !== null && userId === null && isLiveOnly === true && preview === undefined
  if (isVisitor !== true && !(isForSite && sharesTokenReads)) return privateCaching
  const control = `public, max-age=0, s-maxage=${sharedMaxAge}`
  return { control, varies: isVisitor === true ? visitorHeaders : siteHeaders }
}
