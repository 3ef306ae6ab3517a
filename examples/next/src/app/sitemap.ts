import type { MetadataRoute } from 'next'
import { allAddresses, allAuthors, allTags } from '../content'
import { inAllLanguages } from '../metadata'
import { absolute } from '../settings'
import { defaultLocale, locales, type Locale } from '../site/locales'
import { paths } from '../site/paths'

export const dynamic = 'force-static'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const items = (await allAddresses()).filter(({ collection }) => collection !== 'authors')
  const lists: ((locale: Locale) => string)[] = [
    paths.home,
    paths.authors,
    ...(await allAuthors()).map(
      ({ slug }) =>
        (locale: Locale) =>
          paths.author(locale, slug),
    ),
    ...(await allTags(defaultLocale)).map(
      ({ slug }) =>
        (locale: Locale) =>
          paths.tag(locale, slug),
    ),
  ]
  return [
    ...lists.flatMap((path) => {
      const languages = Object.fromEntries(
        Object.entries(inAllLanguages(path)).map(([locale, other]) => [locale, absolute(other)]),
      )
      return locales.map((locale) => ({ url: absolute(path(locale)), alternates: { languages } }))
    }),
    ...items.map(({ url, updatedAt, alternates }) => ({
      url: absolute(url),
      lastModified: updatedAt,
      alternates: {
        languages: Object.fromEntries(alternates.map((one) => [one.locale, absolute(one.url)])),
      },
    })),
  ]
}
