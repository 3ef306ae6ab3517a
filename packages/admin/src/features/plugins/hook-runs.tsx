import { Alert, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../ui/times.tsx'
import type { PluginWithSettings } from './plugin-queries.ts'

type Runs = NonNullable<PluginWithSettings['hookRuns']>

/** The calls of a plugin's after-hooks: how many wait, how many have failed, and the last failure. */
export function HookRuns({ runs: { waiting, failed, lastFailure } }: { readonly runs: Runs }) {
  const { t } = useTranslation('plugins')
  return (
    <section aria-labelledby="runs">
      <Title order={2} size="h4" mb="xs" id="runs">
        {t('runs.title')}
      </Title>
      <Text size="sm" mb="xs">
        {t('runs.waiting', { count: waiting })} · {t('runs.failed', { count: failed })}
      </Text>
      {lastFailure !== null && <LastFailure failure={lastFailure} />}
    </section>
  )
}

/** The last failed call: its message, and whether it is tried again. */
function LastFailure({ failure }: { readonly failure: NonNullable<Runs['lastFailure']> }) {
  const { t } = useTranslation('plugins')
  const { hook, at, message, isExpired, nextTryAt } = failure
  return (
    <Alert color="red" title={t('runs.last', { hook, time: fullTime(at) })}>
      {message !== '' && <div dir="auto">{message}</div>}
      {isExpired && <div>{t('runs.expired')}</div>}
      <div>{nextTryAt === null ? t('runs.givenUp') : t('runs.next', { time: fullTime(nextTryAt) })}</div>
    </Alert>
  )
}
