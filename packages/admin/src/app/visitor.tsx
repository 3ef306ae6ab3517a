import { AppShell, Group } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../session/session.tsx'
import { RouterButton } from '../ui/links.tsx'
import { EmptyState, ListSkeleton } from '../ui/states.tsx'
import { Brand } from './brand.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { PersonMenu } from './person-menu.tsx'
import { Reauthentication } from './reauthentication.tsx'
import { Screen } from './screen.tsx'
import { SessionOverDialog } from './session-over-dialog.tsx'
import classes from './shell.module.css'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'

/** The frame for users who cannot see drafts: only their account. */
export function VisitorShell() {
  const { t } = useTranslation('shell')
  const main = useFocusAfterNavigation()
  // Only the screen of the account has this permission.
  const isAccount = useMatches().at(-1)?.staticData.permission === 'account.manage'
  return (
    <AppShell header={{ height: 56 }} padding={{ base: 'md', sm: 'xl' }}>
      <a href="#main" className="skip-link">
        {t('skip')}
      </a>
      <AppShell.Header className={classes['header']}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Brand />
          <PersonMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <ConnectionBanner />
        <Suspense fallback={<ListSkeleton />}>{isAccount ? <Screen /> : <Greeting />}</Suspense>
      </AppShell.Main>
      <SessionOverDialog />
      <Reauthentication />
    </AppShell>
  )
}

function Greeting() {
  const { t } = useTranslation('shell')
  const { person } = useSession()
  return (
    <EmptyState
      icon={UserRound}
      title={t('visitor.title', { name: person.name ?? person.email })}
      text={t('visitor.text')}
      action={<RouterButton to="/account">{t('account')}</RouterButton>}
      isPage
    />
  )
}
