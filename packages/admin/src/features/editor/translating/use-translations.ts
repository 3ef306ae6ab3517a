import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Client } from '@octavo/client/session-client'
import { useSession, useWorkspace } from '../../../session/session.tsx'
import { type ContentScope, useContentScope } from '../../in-change-set/content-scope.ts'
import { mayEdit } from '../../content-list/rights.ts'
import type { Item } from '../autosave/state.ts'

type Found = Awaited<ReturnType<Client['content']['translations']>>['translations'][number]

/** A language of the site, and the translation in it. */
export interface Translation {
  readonly locale: string
  /** undefined if there is none, or until the translations are loaded */
  readonly found: Found | undefined
  /** whether the translations are still loading, so that it is not known whether there is one */
  readonly isLoading: boolean
  /** whether the translation does not exist yet and the person may create it */
  readonly canAdd: boolean
}

/** The items of the translation group of an item. */
export function translationsQuery(
  { content, keys }: ContentScope,
  { type: collection, id }: Pick<Item, 'type' | 'id'>,
) {
  return queryOptions({
    queryKey: [...keys.item(collection, id), 'translations'],
    queryFn: () => content.translations({ collection, id }),
  })
}

/** The translations of an item in the other languages of the site; none if the item is null. */
export function useTranslations(item: Item | null): readonly Translation[] {
  const session = useSession()
  const { locales } = useWorkspace().site
  const scope = useContentScope()
  const { data, isLoading } = useQuery({
    ...translationsQuery(scope, item ?? { type: '', id: '' }),
    enabled: item !== null,
  })
  if (item === null) return []
  const canAdd = data !== undefined && session.can('content.create') && mayEdit(session, item)
  return locales
    .filter((locale) => locale !== item.locale)
    .map((locale) => {
      const found = data?.translations.find((translation) => translation.locale === locale)
      return { locale, found, isLoading, canAdd: canAdd && found === undefined }
    })
}
