import { cookies, draftMode } from 'next/headers'

/** Holds the token of a preview link, for the page that the link leads to alone. */
export const previewCookie = 'octavo-preview'

/** The token with which the page reads its draft; undefined for visitors. */
export async function previewToken(): Promise<string | undefined> {
  const { isEnabled } = await draftMode()
  return isEnabled ? (await cookies()).get(previewCookie)?.value : undefined
}

/** What a path of this site shows, where preview links can lead to it. */
export function previewedArticle(path: string): { locale: string; slug: string } | undefined {
  const [, locale, slug] = /^\/(en|de)\/articles\/([^/]+)$/.exec(path) ?? []
  return locale === undefined || slug === undefined ? undefined : { locale, slug: decodeURIComponent(slug) }
}
