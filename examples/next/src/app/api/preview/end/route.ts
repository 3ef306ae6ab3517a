import type { NextRequest } from 'next/server'
import { endPreview, isPage } from '../../../../preview'
import { absolute } from '../../../../settings'

export async function GET({ nextUrl }: NextRequest): Promise<Response> {
  const path = nextUrl.searchParams.get('path') ?? ''
  await endPreview(path)
  return Response.redirect(absolute(isPage(path) ? path : '/'), 307)
}
