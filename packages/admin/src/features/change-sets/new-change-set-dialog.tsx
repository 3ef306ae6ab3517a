import { Textarea, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { longerThan } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'

interface NewChangeSetProps {
  readonly onCreated: (set: ChangeSetDetails) => void
  readonly onClosed: () => void
}

/** Creates a change-set. */
export function NewChangeSetDialog({ onCreated, onClosed }: NewChangeSetProps) {
  const { t } = useTranslation(['changeSets', 'common', 'forms'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: { name: '', description: '' },
    check: ({ name, description }) => ({
      name: name.trim() === '' ? t('forms:required') : longerThan(name, limits.label),
      description: longerThan(description, limits.description),
    }),
    save: ({ name, description }) =>
      api.changeSets.create({
        name: name.trim(),
        ...(description.trim() !== '' && { description: description.trim() }),
      }),
    onSaved: ({ item }) => {
      void client.invalidateQueries({ queryKey: keys.changeSets })
      onCreated(item)
    },
  })
  return (
    <FormDialog title={t('new')} submit={t('common:create')} form={form} onClosed={onClosed}>
      <TextInput label={t('name')} required data-autofocus {...bindText(form, 'name')} />
      <Textarea label={t('description')} autosize minRows={2} {...bindText(form, 'description')} />
    </FormDialog>
  )
}
