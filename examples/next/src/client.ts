import { createClient, type FetchOptions, type ReadOptions } from '@octavo/client'
import type { Site } from './octavo'
import { previewToken } from './preview'
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

/** How pages read: visitors get what is kept, and who has the link of a change-set gets the content with the set applied. */
export async function reading(...tags: string[]): Promise<ReadOptions> {
  const preview = await previewToken('changeSet')
  return preview === undefined ? cached(...tags) : { ...uncached, preview }
}

/** What must not be kept: previews and searches. */
export const uncached: FetchOptions = { cache: 'no-store' }
