import type { APIRoute } from 'astro'
import { articlesOf, authors, categoriesOf, inAllLanguages, tagsOf, translationsOf } from '../content'
import { locales, type Locale } from '../site/locales'
import { paths } from '../site/paths'
import { sitemap, type SitemapEntry } from '../site/sitemap'

export const GET: APIRoute = async ({ site }) => {
  const absolute = (path: string): string => new URL(path, site).href
  const entry = (
    path: string,
    translations: Partial<Record<Locale, string>>,
    changedAt?: string,
  ): SitemapEntry => ({
    url: absolute(path),
    changedAt,
    alternates: Object.fromEntries(
      Object.entries(translations).map(([language, other]) => [language, absolute(other)]),
    ),
  })
  const inEach = (path: (locale: Locale) => string, changedAt?: string): SitemapEntry[] =>
    locales.map((locale) => entry(path(locale), inAllLanguages(path), changedAt))

  const items = locales.map(async (locale) => [
    ...(await articlesOf(locale)).map(async (article) =>
      entry(
        paths.article(locale, article.slug),
        await translationsOf('articles', article),
        article.updatedAt,
      ),
    ),
    ...(await categoriesOf(locale)).map(async (category) =>
      entry(paths.category(locale, category.slug), await translationsOf('categories', category)),
    ),
  ])
  const entries = [
    ...inEach(paths.home),
    ...inEach(paths.authors),
    ...(await authors()).flatMap(({ slug, updatedAt }) =>
      inEach((locale) => paths.author(locale, slug), updatedAt),
    ),
    ...(await tagsOf('en')).flatMap(({ slug }) => inEach((locale) => paths.tag(locale, slug))),
    ...(await Promise.all((await Promise.all(items)).flat())),
  ]
  return new Response(sitemap(entries), { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}
