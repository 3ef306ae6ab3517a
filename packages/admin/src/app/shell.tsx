import { ActionIcon, AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../live/use-live.ts'
import { ListSkeleton } from '../ui/states.tsx'
import { BackupBanner } from './backup-banner.tsx'
import { Brand } from './brand.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Navigation } from './navigation-list.tsx'
import { PersonMenu } from './person-menu.tsx'
import { Reauthentication } from './reauthentication.tsx'
import { Screen } from './screen.tsx'
import { SearchButton } from './search-button.tsx'
import { SessionOverDialog } from './session-over-dialog.tsx'
import classes from './shell.module.css'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'
import { usePalette } from './use-palette.tsx'

/**
 * The frame around all screens: navigation, banners and dialogs. Narrow screens have a header, which opens the
 * navigation.
 */
export function Shell() {
  const { t } = useTranslation('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  const main = useFocusAfterNavigation(close)
  const { palette, openPalette } = usePalette()
  useLive()
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#main" className="skip-link">
        {t('skip')}
      </a>
      <AppShell.Header className={classes['header']} hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label={t(isOpen ? 'closeNavigation' : 'openNavigation')}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('searchShort')}
              onClick={openPalette}
            >
              <Search size={18} aria-hidden />
            </ActionIcon>
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar']} aria-label={t('navigation')}>
        <AppShell.Section className={classes['top']} visibleFrom="sm">
          <Brand />
          <SearchButton onOpen={openPalette} />
        </AppShell.Section>
        <Navigation />
        <AppShell.Section className={classes['bottom']} visibleFrom="sm">
          <PersonMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <ConnectionBanner />
        <BackupBanner />
        <Suspense fallback={<ListSkeleton />}>
          <Screen />
        </Suspense>
      </AppShell.Main>
      {palette}
      <SessionOverDialog />
      <Reauthentication />
    </AppShell>
  )
}
