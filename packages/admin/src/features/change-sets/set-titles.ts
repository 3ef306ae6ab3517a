import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useWorkspace } from '../../session/session.tsx'
import { headingField, shortened } from '../content-list/heading.ts'
import {
  type ChangeSetDetails,
  type ChangeSetDiff,
  changeSetDiffQuery,
} from '../in-change-set/change-set-queries.ts'
import { type ItemReference, useItemsById } from '../items/use-items-by-id.ts'

type Change = ChangeSetDiff['changes'][number]

/** Titles of items. */
export interface Titles {
  readonly byId: ReadonlyMap<string, string>
  /** whether a title that is not there may just be loading */
  readonly isLoading: boolean
}

/** the titles of the items of the shown set */
export const TitlesContext = createContext<Titles>({ byId: new Map(), isLoading: false })

/** Returns the title of an item; nothing while it is loading, and its slug if it is unknown. */
export function useTitleOf(): (item: { readonly id: string; readonly name: string }) => string {
  const { byId, isLoading } = useContext(TitlesContext)
  // The name of an item in a set is its collection and its slug, joined by a slash.
  const slugOf = (name: string) => name.split('/').slice(1).join('/') || name
  return ({ id, name }) => byId.get(id) ?? (isLoading ? '' : slugOf(name))
}

/**
 * The titles of all items of a set: the title in the set if it creates or changes the item, else that on the site.
 */
export function useTitlesOfSet({ id, entries }: ChangeSetDetails): Titles {
  const { collections } = useWorkspace()
  const { data, isLoading } = useQuery({ ...changeSetDiffQuery(id), enabled: entries.length > 0 })
  const titlesInSet = new Map(
    (data?.changes ?? []).flatMap((change) => {
      const collection = collections.find(({ slug }) => slug === change.collection)
      const field = collection === undefined ? undefined : headingField(collection)
      const title = field === undefined ? undefined : titleIn(change, `data.${field.slug}`)
      return title === undefined ? [] : [[change.id, shortened(title)] as const]
    }),
  )
  const allItems = [...entries.flatMap(({ items }) => items), ...(data?.changes ?? [])]
  // Until the changes are loaded, it is not known which titles must be read from the site.
  const withoutTitle = unique(allItems.filter((item) => !titlesInSet.has(item.id)))
  const itemsOnSite = useItemsById(data === undefined ? [] : withoutTitle)
  const titlesOnSite = withoutTitle.flatMap((item) => {
    const found = itemsOnSite.get(item.id)
    return found === undefined ? [] : [[item.id, found.title] as const]
  })
  return {
    byId: new Map([...titlesOnSite, ...titlesInSet]),
    isLoading: isLoading || itemsOnSite.isLoading,
  }
}

/** The title of a changed item: the one that the set gives it, or the last one of an item that the set removes. */
function titleIn({ before, after }: Change, key: string): string | undefined {
  const title = after?.[key] ?? before?.[key]
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}

function unique(items: readonly ItemReference[]): ItemReference[] {
  return [...new Map(items.map(({ collection, id }) => [id, { collection, id }])).values()]
}
