import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { FailureState, ListSkeleton } from './states.tsx'

interface PendingPageProps {
  readonly title: string
  readonly back?: ReactNode
  readonly width?: 'form' | 'list'
  /** null while the object loads */
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}

/** The page of an object while it loads, or if it cannot be shown. */
export function PendingPage({ title, back, width = 'list', error, refetch }: PendingPageProps) {
  return (
    <Page title={title} back={back} width={width}>
      {error === null ? (
        <ListSkeleton rows={width === 'form' ? 5 : 8} />
      ) : (
        <FailureState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
