import { Text, TextInput } from '@mantine/core'
import { folderPattern } from '@octavo/contract/folders'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { FolderInput } from './folder-input.tsx'

interface DialogProps {
  /** called with the path of the folder */
  readonly onDone: (folder: string) => void
  readonly onClosed: () => void
}

/** Asks for the name of a new folder and opens it. Nothing is saved: it exists as soon as a file is in it. */
export function NewFolder({ parent, onDone, onClosed }: DialogProps & { readonly parent: string }) {
  const { t } = useTranslation('media')
  const pathOf = (name: string) => [parent, name.trim()].filter((part) => part !== '').join('/')
  const form = useDialogForm({
    stored: { name: '' },
    check: ({ name }) =>
      isName(name.trim()) && folderPattern.test(pathOf(name)) ? {} : { name: t('folders.badName') },
    save: ({ name }) => Promise.resolve(pathOf(name)),
    onSaved: onDone,
  })
  return (
    <FormDialog title={t('folders.new')} submit={t('folders.create')} form={form} onClosed={onClosed}>
      <TextInput
        label={t('folders.name')}
        description={t('folders.newHint')}
        maxLength={limits.folders.name}
        data-autofocus
        dir="auto"
        autoComplete="off"
        {...bindText(form, 'name')}
      />
    </FormDialog>
  )
}

function isName(name: string): boolean {
  return name !== '' && !name.includes('/')
}

/** Renames a folder, or moves it with all that is in it. */
export function MoveFolder({ folder, onDone, onClosed }: DialogProps & { readonly folder: string }) {
  const { t } = useTranslation('media')
  const client = useQueryClient()
  const form = useDialogForm({
    stored: { to: folder },
    check: ({ to }) => (folderPattern.test(to.trim()) ? {} : { to: t('folders.badPath') }),
    save: async ({ to }) => {
      const path = to.trim()
      if (path === folder) return path
      try {
        // One call moves a limited number of files.
        while (!(await api.media.moveFolder({ folder, to: path })).isComplete);
      } finally {
        void client.invalidateQueries({ queryKey: keys.media })
      }
      return path
    },
    onSaved: onDone,
  })
  return (
    <FormDialog title={t('folders.move')} submit={t('folders.moveAction')} form={form} onClosed={onClosed}>
      <FolderInput
        label={t('folders.path')}
        description={t('folders.moveHint')}
        value={form.values.to}
        error={form.errorOf('to')}
        onChange={(to) => form.set('to', to)}
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        {t('folders.undoHint')}
      </Text>
    </FormDialog>
  )
}
