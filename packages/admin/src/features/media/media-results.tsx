import { Button, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FolderOpen, ImagePlus, SearchX } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EndOfPages } from '../../ui/endless.tsx'
import { NewChanges } from '../../ui/new-changes.tsx'
import { EmptyState, FailureState } from '../../ui/states.tsx'
import gridClasses from './media-grid.module.css'
import type { MediaItem } from './media-item.ts'
import type { MediaFilter } from './media-filter.ts'
import { mediaListQuery } from './media-queries.ts'
import { useLiveMedia } from './use-live-media.ts'

interface ResultsProps {
  readonly filter: MediaFilter
  /** removes the filters, but stays in the folder */
  readonly onReset: () => void
  /** the action to offer if there is no file at all, or none in the folder */
  readonly empty?: ReactNode
  /** the texts to show if there is no file at all; those of the library by default */
  readonly emptyTexts?: { readonly title: string; readonly text: string }
  /** whether the kind is fixed, so that it does not count as a filter that can be reset */
  readonly hasFixedKind?: boolean
  readonly children: (items: readonly MediaItem[]) => ReactNode
}

/** A list of files with its loading, error and empty states. */
export function MediaResults({
  filter,
  onReset,
  empty,
  emptyTexts,
  hasFixedKind = false,
  children,
}: ResultsProps) {
  const pages = useInfiniteQuery({ ...mediaListQuery(filter), placeholderData: keepPreviousData })
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const area = useRef<HTMLDivElement>(null)
  const { isDeferred, show } = useLiveMedia({ filter, items, refetch: pages.refetch }, area)
  if (pages.data === undefined)
    return pages.isError ? (
      <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <GridSkeleton />
    )
  // While another list is loading, the files are those of the one before.
  if (pages.isPlaceholderData && items.length === 0) return <GridSkeleton />
  return (
    <>
      {items.length === 0 ? (
        <NoFiles
          isNarrowed={narrowsList(filter, hasFixedKind)}
          isInFolder={filter.folder !== undefined}
          onReset={onReset}
          empty={empty}
          emptyTexts={emptyTexts}
        />
      ) : (
        <div ref={area}>
          <NewChanges isShown={isDeferred} onShow={show} />
          {children(items)}
        </div>
      )}
      <EndOfPages pages={pages} />
    </>
  )
}

/** How many files of a list are loaded, and whether there are more. */
export function FoundFiles({ filter }: Pick<ResultsProps, 'filter'>) {
  const { t } = useTranslation('media')
  const { data, hasNextPage } = useInfiniteQuery({
    ...mediaListQuery(filter),
    placeholderData: keepPreviousData,
  })
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return (
    <Text span role="status" size="sm" c="dimmed">
      {count > 0 && t(hasNextPage ? 'foundMore' : 'found', { count })}
    </Text>
  )
}

/** Whether a filter other than the folder narrows the list; the kind does not count where it is fixed. */
function narrowsList({ q, kind, tag, withoutAlt, unused }: MediaFilter, hasFixedKind: boolean): boolean {
  const isOfOneKind = kind !== undefined && !hasFixedKind
  return q !== '' || isOfOneKind || tag !== undefined || withoutAlt === true || unused === true
}

interface NoFilesProps extends Pick<ResultsProps, 'onReset' | 'empty' | 'emptyTexts'> {
  readonly isNarrowed: boolean
  readonly isInFolder: boolean
}

/** What an empty list shows: because of the filters, of the folder, or because there are no files at all. */
function NoFiles({ isNarrowed, isInFolder, onReset, empty, emptyTexts }: NoFilesProps) {
  const { t } = useTranslation('media')
  if (isNarrowed)
    return (
      <EmptyState
        icon={SearchX}
        title={t('nothingFound.title')}
        text={t('nothingFound.text')}
        action={
          <Button variant="default" onClick={onReset}>
            {t('nothingFound.action')}
          </Button>
        }
      />
    )
  if (isInFolder)
    return (
      <EmptyState icon={FolderOpen} title={t('folders.empty')} text={t('folders.emptyText')} action={empty} />
    )
  const { title, text } = emptyTexts ?? { title: t('empty.title'), text: t('empty.text') }
  return <EmptyState icon={ImagePlus} title={title} text={text} action={empty} />
}

function GridSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={gridClasses['grid']} role="status" aria-busy="true" aria-label={t('loading')}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={200} radius="md" />
      ))}
    </div>
  )
}
