import {
  ActionIcon,
  Button,
  Group,
  Kbd,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { ChevronDown, LogOut, Search, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './header-tools.module.css'
import { useSession } from './session.tsx'
import { schemes } from './schemes.ts'
import { signOut } from './sign-out.ts'
import { usePalette } from './use-palette.tsx'

/** What stands in the header: the way to everything, and the person. */
export function HeaderTools() {
  const { t } = useTranslation('shell')
  const { palette, openPalette } = usePalette()
  const key = useOs() === 'macos' ? '⌘ K' : 'Ctrl K'
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="default"
        visibleFrom="sm"
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd size="xs">{key}</Kbd>}
        className={classes['search'] ?? ''}
        onClick={openPalette}
      >
        {t('search')}
      </Button>
      <ActionIcon
        variant="subtle"
        hiddenFrom="sm"
        size="lg"
        aria-label={t('searchShort')}
        onClick={openPalette}
      >
        <Search size={18} aria-hidden />
      </ActionIcon>
      <PersonMenu />
      {palette}
    </Group>
  )
}

function PersonMenu() {
  const { t } = useTranslation(['shell', 'common'])
  const { person } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = person.name ?? person.email
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes['person']} aria-label={`${t('account')}: ${name}`}>
          <UserRound size={18} aria-hidden />
          <Text size="sm" visibleFrom="sm" truncate maw={160}>
            {name}
          </Text>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {person.email} · {t(`common:roles.${person.role as 10}`)}
        </Menu.Label>
        <Menu.Item component="a" href="/_cms/account" leftSection={<UserRound size={16} aria-hidden />}>
          {t('account')}
        </Menu.Item>
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
