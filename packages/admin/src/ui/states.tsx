import { Button, Center, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { CircleAlert, Lock, type LucideIcon, SearchX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../api/failure-text.ts'
import { isFailure } from '../api/failures.ts'
import { RouterButton } from './links.tsx'

interface StateProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: ReactNode
  /** the first step from here */
  readonly action?: ReactNode
  /** whether it is the only content of the screen, so that its title is the heading */
  readonly isPage?: boolean
}

/** An empty state: what belongs here, and how to begin. */
export function EmptyState({ icon: Icon, title, text, action, isPage = false }: StateProps) {
  useEffect(() => {
    if (isPage) document.title = `${title} · Octavo`
  }, [title, isPage])
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon variant="light" size={52} radius="xl" aria-hidden>
          <Icon size={26} strokeWidth={1.6} />
        </ThemeIcon>
        <Title order={isPage ? 1 : 2} size="h4">
          {title}
        </Title>
        {text !== undefined && <Text c="dimmed">{text}</Text>}
        {action}
      </Stack>
    </Center>
  )
}

interface FailureProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** An error state, with a button to retry. */
export function FailureState({ error, onRetry }: FailureProps) {
  const { t } = useTranslation()
  if (isFailure(error, 403))
    return <EmptyState icon={Lock} title={t('failures.forbiddenTitle')} text={t('failures.forbiddenText')} />
  if (isFailure(error, 404)) return <NotFoundState />
  return (
    <div role="alert">
      <EmptyState
        icon={CircleAlert}
        title={t('failures.title')}
        text={failureText(error, t)}
        action={
          onRetry !== undefined && (
            <Button variant="default" onClick={onRetry}>
              {t('tryAgain')}
            </Button>
          )
        }
      />
    </div>
  )
}

export function NotFoundState({ isPage = false }: Pick<StateProps, 'isPage'>) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={SearchX}
      title={t('failures.notFoundTitle')}
      text={t('failures.notFound')}
      isPage={isPage}
      action={
        <RouterButton to="/" variant="default">
          {t('failures.toDashboard')}
        </RouterButton>
      }
    />
  )
}

/** The screen for an unknown address. */
export function NotFoundPage() {
  return <NotFoundState isPage />
}

/** A placeholder while a list loads. */
export function ListSkeleton({ rows = 8 }: { readonly rows?: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" aria-busy="true" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={44} radius="md" />
      ))}
    </Stack>
  )
}
