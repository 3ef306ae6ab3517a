import { revalidateTag } from 'next/cache'
import { itemTag, siteTag } from '../../../client'
import { settings } from '../../../settings'
import { isSigned } from '../../../webhook-signature'

interface OctavoEvent {
  readonly type: string
  readonly collection: string | null
  readonly locale: string | null
  readonly slug: string | null
  readonly previousSlug: string | null
}

/** Takes the webhooks of Octavo: what changed is read again at the next visit. */
export async function POST(request: Request): Promise<Response> {
  const body = await request.text()
  if (settings.webhookSecret === undefined || !isSigned(body, request.headers, settings.webhookSecret))
    return new Response('The signature does not fit.', { status: 401 })
  const { data } = JSON.parse(body) as { data: OctavoEvent | { events: OctavoEvent[] } }
  const tags = new Set(('events' in data ? data.events : [data]).flatMap(tagsOf))
  for (const tag of tags) revalidateTag(tag, { expire: 0 })
  return Response.json({ revalidated: [...tags] })
}

function tagsOf({ type, collection, locale, slug, previousSlug }: OctavoEvent): string[] {
  if (!type.startsWith('content.') || !collection || !locale) return [siteTag]
  const slugs = [slug, previousSlug].filter((one) => one !== null)
  return [collection, ...slugs.map((one) => itemTag(collection, locale, one))]
}
