import type { Role } from '@octavo/contract/access'
import { Badge, Group, Menu, Table, Text } from '@mantine/core'
import { MailPlus, Pencil, UserCheck, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Person, useSession } from '../../session/session.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { TimeText } from '../../ui/times.tsx'
import { disableUser, enableUser } from './changes.ts'
import { InviteForm } from './invite-form.tsx'
import { UserForm } from './user-form.tsx'
import classes from './user-row.module.css'

/** A user in the list, with the actions on them. */
export function UserRow({ user }: { readonly user: Person }) {
  const { t } = useTranslation(['users', 'common'])
  const { isOwn } = useSession()
  return (
    <Table.Tr>
      <Table.Td className={classes['who'] ?? ''}>
        <Group gap="xs">
          <Text fw={650} dir="auto">
            {user.name ?? user.email}
          </Text>
          {isOwn(user.id) && (
            <Badge variant="light" tt="none">
              {t('you')}
            </Badge>
          )}
          {user.disabled && (
            <Badge variant="light" color="red" tt="none">
              {t('disabled')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" truncate title={user.email}>
          {user.email}
        </Text>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{t(`common:roles.${user.role as Role}`)}</Table.Td>
      <Table.Td visibleFrom="sm" className={classes['when'] ?? ''}>
        {user.lastSignInAt === null ? (
          <Text size="sm" c="dimmed">
            {t('neverSignedIn')}
          </Text>
        ) : (
          <TimeText iso={user.lastSignInAt} />
        )}
      </Table.Td>
      <Table.Td className={classes['menu'] ?? ''}>
        <Actions user={user} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The menu with the actions. Nobody can disable their own account. */
function Actions({ user }: { readonly user: Person }) {
  const { t } = useTranslation('users')
  const { isOwn } = useSession()
  const isSelf = isOwn(user.id)
  const [dialog, setDialog] = useState<'form' | 'invite' | null>(null)
  const onClosed = () => setDialog(null)
  return (
    <>
      <RowMenu label={t('actionsFor', { name: user.name ?? user.email })}>
        <Menu.Item leftSection={<Pencil size={16} aria-hidden />} onClick={() => setDialog('form')}>
          {t('editAction')}
        </Menu.Item>
        {/* A person who has never signed in may have lost the invitation. */}
        {user.lastSignInAt === null && !user.disabled && (
          <Menu.Item leftSection={<MailPlus size={16} aria-hidden />} onClick={() => setDialog('invite')}>
            {t('again')}
          </Menu.Item>
        )}
        {!isSelf && user.disabled && (
          <Menu.Item leftSection={<UserCheck size={16} aria-hidden />} onClick={() => void enableUser(user)}>
            {t('enableAction')}
          </Menu.Item>
        )}
        {!isSelf && !user.disabled && (
          <Menu.Item
            color="var(--danger)"
            leftSection={<UserX size={16} aria-hidden />}
            onClick={() => void disableUser(user)}
          >
            {t('disableAction')}
          </Menu.Item>
        )}
      </RowMenu>
      {dialog === 'form' && <UserForm user={user} onClosed={onClosed} />}
      {dialog === 'invite' && <InviteForm again={user} onClosed={onClosed} />}
    </>
  )
}
