import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { useWorkspace } from '../../session/session.tsx'
import { byteText } from '../../ui/byte-text.ts'
import type { MediaItem } from './media-item.ts'
import { showNew } from './media-queries.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'

interface Options {
  /** accepts images only */
  readonly isForImages?: boolean
  readonly onDone?: (item: MediaItem, file: File) => void
}

/** The upload queue of a screen or dialog. */
export function useUploads({ isForImages = false, onDone }: Options = {}) {
  const { t } = useTranslation('media')
  const client = useQueryClient()
  const most = useWorkspace().site.maxUploadBytes
  const [queue] = useState(() => new UploadQueue())
  useEffect(() =>
    queue.follow({
      refuse: (file) => refusal(file, { t, most, isForImages }),
      onDone: (item, file) => {
        showNew(client, item)
        onDone?.(item, file)
      },
      onIdle: () => void client.invalidateQueries({ queryKey: keys.media }),
    }),
  )
  const uploads: readonly Upload[] = useSyncExternalStore(queue.subscribe, () => queue.uploads)
  return { queue, uploads }
}

export type Uploads = ReturnType<typeof useUploads>

interface Bounds {
  readonly t: ReturnType<typeof useTranslation<'media'>>['t']
  readonly most: number
  readonly isForImages: boolean
}

/** Files that the service would refuse are not sent. */
function refusal(file: File, { t, most, isForImages }: Bounds): string | undefined {
  if (file.size === 0) return t('uploads.isEmpty')
  if (file.size > most) return t('uploads.tooLarge', { most: byteText(most) })
  if (isForImages && !file.type.startsWith('image/')) return t('uploads.onlyImages')
  return undefined
}
