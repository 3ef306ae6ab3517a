import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { notifyProblem } from '../../ui/notify.tsx'
import type { MediaItem } from './media-item.ts'
import { UploadList } from './upload-list.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { useUploads } from './use-uploads.ts'

/** Uploads images; calls `onDone` with the media item of each. */
export type UploadPictures = (files: readonly File[], onDone: (picture: MediaItem) => void) => void

export interface PictureUploads {
  readonly queue: UploadQueue
  readonly upload: UploadPictures
  /** Cancels running uploads and removes all from the list; call it when another value is chosen. */
  readonly cancel: () => void
  /** the progress and failures of the uploads */
  readonly list: ReactNode
}

/** Uploads images that are pasted or dropped into a field, until it unmounts. */
export function usePictureUploads(): PictureUploads {
  const { t } = useTranslation('media')
  const mayUpload = useSession().can('media.upload')
  /** what to call with each file after its upload */
  const callbacks = useRef(new Map<File, (picture: MediaItem) => void>())
  const { queue, uploads } = useUploads({
    isForImages: true,
    onDone: (item, file) => {
      callbacks.current.get(file)?.(item)
      callbacks.current.delete(file)
    },
  })
  const upload = useCallback<UploadPictures>(
    (files, onDone) => {
      if (!mayUpload) return notifyProblem(t('uploads.forbidden'))
      for (const file of files) callbacks.current.set(file, onDone)
      queue.add(files)
    },
    [mayUpload, queue, t],
  )
  const cancel = useCallback(() => {
    callbacks.current.clear()
    queue.cancelAll()
    queue.clear()
  }, [queue])
  useEffect(() => cancel, [cancel])
  const areAllDone = uploads.length > 0 && uploads.every(({ state }) => state === 'done')
  useEffect(() => {
    if (areAllDone) queue.clear()
  }, [areAllDone, queue])
  // Uploads that are done are shown only beside others that are not.
  const isShown = uploads.some(({ state }) => state !== 'done')
  return { queue, upload, cancel, list: isShown && <UploadList queue={queue} uploads={uploads} /> }
}
