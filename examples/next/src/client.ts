import { createClient, type FetchOptions } from '@octavo/client'
import type { Site } from './octavo'
import { settings } from './settings'

/** Octavo, with the token of the site: it reads what visitors see, and nothing else. Browsers never get it. */
export const octavo = createClient<Site>({ url: settings.octavoUrl, token: settings.octavoToken })

/** Every answer that is kept has this tag: changes of the site itself (menus, terms, settings) renew all of them. */
export const siteTag = 'octavo'

/** The tag of one item; lists have the slug of their collection. */
export const itemTag = (collection: string, locale: string, slug: string): string =>
  `${collection}/${locale}/${slug}`

/** Next keeps the answer until one of these tags is revalidated. */
export const cached = (...tags: string[]): FetchOptions => ({
  cache: 'force-cache',
  next: { tags: [siteTag, ...tags] },
})

/** What must not be kept: drafts and searches. */
export const uncached: FetchOptions = { cache: 'no-store' }
