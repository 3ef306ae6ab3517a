import { TextInput } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import type { Person } from '../../app/session.tsx'
import { FormDialog, openDialog } from '../../ui/form-dialog.tsx'
import { tellDone } from '../../ui/notify.tsx'
import { refreshUsers } from './changes.ts'
import { RoleChoice } from './role-choice.tsx'

export function openUserForm(user: Person): void {
  openDialog(i18next.t('users:editForm.title', { name: user.name ?? user.email }), (close) => (
    <UserForm user={user} close={close} />
  ))
}

function UserForm({ user, close }: { readonly user: Person; readonly close: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  const [name, setName] = useState(user.name ?? '')
  const [role, setRole] = useState(user.role)
  const save = async () => {
    const isRenamed = name.trim() !== (user.name ?? '')
    await api.users.update({
      id: user.id,
      ...(isRenamed && { name: name.trim() }),
      ...(role !== user.role && { role: role as 30 }),
    })
    tellDone(t('editForm.done'))
    void refreshUsers()
  }
  return (
    <FormDialog submitLabel={t('common:save')} onSubmit={save} onClose={close}>
      {(errors) => (
        <>
          <TextInput
            label={t('name')}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={errors['name']}
          />
          <RoleChoice value={role} onChange={setRole} error={errors['role']} />
        </>
      )}
    </FormDialog>
  )
}
