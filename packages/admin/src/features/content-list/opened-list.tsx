import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Collection } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { CollectionItems } from './collection-items.tsx'
import { searchOf } from './saved-views.ts'
import { useSavedViews } from './use-saved-views.ts'

/** A list as its address says; where that says nothing, it begins with the default view of the person. */
export function OpenedList({ collection }: { readonly collection: Collection }) {
  const { changeSet: _changeSet, ...search } = useSearch({ from: '/content/$collection' })
  const navigate = useNavigate()
  const { views, isPending } = useSavedViews(collection)
  const isPlain = Object.keys(search).length === 0
  const opened = isPlain ? views.find(({ isDefault }) => isDefault) : undefined
  useEffect(() => {
    if (opened === undefined) return
    void navigate({
      to: '/content/$collection',
      params: { collection: collection.slug },
      search: { ...searchOf(opened.query), view: opened.id },
      replace: true,
    })
  }, [opened, navigate, collection.slug])
  if ((isPlain && isPending) || opened !== undefined)
    return (
      <Page title={collection.label} width="full">
        <ListSkeleton />
      </Page>
    )
  return <CollectionItems collection={collection} views={views} />
}
