import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { bindText } from '../../ui/form/bind.ts'
import { labelProblem } from '../../ui/form/checks.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'

interface NameDialogProps {
  readonly name: string
  readonly onClosed: () => void
}

/** Edits the person's name. */
export function NameDialog({ name, onClosed }: NameDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: { name },
    check: (values) => ({ name: labelProblem(values.name) }),
    save: (values) => api.auth.updateMe({ name: values.name }),
    onSaved: () => {
      notifySuccess(t('profile.changed'))
      void client.invalidateQueries({ queryKey: keys.me })
      void client.invalidateQueries({ queryKey: keys.users })
    },
  })
  return (
    <FormDialog
      title={t('profile.changeName')}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
      size="sm"
    >
      <TextInput
        label={t('profile.name')}
        autoComplete="name"
        required
        data-autofocus
        {...bindText(form, 'name')}
      />
    </FormDialog>
  )
}
