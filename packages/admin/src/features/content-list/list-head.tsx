import { memo, type Ref } from 'react'
import type { Collection } from '../../session/session.tsx'
import { FilterChips } from './filter-chips.tsx'
import { ListTools } from './list-tools.tsx'
import { headingOrder, isNarrowed, writeView } from './list-view.ts'
import type { SavedView } from './saved-views.ts'
import type { ChosenColumns } from './use-columns.ts'
import type { Density } from './use-density.ts'
import type { useListView } from './use-list-view.ts'
import { ViewTabs } from './view-tabs.tsx'

interface ListHeadProps {
  readonly collection: Collection
  /** the view in the URL, and the functions that change it */
  readonly viewInUrl: ReturnType<typeof useListView>
  readonly views: readonly SavedView[]
  /** the saved view that the list began with; undefined if it began with none */
  readonly saved: SavedView | undefined
  readonly columns: ChosenColumns
  readonly density: Density
  readonly searchField: Ref<HTMLInputElement>
}

/**
 * The views, the tools and the filters above the rows. It does not render again when rows load, for smooth scrolling.
 */
export const ListHead = memo(function ListHead(props: ListHeadProps) {
  const { collection, viewInUrl, views, saved, columns, density, searchField } = props
  const { view, change, open, knownSearch } = viewInUrl
  // Without saved views there are no tabs, only the button that saves the current view, so no row is made for them.
  const tabs = (
    <ViewTabs
      collection={collection}
      views={views}
      shown={saved}
      search={writeView(view)}
      knownSearch={knownSearch}
      isNarrowed={isNarrowed(view)}
      settings={{ columns, density }}
      onOpen={open}
    />
  )
  return (
    <>
      {views.length > 0 && tabs}
      <ListTools
        view={view}
        onChange={change}
        columns={columns}
        density={density}
        titleOrder={headingOrder(collection)}
        searchField={searchField}
      />
      <FilterChips collection={collection} filters={view.filters} onChange={(filters) => change({ filters })}>
        {views.length === 0 && tabs}
      </FilterChips>
    </>
  )
})
