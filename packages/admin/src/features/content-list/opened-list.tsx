import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Collection } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { CollectionItems } from './collection-items.tsx'
import { searchOf } from './saved-views.ts'
import { useSavedViews } from './use-saved-views.ts'

/**
 * A list with the view of the URL or, if the URL has none, with the person's default view. It waits for the default
 * view before it shows rows: a view that is loaded or becomes the default afterwards does not replace them.
 */
export function OpenedList({ collection }: { readonly collection: Collection }) {
  // A list in a change-set begins with the default view as well, so this parameter does not count.
  const { changeSet: _changeSet, ...search } = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { views, isPending } = useSavedViews(collection)
  // The router's key of the entry in the history, which differs for each visit of the list.
  const visit = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  /** the last visit that has shown rows */
  const [shownVisit, setShownVisit] = useState<string>()
  const hasViewInUrl = Object.keys(search).length > 0
  /** whether the rows are not shown yet and can begin with the default view */
  const isUndecided = !hasViewInUrl && shownVisit !== visit
  /** the default view, which the effect below puts into the URL */
  const opened = isUndecided ? views.find(({ isDefault }) => isDefault) : undefined
  const isWaiting = isUndecided && (isPending || opened !== undefined)
  if (isUndecided && !isWaiting) setShownVisit(visit)
  useEffect(() => {
    if (opened === undefined) return
    void navigate({
      to: '/content/$collection',
      params: { collection: collection.slug },
      search: { ...searchOf(opened.query), view: opened.id },
      replace: true,
    })
  }, [opened, navigate, collection.slug])
  if (isWaiting)
    return (
      <Page title={collection.label} width="full">
        <ListSkeleton />
      </Page>
    )
  return <CollectionItems collection={collection} views={views} />
}
