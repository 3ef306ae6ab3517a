import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Collection, useWorkspace } from '../../session/session.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import type { OtherLanguages } from './languages.tsx'
import { type Item, type Untranslated, untranslatedQuery } from './queries.ts'

export interface ListedItem extends Item {
  readonly languages?: OtherLanguages
}

interface Known {
  readonly languages: OtherLanguages
  readonly listed: ListedItem
}

/** the most languages of a site for which a list asks: each takes a request for each page */
export const mostLanguages = 5

/** The pages of a list, whose items say in which other languages of the site they exist. */
export function useLanguages(
  collection: Collection,
  pages: readonly Item[][],
  isShown: boolean,
): readonly ListedItem[][] {
  const { locales } = useWorkspace().site
  const scope = useContentScope()
  const isAsked = isShown && locales.length > 1 && locales.length <= mostLanguages
  const asked = isAsked ? pages.flatMap((items) => questionsOf(items, locales)) : []
  const known = useQueries({
    queries: asked.map((question) => untranslatedQuery(scope, collection, question)),
    combine: languagesById,
  })
  return useMemo(
    () => pages.map((items) => items.map((item) => withLanguages(item, known.get(item.id)))),
    [pages, known],
  )
}

/** by the items as they were loaded */
const listedItems = new WeakMap<Item, Known>()

/** The item with its languages: the same object for the same languages, so that its row is not rendered again. */
function withLanguages(item: Item, languages: OtherLanguages | undefined): ListedItem {
  if (languages === undefined) return item
  const last = listedItems.get(item)
  if (last !== undefined && JSON.stringify(last.languages) === JSON.stringify(languages)) return last.listed
  const listed = { ...item, languages }
  listedItems.set(item, { languages, listed })
  return listed
}

/** For the items of each language: which of them lack which other one. */
function questionsOf(items: readonly Item[], locales: readonly string[]) {
  const ofSite = items.filter(({ locale }) => locales.includes(locale))
  return [...Map.groupBy(ofSite, ({ locale }) => locale)].flatMap(([from, ofLocale]) =>
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
