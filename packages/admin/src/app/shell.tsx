import { AppShell, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import icon from '../../icon.svg'
import { EmptyState, ListSkeleton, NotFoundPage } from '../ui/states.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { HeaderTools } from './header-tools.tsx'
import { Navigation } from './navigation-list.tsx'
import { SessionOverDialog } from './session-over-dialog.tsx'
import { useSession } from './session.tsx'
import classes from './shell.module.css'

/** The frame around all screens: header, navigation, and what concerns every screen alike. */
export function Shell() {
  const { t } = useTranslation('shell')
  const [isOpen, { toggle, close }] = useDisclosure()
  const main = useFocusAfterNavigation(close)
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
        <Suspense fallback={<ListSkeleton />}>
          <Screen />
        </Suspense>
      </AppShell.Main>
      <SessionOverDialog />
    </AppShell>
  )
}

/** The screen of the address, unless the person's role does not reach it. */
function Screen() {
  const { t } = useTranslation()
  const { can } = useSession()
  const match = useMatches().at(-1)
  const needed = match?.staticData.permission
  const names: Readonly<Record<string, string>> = match?.params ?? {}
  if (needed !== undefined && !can(needed))
    return (
      <EmptyState
        icon={Lock}
        title={t('failures.forbiddenTitle')}
        text={t('failures.forbiddenText')}
        isPage
      />
    )
  return Object.values(names).every(canBeName) ? <Outlet /> : <NotFoundPage />
}

/** characters: more than any slug or id has */
const longestName = 500

/** Whether something can be called so. What cannot is not there: the service is not asked. */
function canBeName(name: string): boolean {
  return name.length <= longestName && !/\p{Cc}/u.test(name)
}

function Brand() {
  return (
    <Group gap={8} wrap="nowrap" className={classes['brand']}>
      <img src={icon} alt="" width={26} height={26} />
      Octavo
    </Group>
  )
}

/** Who reads a screen by ear begins at its top when the address has changed. */
function useFocusAfterNavigation(onNavigate: () => void) {
  const main = useRef<HTMLElement>(null)
  const {
    pathname,
    state: { staysInPlace = false },
  } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (staysInPlace) return
    onNavigate()
    // Where the screen stands is the router's: at its top, or where it was left.
    main.current?.focus({ preventScroll: true })
  }, [pathname, staysInPlace, onNavigate])
  return main
}
