import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../live/use-live.ts'
import { ListSkeleton } from '../ui/states.tsx'
import { BackupBanner } from './backup-banner.tsx'
import { Brand } from './brand.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { HeaderTools } from './header-tools.tsx'
import { Navigation } from './navigation-list.tsx'
import { Reauthentication } from './reauthentication.tsx'
import { Screen } from './screen.tsx'
import { SessionOverDialog } from './session-over-dialog.tsx'
import classes from './shell.module.css'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'

/** The frame around all screens: header, navigation, banners and dialogs. */
export function Shell() {
  const { t } = useTranslation('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  const main = useFocusAfterNavigation(close)
  useLive()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#main" className="skip-link">
        {t('skip')}
      </a>
      <AppShell.Header className={classes['header']}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t(isOpen ? 'closeNavigation' : 'openNavigation')}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
          <HeaderTools />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar']} aria-label={t('navigation')}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <ConnectionBanner />
        <BackupBanner />
        <Suspense fallback={<ListSkeleton />}>
          <Screen />
        </Suspense>
      </AppShell.Main>
      <SessionOverDialog />
      <Reauthentication />
    </AppShell>
  )
}
