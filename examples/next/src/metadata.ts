import type { Metadata } from 'next'
import type { Locale } from './site/locales'
import { paths } from './site/paths'

/** The links of a page to itself, and to itself in the languages that have it: locale → path. */
export function linksOf(
  locale: Locale,
  path: string,
  translations: Partial<Record<Locale, string>> = {},
): Metadata['alternates'] {
  return {
    canonical: path,
    languages: { ...translations, [locale]: path },
    types: { 'application/rss+xml': paths.feed(locale) },
  }
}

/** A path in all languages, for pages that each of them has. */
export function inAllLanguages(path: (locale: Locale) => string): Record<Locale, string> {
  return { en: path('en'), de: path('de') }
}
