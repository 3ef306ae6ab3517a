import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { useWorkspace } from '../../session/session.tsx'
import { byteText } from '../../ui/byte-text.ts'
import type { MediaItem } from './media-item.ts'
import { showNew } from './media-queries.ts'
import { type Upload, UploadQueue } from './upload-queue.ts'

interface UploadOptions {
  /** accepts images only */
  readonly isForImages?: boolean
  readonly onDone?: (item: MediaItem, file: File) => void
}

/** The upload queue of a screen or dialog. */
export function useUploads({ isForImages = false, onDone }: UploadOptions = {}) {
  const { t } = useTranslation('media')
  const client = useQueryClient()
  const mostBytes = useWorkspace().site.maxUploadBytes
  const [queue] = useState(() => new UploadQueue())
  // After each render, because the rules use the current texts and the current `onDone`.
  useEffect(() =>
    queue.setRules({
      refuse: (file) => refusal(file, { t, mostBytes, isForImages }),
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

interface RefusalContext {
  readonly t: ReturnType<typeof useTranslation<'media'>>['t']
  readonly mostBytes: number
  readonly isForImages: boolean
}

/** Why a file is not sent, because the service would refuse it; undefined if it may be sent. */
function refusal(file: File, { t, mostBytes, isForImages }: RefusalContext): string | undefined {
  if (file.size === 0) return t('uploads.isEmpty')
  if (file.size > mostBytes) return t('uploads.tooLarge', { most: byteText(mostBytes) })
  if (isForImages && !file.type.startsWith('image/')) return t('uploads.onlyImages')
  return undefined
}
