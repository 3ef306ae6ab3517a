import type { Config } from '../../config.ts'
import type { Caller } from '../../core/caller.ts'
import { previewHeader } from './preview-requests.ts'

/** How caches may keep the answer to a read. */
export interface Caching {
  readonly control: string
  /** request headers that the answer depends on, if caches of others may keep it */
  readonly varies: readonly string[]
}

const ofSites = ['Authorization', previewHeader]
const ofVisitors = ['Authorization', 'Cookie', previewHeader]

const ofOne: Caching = { control: 'private, no-cache', varies: [] }

/**
 * The caching of answers with an ETag. Shared caches may store answers that everybody may read and, if a setting
 * allows it, those to tokens of sites. With a token or a session, the same address has another answer.
 */
export function cachingFor(
  { sharedMaxAge, sharesTokenReads }: Pick<Config, 'sharedMaxAge' | 'sharesTokenReads'>,
  { isVisitor, tokenId, userId, isLiveOnly, preview }: Caller,
): Caching {
  const isForSite = tokenId !== null && userId === null && isLiveOnly === true && preview === undefined
  if (isVisitor !== true && !(isForSite && sharesTokenReads)) return ofOne
  const control = `public, max-age=0, s-maxage=${sharedMaxAge}`
  return { control, varies: isVisitor === true ? ofVisitors : ofSites }
}
