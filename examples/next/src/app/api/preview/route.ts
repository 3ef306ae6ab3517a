import { isChangeSetPreview } from '@octavo/client'
import { cookies, draftMode } from 'next/headers'
import type { NextRequest } from 'next/server'
import { octavo, uncached } from '../../../client'
import { articleOf } from '../../../content'
import { endPreview, isPage, previewCookies, previewedArticle } from '../../../preview'
import { absolute } from '../../../settings'
import { defaultLocale, isLocale } from '../../../site/locales'
import { texts } from '../../../site/texts'

const hour = 60 * 60

/**
 * Opens a preview link: `next.config.ts` sends here what has a token. Only a token that works starts the draft mode; any
 * other one ends it.
 */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const path = nextUrl.searchParams.get('path') ?? ''
  const token = nextUrl.searchParams.get('preview') ?? ''
  const language = path.split('/')[1]
  const locale = isLocale(language) ? language : defaultLocale
  const isSet = isChangeSetPreview(token)
  const isShown = isSet ? isPage(path) && (await showsSet(token)) : await showsArticle(path, token)
  if (!isShown) {
    await endPreview(path)
    return refusal(locale)
  }
  ;(await draftMode()).enable()
  const jar = await cookies()
  const [name, pages] = isSet ? [previewCookies.changeSet, '/'] : [previewCookies.item, path]
  // The admin shows the site in a frame, on another origin.
  jar.set(name, token, { path: pages, maxAge: hour, httpOnly: true, secure: true, sameSite: 'none' })
  return Response.redirect(absolute(path), 307)
}

async function showsArticle(path: string, token: string): Promise<boolean> {
  const target = previewedArticle(path)
  if (target === undefined) return false
  const found = await articleOf(target.locale, target.slug, token).catch(() => undefined)
  return found !== undefined
}

/** Whether the link of a change-set works. */
function showsSet(token: string): Promise<boolean> {
  return octavo.articles.list({ limit: 1 }, { ...uncached, preview: token }).then(
    () => true,
    () => false,
  )
}

function refusal(locale: keyof typeof texts): Response {
  const { previewOver, previewOverText } = texts[locale]
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${previewOver}</title><main><h1>${previewOver}</h1><p>${previewOverText}</p></main></html>`
  return new Response(page, { status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
