import { limits } from '@octavo/contract/limits'
import i18next from 'i18next'
import { queryOptions } from '@tanstack/react-query'
import type { Collection } from '../../session/session.tsx'
import { plainLanguageName } from '../../ui/language-name.ts'
import type { ContentScope } from '../in-change-set/content-scope.ts'
import { headingField } from './heading.ts'
import type { ListedItem, Translations } from './listed-item.ts'
import { type Item, withTranslations } from './queries.ts'

/** The translations of an item that its row does not show. */
export function othersOf({ id, translations = [] }: ListedItem): NonNullable<ListedItem['translations']> {
  return translations.filter((translation) => translation.id !== id)
}

/**
 * The translation groups of items. A list does not bring them on a site with many languages, because an answer has at
 * most `limits.include.objects` translations.
 */
export function groupsQuery(
  { content, keys }: ContentScope,
  collection: string,
  { ids, localeCount }: { readonly ids: readonly string[]; readonly localeCount: number },
) {
  const size = Math.min(limits.page.max, Math.max(1, Math.floor(limits.include.objects / localeCount)))
  return queryOptions({
    queryKey: [...keys.collection(collection), 'groups', ids.join()],
    queryFn: async ({ signal }) => {
      const groups: Translations = {}
      for (const batch of batchesOf(ids, size)) {
        const { included } = await content.list(
          { collection, ids: batch.join(), fields: 'translationGroup', include: withTranslations },
          { signal },
        )
        Object.assign(groups, included?.translations)
      }
      return groups
    },
  })
}

/** the members of items that actions and their reports need */
const actedOnMembers = [
  'type',
  'slug',
  'status',
  'authorId',
  'scheduledAt',
  'unpublishAt',
  'locale',
  'translationGroup',
  'hasPendingDraft',
]

/** Translations as items that actions can be for, without most of their values. */
export function itemsQuery(
  { content, keys }: ContentScope,
  collection: Collection,
  translations: readonly { readonly id: string; readonly updatedAt: string }[],
) {
  const { slug } = collection
  const heading = headingField(collection)
  const fields = [...actedOnMembers, ...(heading === undefined ? [] : [heading.slug])].join()
  // A translation that has changed is loaded again.
  const versions = translations.map(({ id, updatedAt }) => `${id} ${updatedAt}`)
  return queryOptions({
    queryKey: [...keys.collection(slug), 'translations', versions.join()],
    queryFn: async ({ signal }) => {
      const items: Item[] = []
      for (const batch of batchesOf(translations, limits.page.max)) {
        const ids = batch.map(({ id }) => id).join()
        let cursor: string | undefined
        // A page of long values has fewer items than it could have, so others can follow.
        do {
          const page = await content.list(
            { collection: slug, ids, fields, ...(cursor !== undefined && { cursor }) },
            { signal },
          )
          // The service leaves out `data` if `fields` names no field of the collection.
          items.push(...page.items.map((item) => ({ ...item, data: item.data ?? {} })))
          cursor = page.nextCursor
        } while (cursor !== undefined)
      }
      return items
    },
  })
}

function batchesOf<Value>(values: readonly Value[], size: number): (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  )
}

/** The languages of items with their numbers, in the order of the site, such as `English (3), German (2)`. */
export function languagesText(items: readonly Pick<Item, 'locale'>[], locales: readonly string[]): string {
  const byLocale = Map.groupBy(items, ({ locale }) => locale)
  return [...new Set([...locales, ...byLocale.keys()])]
    .flatMap((locale) => {
      const count = byLocale.get(locale)?.length
      return count === undefined
        ? []
        : [i18next.t('lists:reach.language', { language: plainLanguageName(locale), count })]
    })
    .join(', ')
}
