import { cardsOf, frameOf } from '../../../content'
import { absolute } from '../../../settings'
import { isLocale, locales } from '../../../site/locales'
import { paths } from '../../../site/paths'
import { rss } from '../../../site/rss'

export const dynamic = 'force-static'
export const generateStaticParams = () => locales.map((locale) => ({ locale }))

export async function GET(_: Request, { params }: RouteContext<'/[locale]/rss.xml'>): Promise<Response> {
  const { locale } = await params
  if (!isLocale(locale)) return new Response(null, { status: 404 })
  const [{ siteTitle, tagline }, latest] = await Promise.all([
    frameOf(locale),
    cardsOf(locale, { perPage: 20 }),
  ])
  const entries = (latest?.cards ?? []).map(({ slug, data, publishedAt }) => ({
    title: data.title,
    url: absolute(paths.article(locale, slug)),
    summary: data.standfirst ?? '',
    at: publishedAt,
  }))
  const feed = rss({
    title: siteTitle,
    description: tagline,
    language: locale,
    url: absolute(paths.home(locale)),
    self: absolute(paths.feed(locale)),
    entries,
  })
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } })
}
