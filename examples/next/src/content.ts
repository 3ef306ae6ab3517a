import { ApiError, type FetchOptions, follow, type Item, type Where } from '@octavo/client'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { cached, itemTag, octavo, reading, uncached } from './client'
import type { Author, Category, Site } from './octavo'
import { previewToken } from './preview'
import { settings } from './settings'
import { locales, type Locale } from './site/locales'
import { paths } from './site/paths'

/** What every page shows: the title of the site and its menu. */
export const frameOf = cache(async (locale: Locale) => {
  const [{ settings: site }, { items: menu }] = await Promise.all([
    octavo.getSite({ locale }, cached()),
    menuOf(locale),
  ])
  const { siteTitle = 'Octavo', tagline = '', postsPerPage = 12 } = site
  return { siteTitle, tagline, postsPerPage, menu }
})

/** The main menu. Every page reads it, so it ends the preview of a change-set when its link has expired. */
async function menuOf(locale: Locale) {
  try {
    return await octavo.getMenu('main', { locale }, await reading('categories'))
  } catch (error) {
    const preview = await previewToken('changeSet')
    if (preview === undefined || !(error instanceof ApiError) || error.status !== 403) throw error
    redirect(`/api/preview?${new URLSearchParams({ path: paths.home(locale), preview })}`)
  }
}

/** What a card shows of its article: twelve of them are 8 KB. */
const cardFields = ['slug', 'publishedAt', 'title', 'standfirst', 'hero', 'categories'] as const

export type Card = Item<Site, 'articles', (typeof cardFields)[number]>

export interface Cards {
  readonly cards: readonly Card[]
  readonly total: number
  readonly last: number
}

interface Wanted {
  readonly where?: Where<Site, 'articles'>
  readonly page?: number
  readonly perPage?: number
}

/**
 * A page of articles, the latest first; undefined where there is none. Octavo gives pages one after the other, so the
 * pages before it are asked for as well: they are in the cache.
 */
export async function cardsOf(
  locale: Locale,
  { where, page = 1, perPage }: Wanted = {},
): Promise<Cards | undefined> {
  const limit = perPage ?? (await frameOf(locale)).postsPerPage
  let cursor: string | undefined
  for (let number = 1; ; number++) {
    const {
      items,
      nextCursor,
      total = 0,
    } = await octavo.articles.list(
      { locale, where, limit, cursor, orderBy: 'publishedAt', fields: cardFields, count: true },
      await reading('articles'),
    )
    if (number === page) return { cards: items, total, last: Math.max(1, Math.ceil(total / limit)) }
    if (nextCursor === undefined) return undefined
    cursor = nextCursor
  }
}

/** All categories in all languages, in their order; the build has no request, so it says how they are read. */
export const allCategories = cache(async (how?: FetchOptions): Promise<Category[]> => {
  const options = how ?? (await reading('categories'))
  const lists = locales.map((locale) =>
    octavo.categories.list({ locale, limit: 100, orderBy: 'position', order: 'asc' }, options),
  )
  return (await Promise.all(lists)).flatMap(({ items }) => items)
})

/** The ids of a category in all languages: articles refer to one of them. */
export async function idsOf({ translationGroup }: Category): Promise<string[]> {
  const all = await allCategories()
  return all.filter((one) => one.translationGroup === translationGroup).map(({ id }) => id)
}

/** Finds the categories that articles refer to, in a language. */
export async function categoryFinder(locale: Locale): Promise<(id: string) => Category | undefined> {
  const all = await allCategories()
  return (id) => {
    const group = all.find((one) => one.id === id)?.translationGroup
    return all.find((one) => one.locale === locale && one.translationGroup === group)
  }
}

/** An article with its author and tags; undefined where there is none. With the preview token of the article it is the draft, whose texts are marked. */
export const articleOf = cache(async (locale: Locale, slug: string, preview?: string) => {
  const options = preview
    ? { ...uncached, preview, sourceMap: true }
    : await reading(itemTag('articles', locale, slug), 'authors')
  const found = await octavo.articles.find(slug, { locale, include: ['author', 'terms'] }, options)
  if (found === null) return undefined
  const { item: article } = found
  const tags = follow(found, article, 'terms').filter(({ taxonomy }) => taxonomy === 'tags')
  return { article, author: follow(found, article, 'author'), tags }
})

/** All addresses of articles and categories: for the site map, and for links between languages. */
export const allAddresses = cache(async () => {
  const entries = octavo.allOfSiteMap({}, await reading('articles', 'categories'))
  return Array.fromAsync(entries)
})

/** The paths of an item in the languages that have it. */
export async function translationsOf({ id }: { id: string }): Promise<Partial<Record<Locale, string>>> {
  const { alternates = [] } = (await allAddresses()).find((entry) => entry.id === id) ?? {}
  return Object.fromEntries(
    alternates.map(({ locale, url }) => [locale, new URL(url, settings.siteUrl).pathname]),
  )
}

/** All authors; the build says how they are read, as for categories. */
export const allAuthors = cache(async (how?: FetchOptions): Promise<Author[]> => {
  const { items } = await octavo.authors.list(
    { limit: 100, orderBy: 'name', order: 'asc' },
    how ?? (await reading('authors')),
  )
  return items
})

export const allTags = cache(async (locale: Locale) => {
  const { items } = await octavo.listTerms('tags', { locale, limit: 100 }, cached())
  return items
})
