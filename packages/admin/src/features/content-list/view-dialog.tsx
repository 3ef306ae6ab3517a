import { Checkbox, Stack, TextInput } from '@mantine/core'
import { limits } from '@octavo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../api/queries.ts'
import { useSession } from '../../session/session.tsx'
import { bindText } from '../../ui/form/bind.ts'
import { longerThan } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import type { SavedView } from './saved-views.ts'

type Values = Pick<SavedView, 'name' | 'shared'>

interface Answer {
  readonly item: Pick<SavedView, 'id'>
}

interface ViewDialogProps {
  readonly title: string
  readonly stored: Values
  readonly save: (values: Values) => Promise<Answer>
  readonly onSaved: (answer: Answer) => void
  readonly onClosed: () => void
}

/** The dialog for the name of a saved view, and for who sees it. */
export function ViewDialog({ title, stored, save, onSaved, onClosed }: ViewDialogProps) {
  const { t } = useTranslation(['lists', 'common', 'forms'])
  const { can } = useSession()
  const client = useQueryClient()
  const form = useDialogForm<Values, Answer>({
    stored,
    check: ({ name }) => ({
      name: name.trim() === '' ? t('forms:required') : longerThan(name.trim(), limits.views.name),
    }),
    save: ({ name, shared }) => save({ name: name.trim(), shared }),
    onSaved: (answer) => {
      void client.invalidateQueries({ queryKey: keys.views })
      onSaved(answer)
    },
  })
  return (
    <FormDialog title={title} submit={t('common:save')} form={form} onClosed={onClosed}>
      <Stack>
        <TextInput
          label={t('views.name')}
          description={t('views.help')}
          required
          data-autofocus
          dir="auto"
          {...bindText(form, 'name')}
        />
        {can('views.share') && (
          <Checkbox
            label={t('views.share')}
            description={t('views.shareHelp')}
            checked={form.values.shared}
            onChange={(event) => form.set('shared', event.currentTarget.checked)}
          />
        )}
      </Stack>
    </FormDialog>
  )
}
