import { cookies, draftMode } from 'next/headers'
import type { NextRequest } from 'next/server'
import { isPage, previewCookies } from '../../../../preview'
import { absolute } from '../../../../settings'

export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const path = nextUrl.searchParams.get('path') ?? ''
  ;(await draftMode()).disable()
  const jar = await cookies()
  const over = { maxAge: 0, secure: true, sameSite: 'none' } as const
  jar.set(previewCookies.item, '', { ...over, path })
  jar.set(previewCookies.changeSet, '', { ...over, path: '/' })
  return Response.redirect(absolute(isPage(path) ? path : '/'), 307)
}
