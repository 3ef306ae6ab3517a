import { Button, Center, Loader, Stack } from '@mantine/core'
import { QueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { Bug, RefreshCw } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure, isSilence } from '../api/failures.ts'
import { workspaceQuery } from '../api/queries.ts'
import { EmptyState, FailureState } from '../ui/states.tsx'
import { useSession } from '../session/session.tsx'
import { Shell } from './shell.tsx'
import { VisitorShell } from './visitor.tsx'

/** Every screen needs the current user and the workspace. */
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
  const { can } = useSession()
  if (!can('content.readDrafts')) return <VisitorShell />
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

/** A screen that failed: a failed read is repeated, an error of the page is shown as such. */
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

/** The part of the program that a screen needs could not be loaded; each browser has its own message for this. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message)
}

/** After an update of the service the files of the old version are gone, and without a connection no file loads. */
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
