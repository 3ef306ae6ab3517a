import type { Locale } from './locales'

/**
 * The addresses of the site. Those of articles and categories are the `urlPattern` of their collections in Octavo as
 * well, so that links in menus, search results and preview links lead here.
 */
export const paths = {
  home: (locale: Locale) => `/${locale}`,
  article: (locale: Locale, slug: string) => `/${locale}/articles/${encodeURIComponent(slug)}`,
  category: (locale: Locale, slug: string) => `/${locale}/categories/${encodeURIComponent(slug)}`,
  tag: (locale: Locale, slug: string) => `/${locale}/tags/${encodeURIComponent(slug)}`,
  authors: (locale: Locale) => `/${locale}/authors`,
  author: (locale: Locale, slug: string) => `/${locale}/authors/${encodeURIComponent(slug)}`,
  search: (locale: Locale) => `/${locale}/search`,
  feed: (locale: Locale) => `/${locale}/rss.xml`,
}

/** Page 1 of a list is the address of the list, the others have their number behind it. */
export const pageOf = (path: string, page: number): string => (page === 1 ? path : `${path}/${page}`)

/** The path of a link to a page of this site, or undefined: menus also have entries for pages that this site lacks. */
export function ownPath(url: string | null | undefined, locale: Locale, siteUrl: string): string | undefined {
  if (!url) return undefined
  const { origin, pathname } = new URL(url, siteUrl)
  return origin === new URL(siteUrl).origin && pathname.startsWith(`/${locale}/`) ? pathname : undefined
}
