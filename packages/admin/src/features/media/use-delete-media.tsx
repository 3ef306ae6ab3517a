import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { isFailure } from '../../api/failures.ts'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../session/session.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { DeletionNotice } from './deletion-notice.tsx'
import { findUsages } from './find-usages.ts'
import type { MediaItem } from './media-item.ts'
import { inSentence } from '../../ui/item-title.ts'

/** Deletes files after a confirmation that lists their usages; files that the person may not delete are kept. */
export function useDeleteMedia() {
  const { t } = useTranslation('media')
  const client = useQueryClient()
  const { can, isOwn } = useSession()
  const [isRemoving, setIsRemoving] = useState(false)
  const mayDelete = ({ authorId }: MediaItem) =>
    can('media.deleteAny') || (can('media.deleteOwn') && isOwn(authorId))

  const confirmDeletion = async (items: readonly MediaItem[], skipped: number) => {
    const found = await findUsages(items)
    const facts = { count: items.length, name: inSentence(items[0]?.filename ?? '') }
    return confirm({
      title: t('delete.title', facts),
      text: <DeletionNotice count={items.length} skipped={skipped} found={found} />,
      action: t('delete.action'),
      isDangerous: true,
    })
  }

  /** Deletes files if the person confirms. Returns whether any file was deleted. */
  const remove = async (items: readonly MediaItem[]): Promise<boolean> => {
    const deletable = items.filter(mayDelete)
    setIsRemoving(true)
    try {
      if (!(await confirmDeletion(deletable, items.length - deletable.length))) return false
      const deleted = await deleteEach(deletable)
      if (deleted.length > 0)
        notifySuccess(
          t('delete.done', { count: deleted.length, name: inSentence(deleted[0]?.filename ?? '') }),
        )
      return deleted.length > 0
    } finally {
      setIsRemoving(false)
      void client.invalidateQueries({ queryKey: keys.media })
    }
  }

  return { remove, mayDelete, isRemoving }
}

/** Deletes one after the other; stops at the first failure. Returns the deleted files. */
async function deleteEach(items: readonly MediaItem[]): Promise<MediaItem[]> {
  const deleted: MediaItem[] = []
  try {
    for (const item of items) {
      await api.media.delete({ id: item.id }).catch((error: unknown) => {
        // A missing file is no failure: another person has deleted it meanwhile.
        if (!isFailure(error, 404)) throw error
      })
      deleted.push(item)
    }
  } catch (error) {
    notifyError(error)
  }
  return deleted
}
