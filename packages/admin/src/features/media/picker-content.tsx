import { Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { DropOverlay } from '../../ui/drop-overlay.tsx'
import { FolderBar } from './folder-bar.tsx'
import { MediaFilters } from './media-filters.tsx'
import { MediaGrid } from './media-grid.tsx'
import type { MediaItem } from './media-item.ts'
import type { PickOptions } from './pick-options.ts'
import type { MediaFilter } from './media-filter.ts'
import { FoundFiles, MediaResults } from './media-results.tsx'
import { PickedBar } from './picked-bar.tsx'
import { UploadButton } from './upload-button.tsx'
import { UploadList } from './upload-list.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { usePicked } from './use-picked.ts'
import { useUploads } from './use-uploads.ts'

interface ContentProps extends PickOptions {
  /** whether several files can be chosen */
  readonly isMany: boolean
  readonly onPick: (items: readonly MediaItem[]) => void
}

/**
 * The library in a dialog. A single file that is uploaded here is chosen at once; where several can be chosen, uploaded
 * files are added to the selection.
 */
export function PickerContent({ kind, isMany, onPick }: ContentProps) {
  const { t } = useTranslation('media')
  const { can } = useSession()
  const mayUpload = can('media.upload')
  const isForImages = kind === 'image'
  const [filter, setFilter] = useState<MediaFilter>({ kind: isForImages ? 'image' : undefined, q: '' })
  /** whether the person uploads a single file, which then needs no further choice */
  const isSingle = useRef(false)
  const picked = usePicked()
  const { queue, uploads } = useUploads({
    isForImages,
    onDone: (item) => {
      if (isMany) picked.add(item)
      else if (isSingle.current) onPick([item])
    },
  })
  const add = (files: readonly File[]) => {
    isSingle.current = files.length === 1 && uploads.length === 0
    queue.add(files, filter.folder)
  }
  const isDraggedOver = useFileDrop(add, !mayUpload)
  useFailuresAfterClosing(queue)
  const accept = isForImages ? 'image/*' : undefined
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed" size="sm">
          {mayUpload && t(isMany ? 'picker.leadMany' : 'picker.lead')}
        </Text>
        {mayUpload && <UploadButton onFiles={add} accept={accept} />}
      </Group>
      <UploadList queue={queue} uploads={uploads} />
      <MediaFilters filter={filter} onChange={setFilter} hasFixedKind={isForImages} isPicking />
      <FolderBar folder={filter.folder} onOpen={(folder) => setFilter({ ...filter, folder })} isPicking />
      <FoundFiles filter={filter} />
      <MediaResults
        filter={filter}
        onReset={() => setFilter({ kind: isForImages ? 'image' : undefined, q: '', folder: filter.folder })}
        hasFixedKind={isForImages}
        emptyTexts={{
          title: t(isForImages ? 'picker.emptyImage' : 'picker.emptyAny'),
          text: t(mayUpload ? 'picker.emptyText' : 'picker.emptyReadOnly'),
        }}
        empty={mayUpload && <UploadButton onFiles={add} accept={accept} variant="default" />}
      >
        {(items) =>
          isMany ? (
            <MediaGrid items={items} onOpen={picked.toggle} selection={picked.selectionOf(items)} />
          ) : (
            <MediaGrid items={items} onOpen={(item) => onPick([item])} />
          )
        }
      </MediaResults>
      {isMany && <PickedBar count={picked.items.length} onTake={() => onPick(picked.items)} />}
      <DropOverlay isShown={isDraggedOver} text={t('dropHere')} />
    </>
  )
}

/** Reports failures of uploads that continue after the dialog was closed. */
function useFailuresAfterClosing(queue: ReturnType<typeof useUploads>['queue']): void {
  const { t } = useTranslation('media')
  // The effect has only a clean-up, which runs when the dialog closes.
  useEffect(
    () => () => {
      if (!queue.isBusy) return
      const reportedIds = new Set(queue.uploads.filter(({ state }) => state === 'failed').map(({ id }) => id))
      // Nothing else refers to the queue after its last upload, so the subscription needs no end.
      queue.subscribe(() => {
        for (const { id, state, error, file } of queue.uploads) {
          if (state !== 'failed' || reportedIds.has(id)) continue
          reportedIds.add(id)
          notifyError(error, t('uploads.lost', { name: file.name }))
        }
      })
    },
    [queue, t],
  )
}
