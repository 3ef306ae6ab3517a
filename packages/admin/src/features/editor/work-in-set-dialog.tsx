import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { checkSet, ensureSet, SetChoice, useFirstSet } from '../in-change-set/set-choice.tsx'
import { useEditor } from './editor-context.ts'

/** Opens the item of the editor as a change-set shows it. */
export function WorkInSetDialog({ onClosed }: { readonly onClosed: () => void }) {
  const { t } = useTranslation(['changeSets', 'forms'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const { saver, collection } = useEditor()
  const form = useDialogForm({
    stored: useFirstSet(),
    check: (chosen) => checkSet(chosen, t),
    save: ensureSet,
    onSaved: (changeSet) => {
      void client.invalidateQueries({ queryKey: keys.changeSets })
      const { item } = saver.getState()
      if (item === null) return
      const params = { collection: collection.slug, id: item.id }
      void navigate({ to: '/content/$collection/$id', params, search: { changeSet } })
    },
  })
  return (
    <FormDialog title={t('within.work')} submit={t('within.workSubmit')} form={form} onClosed={onClosed}>
      <Text size="sm" c="dimmed">
        {t('within.workText')}
      </Text>
      <SetChoice form={form} />
    </FormDialog>
  )
}
