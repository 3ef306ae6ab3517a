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

/** The name, texts, folder and tags of a file with unsaved changes, and the request that saves them. */
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
      // Changes that were made during the save stay unsaved changes.
      setChanges((current) => withoutSent(current, sent))
      for (const part of ['list', 'folders', 'tags'])
        void client.invalidateQueries({ queryKey: [...keys.media, part] })
    },
    onError: (failure) => {
      // Issues are shown at their fields.
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
      // After a change the note that the texts are saved disappears.
      if (isSuccess) reset()
      setChanges((current) => ({ ...current, ...change }))
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

/** The changes that differ from the sent texts, because they were made after the texts were sent. */
function withoutSent(changes: Partial<Texts>, sent: Texts): Partial<Texts> {
  return {
    ...(changes.filename !== undefined &&
      changes.filename !== sent.filename && { filename: changes.filename }),
    ...(changes.alt !== undefined && changes.alt !== sent.alt && { alt: changes.alt }),
    ...(changes.caption !== undefined && changes.caption !== sent.caption && { caption: changes.caption }),
    ...(changes.folder !== undefined && changes.folder !== sent.folder && { folder: changes.folder }),
    ...(changes.tags !== undefined && !isSameList(changes.tags, sent.tags) && { tags: changes.tags }),
    ...(changes.focalPoint !== undefined &&
      !isSamePoint(changes.focalPoint, sent.focalPoint) && { focalPoint: changes.focalPoint }),
  }
}
