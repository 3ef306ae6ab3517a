import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import type { Person } from '../../session/session.tsx'
import { bind, bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { refreshUsers } from './changes.ts'
import { RoleChoice } from './role-choice.tsx'

interface UserFormProps {
  readonly user: Person
  readonly onClosed: () => void
}

/** Edits the name and role of a user. */
export function UserForm({ user, onClosed }: UserFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const form = useDialogForm({
    stored: { name: user.name ?? '', role: user.role },
    save: (_values, changes) => api.users.update({ id: user.id, ...changes }),
    onSaved: () => {
      notifySuccess(t('editForm.done'))
      void refreshUsers()
    },
  })
  return (
    <FormDialog
      title={t('editForm.title', { name: user.name ?? user.email })}
      submit={t('common:save')}
      form={form}
      onClosed={onClosed}
    >
      <TextInput label={t('name')} data-autofocus {...bindText(form, 'name')} />
      <RoleChoice {...bind(form, 'role')} />
    </FormDialog>
  )
}
