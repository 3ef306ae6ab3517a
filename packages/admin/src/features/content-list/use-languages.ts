import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { OtherLanguages } from './languages.tsx'
import { type Item, type Untranslated, untranslatedQuery } from './queries.ts'

export interface ListedItem extends Item {
  readonly languages?: OtherLanguages
}

interface KnownLanguages {
  readonly languages: OtherLanguages
  readonly listed: ListedItem
}

/** maximum number of languages of a site for which lists show translations */
export const mostLanguages = 5

/**
 * maximum number of requests of a list: a page takes one for each pair of a language of its items and another language.
 * Items of further pages show their own language only.
 */
const mostRequests = 40

/** The pages of a list, whose items say in which other languages of the site they exist. */
export function useLanguages(
  collection: Collection,
  pages: readonly Item[][],
  isShown: boolean,
): readonly ListedItem[][] {
  const { locales } = useWorkspace().site
  const scope = useContentScope()
  // Within a change-set, each request would apply the whole set first.
  const isOnSite = scope.changeSet === undefined
  const isNeeded = isShown && isOnSite && locales.length > 1 && locales.length <= mostLanguages
  const questions = isNeeded
    ? pages.flatMap((items) => questionsOf(items, locales)).slice(0, mostRequests)
    : []
  const known = useQueries({
    queries: questions.map((question) => untranslatedQuery(scope, collection, question)),
    combine: languagesById,
  })
  return useMemo(
    () => pages.map((items) => items.map((item) => withLanguages(item, known.get(item.id)))),
    [pages, known],
  )
}

/** the last result of `withLanguages`, by the items as they were loaded */
const listedItems = new WeakMap<Item, KnownLanguages>()

/**
 * The item with its languages. Returns the same object for the same languages, so that the row does not render again. While
 * the languages are loading again, the item keeps those that were known.
 */
function withLanguages(item: Item, languages: OtherLanguages | undefined): ListedItem {
  const last = listedItems.get(item)
  if (languages === undefined) return last?.listed ?? item
  if (last !== undefined && JSON.stringify(last.languages) === JSON.stringify(languages)) return last.listed
  const listed = { ...item, languages }
  listedItems.set(item, { languages, listed })
  return listed
}

/** The requests for items: one for each language of the items and each other language, which finds missing translations. */
function questionsOf(items: readonly Item[], locales: readonly string[]) {
  const inSiteLanguages = items.filter(({ locale }) => locales.includes(locale))
  return [...Map.groupBy(inSiteLanguages, ({ locale }) => locale)].flatMap(([from, ofLocale]) =>
    locales.filter((to) => to !== from).map((to) => ({ from, to, ids: ofLocale.map(({ id }) => id) })),
  )
}

function languagesById(
  results: readonly { readonly data: Untranslated | undefined }[],
): ReadonlyMap<string, OtherLanguages> {
  const found = new Map<string, OtherLanguages>()
  for (const { data } of results) {
    if (data === undefined) continue
    const lacking = new Set(data.lacking)
    for (const id of data.ids) found.set(id, { ...found.get(id), [data.to]: !lacking.has(id) })
  }
  return found
}
