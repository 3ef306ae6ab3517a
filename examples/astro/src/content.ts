import { getCollection, getEntry, type CollectionEntry } from 'astro:content'
import { isLocale, type Locale } from './site/locales'
import { paths } from './site/paths'

export type Article = CollectionEntry<'articles'>['data']
export type Category = CollectionEntry<'categories'>['data']
export type Author = CollectionEntry<'authors'>['data']
export type Tag = CollectionEntry<'tags'>['data']

/** The published articles of a language, the latest first. */
export async function articlesOf(locale: Locale): Promise<Article[]> {
  const entries = await getCollection('articles', ({ data }) => data.locale === locale)
  return entries
    .map(({ data }) => data)
    .toSorted((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '') || b.id.localeCompare(a.id))
}

export async function categoriesOf(locale: Locale): Promise<Category[]> {
  const entries = await getCollection('categories', ({ data }) => data.locale === locale)
  return entries.map(({ data }) => data).toSorted((a, b) => (a.data.position ?? 0) - (b.data.position ?? 0))
}

export async function authors(): Promise<Author[]> {
  const entries = await getCollection('authors')
  return entries.map(({ data }) => data).toSorted((a, b) => a.data.name.localeCompare(b.data.name))
}

export async function tagsOf(locale: Locale): Promise<Tag[]> {
  const entries = await getCollection('tags', ({ data }) => data.locale === locale)
  return entries.map(({ data }) => data)
}

export async function frameOf(locale: Locale): Promise<CollectionEntry<'frame'>['data']> {
  const entry = await getEntry('frame', locale)
  if (entry === undefined) throw new Error(`Octavo has no ${locale}: set OCTAVO_LOCALES=en,de where it runs.`)
  return entry.data
}

/** Finds the categories that articles refer to, in a language: references lead to the translation of the author. */
export async function categoryFinder(locale: Locale): Promise<(id: string) => Category | undefined> {
  const all = (await getCollection('categories')).map(({ data }) => data)
  const groups = new Map(all.map(({ id, translationGroup }) => [id, translationGroup]))
  const ofLocale = new Map(
    all.filter((one) => one.locale === locale).map((one) => [one.translationGroup, one]),
  )
  return (id) => ofLocale.get(groups.get(id) ?? '')
}

/** The paths of an item in the languages that have it. */
export async function translationsOf(
  collection: 'articles' | 'categories',
  { translationGroup }: { translationGroup: string },
): Promise<Partial<Record<Locale, string>>> {
  const entries = await getCollection(collection, ({ data }) => data.translationGroup === translationGroup)
  const path = collection === 'articles' ? paths.article : paths.category
  return Object.fromEntries(
    entries.flatMap(({ data: { locale, slug } }) => (isLocale(locale) ? [[locale, path(locale, slug)]] : [])),
  )
}

/** A path in all languages, for pages that each of them has. */
export function inAllLanguages(path: (locale: Locale) => string): Record<Locale, string> {
  return { en: path('en'), de: path('de') }
}
