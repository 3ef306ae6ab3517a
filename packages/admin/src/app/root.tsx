import { Button, Center, Loader, Stack } from '@mantine/core'
import { QueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Bug, RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure, isSilence } from '../api/failures.ts'
import { workspaceQuery } from '../api/queries.ts'
import { EmptyState, FailureState } from '../ui/states.tsx'
import { useSession } from './session.tsx'
import { Shell } from './shell.tsx'
import { Visitor } from './visitor.tsx'

/** Everything begins with knowing who is here, and what there is to work on. */
export function Root() {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary getResetKey={() => 'root'} errorComponent={Crash} onCatch={reset}>
          <Suspense fallback={<Waiting />}>
            <Entrance />
          </Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/** Who may write gets the interface; everyone else has an account here, and no more. */
function Entrance() {
  const { can, person } = useSession()
  if (!can('content.readDrafts')) return <Visitor person={person} />
  return (
    <Workplace>
      <Shell />
    </Workplace>
  )
}

function Workplace({ children }: { readonly children: ReactNode }) {
  useSuspenseQuery(workspaceQuery)
  return children
}

function Waiting() {
  const { t } = useTranslation()
  return (
    <Center h="100dvh">
      <Loader aria-label={t('loading')} role="status" />
    </Center>
  )
}

/** A screen that failed; what was read badly is asked again, what broke in the page is told apart. */
export function Crash({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation(['shell', 'common'])
  if (isOutdated(error)) return <Outdated />
  if (isFailure(error) || isSilence(error)) return <FailureState error={error} onRetry={reset} />
  return (
    <Stack role="alert">
      <EmptyState
        icon={Bug}
        title={t('crash.title')}
        text={t('crash.text')}
        action={<Button onClick={() => location.reload()}>{t('common:reload')}</Button>}
      />
    </Stack>
  )
}

/** The part of the program that a screen needs could not be loaded; browsers say so in words of their own. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message)
}

/** After an update of the service the files of the program before it are gone, and without a connection none comes. */
function Outdated() {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <EmptyState
      icon={RefreshCw}
      title={t('outdated.title')}
      text={t('outdated.text')}
      action={<Button onClick={() => location.reload()}>{t('common:reload')}</Button>}
    />
  )
}
