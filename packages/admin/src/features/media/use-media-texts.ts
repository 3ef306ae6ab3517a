import { writtenAlt } from '@octavo/contract/alt-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { issuesByPath } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { MediaItem } from './media-item.ts'
import { mediaItemQuery } from './media-queries.ts'

interface Texts {
  readonly filename: string
  /** the alternative text; empty for decoration, null if nobody has written one */
  readonly alt: string | null
  readonly caption: string
  readonly focalPoint: MediaItem['focalPoint']
  readonly folder: string
  readonly tags: readonly string[]
}

/** The name and the texts of a file with unsaved changes. */
export function useMediaTexts(item: MediaItem) {
  const client = useQueryClient()
  const stored = textsOf(item)
  const [changes, setChanges] = useState<Partial<Texts>>({})
  const texts = { ...stored, ...changes }
  const isChanged =
    texts.filename !== stored.filename ||
    texts.alt !== stored.alt ||
    texts.caption !== stored.caption ||
    texts.folder.trim() !== stored.folder ||
    !isSameList(texts.tags, stored.tags) ||
    !isSamePoint(texts.focalPoint, stored.focalPoint)
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: ({ filename, alt, caption, focalPoint, folder, tags }: Texts) =>
      api.media.update({
        id: item.id,
        filename: filename.trim(),
        alt: writtenAlt(alt),
        caption: caption.trim() || null,
        focalPoint,
        folder: folder.trim(),
        tags: [...tags],
      }),
    onSuccess: (answer, sent) => {
      client.setQueryData(mediaItemQuery(item.id).queryKey, answer)
      // Text that was typed during the save is kept.
      setChanges((now) => withoutSent(now, sent))
      for (const part of ['list', 'folders', 'tags'])
        void client.invalidateQueries({ queryKey: [...keys.media, part] })
    },
    onError: (failure) => {
      if (Object.keys(issuesByPath(failure)).length === 0) notifyError(failure)
    },
  })
  return {
    texts,
    isChanged,
    isSaving: isPending,
    isSaved: isSuccess,
    issues: issuesByPath(error),
    change: (change: Partial<Texts>) => {
      if (isSuccess) reset()
      setChanges((now) => ({ ...now, ...change }))
    },
    save: () => mutate(texts),
  }
}

function textsOf({ filename, alt, caption, focalPoint, folder, tags }: MediaItem): Texts {
  return { filename, alt, caption: caption ?? '', focalPoint, folder, tags }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index])
}

function isSamePoint(one: Texts['focalPoint'], other: Texts['focalPoint']): boolean {
  return one?.x === other?.x && one?.y === other?.y
}

/** The changes that were made after the texts were sent. */
function withoutSent(now: Partial<Texts>, sent: Texts): Partial<Texts> {
  return {
    ...(now.filename !== undefined && now.filename !== sent.filename && { filename: now.filename }),
    ...(now.alt !== undefined && now.alt !== sent.alt && { alt: now.alt }),
    ...(now.caption !== undefined && now.caption !== sent.caption && { caption: now.caption }),
    ...(now.folder !== undefined && now.folder !== sent.folder && { folder: now.folder }),
    ...(now.tags !== undefined && !isSameList(now.tags, sent.tags) && { tags: now.tags }),
    ...(now.focalPoint !== undefined &&
      !isSamePoint(now.focalPoint, sent.focalPoint) && { focalPoint: now.focalPoint }),
  }
}
