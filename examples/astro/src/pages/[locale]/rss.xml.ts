import type { APIRoute } from 'astro'
import { articlesOf, frameOf } from '../../content'
import { isLocale } from '../../site/locales'
import { paths } from '../../site/paths'
import { rss } from '../../site/rss'
import { pathsOfLanguages } from '../../static-paths'

export const getStaticPaths = pathsOfLanguages

export const GET: APIRoute = async ({ params: { locale }, site }) => {
  if (!isLocale(locale)) return new Response(null, { status: 404 })
  const absolute = (path: string): string => new URL(path, site).href
  const { siteTitle, tagline } = await frameOf(locale)
  const articles = await articlesOf(locale)
  const entries = articles.slice(0, 20).map(({ slug, data, publishedAt, createdAt }) => ({
    title: data.title,
    url: absolute(paths.article(locale, slug)),
    summary: data.standfirst ?? '',
    at: publishedAt ?? createdAt,
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
