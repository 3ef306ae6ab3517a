import { cookies, draftMode } from 'next/headers'
import { isLocale, type Locale } from './site/locales'

/** Hold the token of a preview link: of an item for its page alone, of a change-set for all pages. */
export const previewCookies = { item: 'octavo-preview', changeSet: 'octavo-preview-set' } as const

/** The token with which a page reads its draft, or the whole site a change-set; undefined for visitors. */
export async function previewToken(shown: keyof typeof previewCookies): Promise<string | undefined> {
  const { isEnabled } = await draftMode()
  return isEnabled ? (await cookies()).get(previewCookies[shown])?.value : undefined
}

/** Ends the preview of the item at a path, and that of a change-set. */
export async function endPreview(path: string): Promise<void> {
  ;(await draftMode()).disable()
  const jar = await cookies()
  const over = { maxAge: 0, secure: true, sameSite: 'none' } as const
  jar.set(previewCookies.item, '', { ...over, path })
  jar.set(previewCookies.changeSet, '', { ...over, path: '/' })
}

/** Whether a path is one of the pages, and not the address of another site. */
export function isPage(path: string): boolean {
  return /^\/(en|de)(\/|$)/.test(path)
}

/** What a path of this site shows, where preview links can lead to it. */
export function previewedArticle(path: string): { locale: Locale; slug: string } | undefined {
  const [, locale, slug] = /^\/(en|de)\/articles\/([^/]+)$/.exec(path) ?? []
  return !isLocale(locale) || slug === undefined ? undefined : { locale, slug: decodeURIComponent(slug) }
}
