import { cookies, draftMode } from 'next/headers'
import type { NextRequest } from 'next/server'
import { previewCookie, previewedArticle } from '../../../../preview'
import { absolute } from '../../../../settings'

export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const path = nextUrl.searchParams.get('path') ?? ''
  ;(await draftMode()).disable()
  ;(await cookies()).set(previewCookie, '', { path, maxAge: 0, secure: true, sameSite: 'none' })
  return Response.redirect(absolute(previewedArticle(path) === undefined ? '/' : path), 307)
}
