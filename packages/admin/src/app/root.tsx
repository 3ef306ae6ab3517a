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

/** Loads what every screen needs: the current user and the workspace. */
export function Root() {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CatchBoundary getResetKey={() => 'root'} errorComponent={Crash} onCatch={reset}>
          <Suspense fallback={<LoadingPage />}>
            <AdminOrAccount />
          </Suspense>
        </CatchBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/** Shows the admin to authors; other users only see their account. */
function AdminOrAccount() {
  const { can } = useSession()
  if (!can('content.readDrafts')) return <VisitorShell />
  return (
    <WithWorkspace>
      <Shell />
    </WithWorkspace>
  )
}

/** Renders its children when the workspace is loaded. */
function WithWorkspace({ children }: { readonly children: ReactNode }) {
  useSuspenseQuery(workspaceQuery)
  return children
}

function LoadingPage() {
  const { t } = useTranslation()
  return (
    <Center h="100dvh">
      <Loader aria-label={t('loading')} role="status" />
    </Center>
  )
}

/** The error state of a screen: a failed request can be repeated, other errors are bugs of the page. */
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

/** Whether the code of a screen could not be loaded; each browser has its own message for this. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload/i.test(error.message)
}

/**
 * Shown if the code of a screen cannot be loaded: after an update of the service, which removes the old files, or
 * without a connection.
 */
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
