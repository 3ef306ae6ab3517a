import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import type { Person } from '../../app/session.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { tellDone } from '../../ui/notify.tsx'
import { refreshUsers } from './changes.ts'
import { RoleChoice } from './role-choice.tsx'

interface UserFormProps {
  readonly user: Person
  readonly onClosed: () => void
}

/** Changes what a user is called, and what they may do. */
export function UserForm({ user, onClosed }: UserFormProps) {
  const { t } = useTranslation(['users', 'common'])
  const [isDone, setDone] = useState(false)
  const form = useForm({
    stored: { name: user.name ?? '', role: user.role },
    endsWhenSaved: true,
    save: (_values, changes) => api.users.update({ id: user.id, ...changes }),
    onSaved: () => {
      setDone(true)
      tellDone(t('editForm.done'))
      void refreshUsers()
    },
  })
  return (
    <FormDialog
      title={t('editForm.title', { name: user.name ?? user.email })}
      submit={t('common:save')}
      form={form}
      isDone={isDone}
      onClosed={onClosed}
    >
      <TextInput
        label={t('name')}
        data-autofocus
        value={form.values.name}
        onChange={({ currentTarget }) => form.set('name', currentTarget.value)}
        error={form.errorOf('name')}
      />
      <RoleChoice
        value={form.values.role}
        onChange={(role) => form.set('role', role)}
        error={form.errorOf('role')}
      />
    </FormDialog>
  )
}
