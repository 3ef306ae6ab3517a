import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { bindText } from '../../ui/form/bind.ts'
import { nameProblem } from './name-problem.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { accountKeys, type Passkey } from './account-queries.ts'

interface PasskeyNameDialogProps {
  readonly passkey: Passkey
  readonly onClosed: () => void
}

export function PasskeyNameDialog({ passkey: { id, name }, onClosed }: PasskeyNameDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: { name },
    check: (values) => ({ name: nameProblem(values.name) }),
    save: (values) => api.passkeys.update({ id, name: values.name }),
    onSaved: () => {
      notifySuccess(t('passkeys.renamed'))
      void client.invalidateQueries({ queryKey: accountKeys.passkeys })
    },
  })
  return (
    <FormDialog
      title={t('passkeys.renameTitle')}
      submit={t('passkeys.rename')}
      form={form}
      onClosed={onClosed}
      size="sm"
    >
      <TextInput
        label={t('passkeys.name')}
        autoComplete="off"
        required
        data-autofocus
        {...bindText(form, 'name')}
      />
    </FormDialog>
  )
}
