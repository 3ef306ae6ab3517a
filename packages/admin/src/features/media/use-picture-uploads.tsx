import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { notifyProblem } from '../../ui/notify.tsx'
import type { MediaItem } from './media-item.ts'
import { UploadList } from './upload-list.tsx'
import { isUnderWay } from './upload-queue.ts'
import { useUploads } from './use-uploads.ts'

/** Uploads pictures; `onDone` is called for each one that has become an item. */
export type UploadPictures = (files: readonly File[], onDone: (picture: MediaItem) => void) => void

/** Uploads what is pasted or dropped into a field. `list` shows how far it is, and what failed and why. */
export function usePictureUploads(): { readonly upload: UploadPictures; readonly list: ReactNode } {
  const { t } = useTranslation('media')
  const mayUpload = useSession().can('media.upload')
  const waiting = useRef(new Map<File, (picture: MediaItem) => void>())
  const { queue, uploads } = useUploads({
    isForImages: true,
    onDone: (item, file) => {
      waiting.current.get(file)?.(item)
      waiting.current.delete(file)
    },
  })
  const upload = useCallback<UploadPictures>(
    (files, onDone) => {
      if (!mayUpload) return notifyProblem(t('uploads.forbidden'))
      for (const file of files) waiting.current.set(file, onDone)
      queue.add(files)
    },
    [mayUpload, queue, t],
  )
  const isOver = uploads.length > 0 && uploads.every(({ state }) => state === 'done')
  useEffect(() => {
    if (isOver) queue.clear()
  }, [isOver, queue])
  const isShown = uploads.some((one) => isUnderWay(one) || one.state !== 'done')
  return { upload, list: isShown && <UploadList queue={queue} uploads={uploads} /> }
}
