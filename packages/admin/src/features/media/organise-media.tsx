import { folderPattern } from '@octavo/contract/folders'
import { foldCase } from '@octavo/contract/fold-case'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { changeMany } from './change-many.ts'
import { FolderInput } from './folder-input.tsx'
import type { MediaItem } from './media-item.ts'
import { MediaTags } from './tags-input.tsx'

interface OrganiseProps {
  /** files that the person may change */
  readonly items: readonly MediaItem[]
  readonly onClosed: () => void
}

/** Asks for the folder to which files are moved. */
export function MoveMedia({ items, onClosed }: OrganiseProps) {
  const { t } = useTranslation('media')
  const client = useQueryClient()
  const ids = items.map(({ id }) => id)
  const folders = new Set(items.map(({ folder }) => folder))
  const form = useDialogForm({
    // The folder of the files if it is the same for all.
    stored: { folder: folders.size === 1 ? (items[0]?.folder ?? '') : '' },
    check: ({ folder }) => (folderPattern.test(folder.trim()) ? {} : { folder: t('folders.badPath') }),
    save: async ({ folder }) => {
      try {
        await changeMany(ids, { action: 'move', folder: folder.trim() })
      } finally {
        void client.invalidateQueries({ queryKey: keys.media })
      }
    },
    onSaved: () => undefined,
  })
  return (
    <FormDialog
      title={t('folders.moveFiles', { count: items.length })}
      submit={t('folders.moveAction')}
      form={form}
      onClosed={onClosed}
    >
      <FolderInput
        label={t('folders.folder')}
        description={t('folders.pathHint')}
        value={form.values.folder}
        error={form.errorOf('folder')}
        onChange={(folder) => form.set('folder', folder)}
        data-autofocus
      />
    </FormDialog>
  )
}

/** Adds tags to files, and removes others. */
export function TagMedia({ items, onClosed }: OrganiseProps) {
  const { t } = useTranslation(['media', 'common'])
  const client = useQueryClient()
  const currentTags = tagsOf(items)
  const form = useDialogForm({
    stored: { added: [] as string[], removed: [] as string[] },
    check: () => ({}),
    save: async ({ added, removed }) => {
      const ids = items.map(({ id }) => id)
      try {
        if (removed.length > 0) await changeMany(ids, { action: 'untag', tags: removed })
        if (added.length > 0) await changeMany(ids, { action: 'tag', tags: added })
      } finally {
        void client.invalidateQueries({ queryKey: keys.media })
      }
    },
    onSaved: () => undefined,
  })
  return (
    <FormDialog
      title={t('media:tags.title', { count: items.length })}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
    >
      <MediaTags
        label={t('media:tags.add')}
        value={form.values.added}
        onChange={(added) => form.set('added', added)}
        data-autofocus
      />
      {currentTags.length > 0 && (
        <MediaTags
          label={t('media:tags.remove')}
          suggested={currentTags}
          value={form.values.removed}
          onChange={(removed) => form.set('removed', removed)}
        />
      )}
    </FormDialog>
  )
}

/** All tags that at least one of the files has, each once; tags that differ only in case are the same. */
function tagsOf(items: readonly MediaItem[]): string[] {
  const byKey = new Map(items.flatMap(({ tags }) => tags.map((tag) => [foldCase(tag), tag] as const)))
  return [...byKey.values()].toSorted((one, other) => one.localeCompare(other))
}
