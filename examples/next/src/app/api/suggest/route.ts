import type { NextRequest } from 'next/server'
import { octavo, uncached } from '../../../client'
import { previewToken } from '../../../preview'
import { isLocale } from '../../../site/locales'

/** Titles that begin as a person types, so that the token stays here. */
export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const q = nextUrl.searchParams.get('q')?.trim().slice(0, 200) ?? ''
  const locale = nextUrl.searchParams.get('locale') ?? undefined
  if (q.length < 2 || !isLocale(locale)) return Response.json([])
  const options = { ...uncached, preview: await previewToken('changeSet') }
  const { items } = await octavo.suggestTitles({ q, locale, collections: ['articles'], limit: 6 }, options)
  return Response.json(items.map(({ title }) => title))
}
