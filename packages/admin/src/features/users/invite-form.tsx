import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { roles } from '@octavo/contract/access'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import type { Person } from '../../session/session.tsx'
import { bind, bindText } from '../../ui/form/bind.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { fullTime } from '../../ui/times.tsx'
import { refreshUsers } from './changes.ts'
import { RoleChoice } from './role-choice.tsx'

interface InviteFormProps {
  /** a user who has never signed in, to be invited again */
  readonly again?: Person
  readonly onClosed: () => void
}

/** The form that invites a new user, or invites a user again who has never signed in. */
export function InviteForm({ again, onClosed }: InviteFormProps) {
  const { t } = useTranslation('users')
  const form = useDialogForm({
    stored: {
      email: again?.email ?? '',
      name: again?.name ?? '',
      role: again?.role ?? roles.Author,
    },
    save: ({ email, name, role }) =>
      api.auth.invite({ email: email.trim(), role, name: name.trim() || undefined }),
    onSaved: ({ item: { email }, link, expiresAt }) => {
      void refreshUsers()
      // The link is null if it was sent by mail. Otherwise the person who invites hands it over.
      if (link === null) notifySuccess(t('inviteForm.done', { email }))
      else openLinkDialog({ email, link, until: fullTime(expiresAt) })
    },
  })
  return (
    <FormDialog title={t('inviteForm.title')} submit={t('inviteForm.send')} form={form} onClosed={onClosed}>
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="off"
        required
        readOnly={again !== undefined}
        data-autofocus
        {...bindText(form, 'email')}
      />
      <TextInput label={t('name')} description={t('inviteForm.nameHint')} {...bindText(form, 'name')} />
      <RoleChoice {...bind(form, 'role')} />
    </FormDialog>
  )
}

interface Invitation {
  readonly email: string
  readonly link: string
  /** when the link expires, as text */
  readonly until: string
}

/** Shows the link of an invitation in a dialog. */
function openLinkDialog(invitation: Invitation): void {
  const id = modals.open({
    title: i18next.t('users:link.title'),
    children: <LinkToHandOver {...invitation} close={() => modals.close(id)} />,
  })
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
