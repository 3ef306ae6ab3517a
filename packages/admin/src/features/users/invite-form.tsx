import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import type { Person } from '../../app/session.tsx'
import { FormDialog, openDialog } from '../../ui/form-dialog.tsx'
import { tellDone } from '../../ui/notify.tsx'
import { fullTime } from '../../ui/times.tsx'
import { refreshUsers } from './changes.ts'
import { RoleChoice } from './role-choice.tsx'

/** Asks whom to invite, and as what; someone who has never signed in can be invited again. */
export function openInviteForm(again?: Person): void {
  openDialog(i18next.t('users:inviteForm.title'), (close) => <InviteForm again={again} close={close} />)
}

interface InviteFormProps {
  readonly again: Person | undefined
  readonly close: () => void
}

function InviteForm({ again, close }: InviteFormProps) {
  const { t } = useTranslation('users')
  const [email, setEmail] = useState(again?.email ?? '')
  const [name, setName] = useState(again?.name ?? '')
  const [role, setRole] = useState<number>(again?.role ?? 30)
  const invite = async () => {
    const { link, expiresAt } = await api.auth.invite({
      email: email.trim(),
      role: role as 30,
      name: name.trim() || undefined,
    })
    void refreshUsers()
    if (link === null) tellDone(t('inviteForm.done', { email }))
    else openLink({ email, link, until: fullTime(expiresAt) })
  }
  return (
    <FormDialog submitLabel={t('inviteForm.send')} onSubmit={invite} onClose={close}>
      {(errors) => (
        <>
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="off"
            required
            readOnly={again !== undefined}
            data-autofocus
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            error={errors['email']}
          />
          <TextInput
            label={t('name')}
            description={t('inviteForm.nameHint')}
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

interface Invitation {
  readonly email: string
  readonly link: string
  readonly until: string
}

function openLink(invitation: Invitation): void {
  openDialog(i18next.t('users:link.title'), (close) => <LinkToHandOver {...invitation} close={close} />)
}

function LinkToHandOver({ email, link, until, close }: Invitation & { readonly close: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  return (
    <Stack>
      <Text size="sm">{t('link.text', { email, until })}</Text>
      <TextInput label={t('link.label')} value={link} readOnly onFocus={(event) => event.target.select()} />
      <Group justify="flex-end">
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('common:copied') : t('common:copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={close}>{t('common:close')}</Button>
      </Group>
    </Stack>
  )
}
