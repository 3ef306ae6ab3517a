import { Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type Collection, useSession, useWorkspace } from '../../session/session.tsx'
import { NewChanges } from '../../ui/new-changes.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { Page } from '../../ui/page.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { type Action, duplicate, publish, trash, unpublish } from './actions.ts'
import { agreesToAll } from './agrees-to-all.ts'
import { BulkEdits } from './bulk-edits.tsx'
import { BulkBar } from './bulk-bar.tsx'
import type { RowFrame } from './row-frame.ts'
import { ItemTable } from './item-table.tsx'
import { ListHead } from './list-head.tsx'
import { headingOrder, isByDraftValue, isNarrowed } from './list-view.ts'
import { NewButton } from './new-button.tsx'
import { NoItems, NothingMatches } from './no-items.tsx'
import type { ListedItem } from './listed-item.ts'
import { countQuery, isGrouped, type Listing } from './queries.ts'
import type { SavedView } from './saved-views.ts'
import { othersOf } from './translations.ts'
import { useActions } from './use-actions.tsx'
import { useColumns } from './use-columns.ts'
import { useDensity } from './use-density.ts'
import { useItems } from './use-items.ts'
import { useListing } from './use-listing.ts'
import { useListView } from './use-list-view.ts'
import { useLiveList } from './use-live-list.ts'
import { usePresent } from './use-present.ts'
import { useReach } from './use-reach.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useRowTexts } from './use-row-texts.ts'
import { useSelection } from './use-selection.ts'

const rowActions: readonly Action[] = [publish, unpublish, duplicate, trash]
const bulkActions: readonly Action[] = [publish, unpublish, trash]

interface CollectionItemsProps {
  readonly collection: Collection
  readonly views: readonly SavedView[]
}

