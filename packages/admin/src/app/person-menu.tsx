import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import type { Role } from '@octavo/contract/access'
import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RouterMenuItem } from '../ui/links.tsx'
import classes from './shell.module.css'
import { schemes } from './schemes.ts'
import { useSession } from '../session/session.tsx'
import { signOut } from '../session/sign-out.ts'

/** The user menu: who is signed in, the account, and signing out. */
export function PersonMenu() {
  const { t } = useTranslation(['shell', 'common'])
  const { person } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = person.name ?? person.email
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes['person']} aria-label={`${t('account')}: ${name}`}>
          <UserRound size={18} aria-hidden />
          <Text size="sm" visibleFrom="sm" truncate maw={150}>
            {name}
          </Text>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.email} · {t(`common:roles.${person.role as Role}`)}
        </Menu.Label>
        <RouterMenuItem to="/account" leftSection={<UserRound size={16} aria-hidden />}>
          {t('account')}
        </RouterMenuItem>
        <Menu.Divider />
        <Menu.Label>{t('theme')}</Menu.Label>
        {schemes.map((scheme) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            checked={colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`themes.${scheme}`)}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
