import { cookies, draftMode } from 'next/headers'
import type { NextRequest } from 'next/server'
import { articleOf } from '../../../content'
import { previewCookie, previewedArticle } from '../../../preview'
import { absolute } from '../../../settings'
import { defaultLocale, isLocale } from '../../../site/locales'
import { texts } from '../../../site/texts'

const hour = 60 * 60

/** Opens a preview link: `next.config.ts` sends here what has a token. Only a token that works starts the draft mode. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const path = nextUrl.searchParams.get('path') ?? ''
  const token = nextUrl.searchParams.get('preview') ?? ''
  const target = previewedArticle(path)
  const locale = isLocale(target?.locale) ? target.locale : defaultLocale
  const found = target && (await articleOf(locale, target.slug, token).catch(() => undefined))
  if (found === undefined) return refusal(locale)
  ;(await draftMode()).enable()
  const jar = await cookies()
  // The admin shows the site in a frame, on another origin.
  jar.set(previewCookie, token, { path, maxAge: hour, httpOnly: true, secure: true, sameSite: 'none' })
  return Response.redirect(absolute(path), 307)
}

function refusal(locale: keyof typeof texts): Response {
  const { previewOver, previewOverText } = texts[locale]
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${previewOver}</title><main><h1>${previewOver}</h1><p>${previewOverText}</p></main></html>`
  return new Response(page, { status: 403, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