/** The list of a collection's items, with search, filters, columns, and actions on one or many. */
export function CollectionItems({ collection, views }: CollectionItemsProps) {
  const hasDefaultView = views.some(({ isDefault }) => isDefault)
  const viewInUrl = useListView(collection, hasDefaultView)
  const { view, viewId, change } = viewInUrl
  /** the saved view that the list began with */
  const saved = views.find(({ id }) => id === viewId)
  const columns = useColumns(collection, saved)
  const listing = useListing(collection, view)
  const found = useItems(listing)
  const { query, pages, items } = found
  const density = useDensity(saved)
  const selection = useSelection(items)
  /** the element with the rows */
  const area = useRef<HTMLDivElement>(null)
  const isSelecting = selection.items.length > 0
  const reach = useReach(listing, selection.items)
  const loadedList = { ...found, listing, isSelecting }
  const { gone, isRefreshDeferred, refreshNow } = useLiveList(loadedList, area)
  const present = usePresent(collection)
  const { run, progress } = useActions(collection)
  const searchField = useRef<HTMLInputElement>(null)
  useListKeys(collection, view.locale, searchField)
  useRowKeys(area)
  const { toggle } = selection
  const { shown } = columns
  const texts = useRowTexts()
  const session = useSession()
  const { locales } = useWorkspace().site
  const { changeSet } = useContentScope()
  const onAction = useCallback(
    (action: Action, item: ListedItem) => {
      // The menu of a row acts on its item alone; the message names the number of translations that stay as they are.
      const translations = isGrouped(listing) && action !== duplicate ? othersOf(item).length : 0
      void run(action, [item], { forbidden: 0, unchanged: 0, ...(translations > 0 && { translations }) })
    },
    [run, listing],
  )
  // Memoized, so that the rows do not render again while nothing in the frame changes.
  const frame = useMemo<RowFrame>(
    () => ({
      session,
      collection,
      columns: shown,
      actions: rowActions,
      changeSet,
      opens: true,
      texts,
      gone,
      present,
      onToggle: toggle,
      onAction,
    }),
    [session, collection, changeSet, shown, texts, gone, present, toggle, onAction],
  )
  const hasNoRows = items.length === 0 && !query.hasNextPage
  // While another list is loading, the rows are those of the one before.
  const isEmpty = query.isSuccess && !query.isPlaceholderData && hasNoRows
  const isCollectionEmpty = isEmpty && !isNarrowed(view)
  return (
    <Page
      title={collection.label}
      {...(!isCollectionEmpty && { count: <Total listing={listing} /> })}
      actions={!isCollectionEmpty && <NewButton collection={collection} locale={view.locale} />}
      width="full"
    >
      {!isCollectionEmpty && (
        <ListHead
          collection={collection}
          viewInUrl={viewInUrl}
          views={views}
          saved={saved}
          columns={columns}
          density={density}
          searchField={searchField}
        />
      )}
      {(query.isPending || (query.isPlaceholderData && hasNoRows)) && <ListSkeleton />}
      {query.isError && items.length === 0 && (
        <FailureState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isEmpty && isNarrowed(view) && (
        <NothingMatches onReset={() => change({ status: '', locale: '', q: '', filters: '' })} />
      )}
      {isCollectionEmpty && <NoItems collection={collection} />}
      <NewChanges isShown={isRefreshDeferred} onShow={refreshNow} />
      {items.length > 0 && (
        <div ref={area}>
          {isByDraftValue(view) && items.some(({ hasPendingDraft }) => hasPendingDraft) && <OrderNote />}
          <ItemTable
            label={collection.label}
            pages={pages}
            frame={frame}
            selection={selection}
            order={view}
            titleOrder={headingOrder(collection)}
            onOrder={change}
            hasMore={query.hasNextPage}
            isStale={query.isPlaceholderData}
            isCompact={density.isCompact}
          />
          <Count loaded={items.length} hasMore={query.hasNextPage} />
        </div>
      )}
      {/* Outside of the condition above: a page can have no rows although there are more. */}
      <EndOfPages pages={query} />
      <BulkBar
        actions={bulkActions}
        selection={selection}
        progress={progress}
        run={run}
        reach={reach}
        agrees={async (action, targets) => reach?.value !== 'all' || agreesToAll(action, targets, locales)}
        renderMore={(start, isBusy) => (
          <BulkEdits
            collection={collection}
            items={reach?.items ?? selection.items}
            reach={reach}
            isBusy={isBusy}
            onStart={start}
          />
        )}
      />
    </Page>
  )
}

/** The number of rows that the list has, loaded or not. */
function Total({ listing }: { readonly listing: Listing }) {
  const { t } = useTranslation('lists')
  const { data } = useQuery(countQuery(useContentScope(), listing))
  if (data?.total === undefined) return <>&nbsp;</>
  return <>{t(data.totalIsCapped === true ? 'totalCapped' : 'total', { count: data.total })}</>
}

/** Explains why the order seems wrong: rows show drafts, but are sorted by their live values. */
function OrderNote() {
  const { t } = useTranslation('lists')
  return (
    <Text size="sm" c="dimmed" mb="xs">
      {t('orderedByLive')}
    </Text>
  )
}

interface CountProps {
  readonly loaded: number
  readonly hasMore: boolean
}

/** How many items are loaded, and whether there are more; announced to screen readers. */
function Count({ loaded, hasMore }: CountProps) {
  const { t } = useTranslation('lists')
  return (
    <Text size="sm" c="dimmed" ta="center" mt="sm" aria-live="polite">
      {t(hasMore ? 'loadedMore' : 'loaded', { count: loaded })}
    </Text>
  )
}

/**
 * The shortcuts `n` for a new item and `/` for the search; not while a person types, and not while a dialog is open.
 */
function useListKeys(
  { slug }: Collection,
  locale: string,
  searchField: { readonly current: HTMLInputElement | null },
): void {
  const navigate = useNavigate()
  const { can } = useSession()
  /** Runs an action in place of the default of a key, unless the key was pressed in a dialog or a menu. */
  const inList = (action: () => void) => (event: KeyboardEvent) => {
    const isInOverlay =
      event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"]')
    if (isInOverlay) return
    event.preventDefault()
    action()
  }
  useHotkeys([
    [
      'n',
      inList(() => {
        if (can('content.create'))
          void navigate({
            to: '/content/$collection/new',
            params: { collection: slug },
            search: locale === '' ? {} : { locale },
          })
      }),
      { preventDefault: false },
    ],
    ['/', inList(() => searchField.current?.focus()), { preventDefault: false, usePhysicalKeys: false }],
  ])
}
