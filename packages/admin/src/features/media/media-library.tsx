import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { List } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { useUnsavedWarning } from '../../ui/unsaved.tsx'
import { DropOverlay } from '../../ui/drop-overlay.tsx'
import { FolderBar } from './folder-bar.tsx'
import { MediaDetails } from './media-details.tsx'
import { MediaFilters } from './media-filters.tsx'
import { isMediaKind } from './media-item.ts'
import type { MediaFilter } from './media-filter.ts'
import { FoundFiles, MediaResults } from './media-results.tsx'
import { SelectableGrid } from './selectable-grid.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useMoveMedia } from './use-move-media.ts'
import { useUploads } from './use-uploads.ts'

const route = getRouteApi('/media')

/** The media library: finding, uploading and describing files. */
export function MediaLibrary() {
  const { t } = useTranslation('media')
  const { can } = useSession()
  const mayUpload = can('media.upload')
  const { filter, openId, setFilter, openDetails } = useAddress()
  const { queue, uploads } = useLibraryUploads()
  const add = (files: readonly File[]) => queue.add(files, filter.folder)
  const move = useMoveMedia()
  const isDraggedOver = useFileDrop(add, !mayUpload)
  const [isList, setIsList] = useLocalStorage({
    key: 'octavo-media-list',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
  })
  // The list has a column with the usages of each file, for those who may know them.
  const listFilter = isList && can('content.readDrafts') ? { ...filter, usage: true } : filter
  return (
    <Page
      title={t('title')}
      count={<FoundFiles filter={listFilter} />}
      lead={mayUpload ? t('lead') : undefined}
      width="full"
      actions={
        <>
          <ActionIcon
            variant={isList ? 'light' : 'default'}
            size="input-sm"
            aria-label={t('asList')}
            aria-pressed={isList}
            title={t('asList')}
            onClick={() => setIsList(!isList)}
          >
            <List size={18} aria-hidden />
          </ActionIcon>
          {mayUpload && <UploadButton onFiles={add} />}
        </>
      }
    >
      <UploadList queue={queue} uploads={uploads} />
      <MediaFilters filter={filter} onChange={setFilter} />
      <FolderBar
        folder={filter.folder}
        onOpen={(folder) => setFilter({ ...filter, folder }, { isNewEntry: true })}
        {...(can('media.editOwn') && { onDrop: move })}
      />
      <MediaResults
        filter={listFilter}
        onReset={() => setFilter({ kind: undefined, q: '', folder: filter.folder })}
        empty={mayUpload && <UploadButton onFiles={add} variant="default" />}
      >
        {(items) => (
          <SelectableGrid
            items={items}
            openId={openId}
            onOpen={({ id }) => openDetails(id)}
            isList={isList}
          />
        )}
      </MediaResults>
      <MediaDetails id={openId} onClose={() => openDetails(undefined)} />
      <DropOverlay isShown={isDraggedOver} text={t('dropHere')} />
    </Page>
  )
}

/** The filters, and the file whose details are open, from the URL. */
function useAddress() {
  const { kind, q = '', folder, tag, noAlt, unused, item } = route.useSearch()
  const navigate = route.useNavigate()
  const filter: MediaFilter = {
    kind: isMediaKind(kind) ? kind : undefined,
    q,
    folder,
    tag,
    withoutAlt: noAlt === undefined ? undefined : true,
    unused: unused === undefined ? undefined : true,
  }
  return {
    filter,
    openId: item,
    /** changes the filters; with `isNewEntry`, the change becomes an entry in the browser's history */
    setFilter: (next: MediaFilter, { isNewEntry = false } = {}) =>
      void navigate({ search: searchOf(next, item), replace: !isNewEntry, resetScroll: false }),
    /** opens the details of a file; undefined closes them */
    openDetails: (id: string | undefined) =>
      void navigate({ search: searchOf(filter, id), resetScroll: false }),
  }
}

/** The search parameters of the URL for filters, and for the file whose details are open. */
function searchOf(
  { kind, q, folder, tag, withoutAlt, unused }: MediaFilter,
  item: string | undefined,
): Record<string, string> {
  return {
    ...(kind !== undefined && { kind }),
    ...(q !== '' && { q }),
    ...(folder !== undefined && { folder }),
    ...(tag !== undefined && { tag }),
    ...(withoutAlt === true && { noAlt: '1' }),
    ...(unused === true && { unused: '1' }),
    ...(item !== undefined && { item }),
  }
}

/** The uploads of this screen; leaving while some are running asks for confirmation and cancels them. */
function useLibraryUploads() {
  const { t } = useTranslation('media')
  const { queue, uploads } = useUploads()
  useUnsavedWarning(() => queue.isBusy, {
    texts: {
      title: t('uploads.leave.title'),
      text: t('uploads.leave.text'),
      leave: t('uploads.leave.leave'),
      stay: t('uploads.leave.stay'),
    },
  })
  useEffect(() => () => queue.cancelAll(), [queue])
  return { queue, uploads }
}
