import { Button, Group, Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notifySuccess, notifyError } from '../../ui/notify.tsx'
import { CountTable } from './count-table.tsx'

/** The progress of a running import. */
export function ImportProgress({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const { percent, done, total } = job.progress
  const phase = usePhase(job)
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="import-progress">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="import-progress">
          {t('progress.title')}
        </Title>
        <CancelButton job={job} />
      </Group>
      <Stack gap="xs">
        <Progress size="lg" value={percent} animated aria-label={t('progress.label')} />
        <Group justify="space-between">
          <Text size="sm" role="status">
            {phase}
          </Text>
          <Text size="sm" c="dimmed">
            {total > 0 && `${t('progress.of', { done, total })} · `}
            {t('result.announced', { percent: Math.round(percent) })}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {t('progress.leave')}
        </Text>
        <CountTable counts={job.counts} isDry={job.options?.dryRun === true} />
      </Stack>
    </Paper>
  )
}

/** What the import is doing now, in words; a phase without a text is named as the service names it. */
function usePhase({ state, progress: { phase } }: ImportJob): string {
  const { t } = useTranslation('imports')
  if (state === 'queued' || phase === null) return t('progress.waiting')
  if (!i18next.exists(`imports:progress.phases.${phase}`)) return phase
  return t(`progress.phases.${phase as 'items'}`)
}

function CancelButton({ job: { analysisId } }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const cancel = async () => {
    const isSure = await confirm({
      title: t('progress.cancelTitle'),
      text: t('progress.cancelText'),
      action: t('progress.cancel'),
      cancel: t('progress.keep'),
    })
    if (!isSure) return
    try {
      await api.imports.cancel({ analysisId })
      notifySuccess(t('progress.cancelled'))
    } catch (error) {
      notifyError(error)
    }
    await client.invalidateQueries({ queryKey: keys.imports })
  }
  return (
    <Button variant="default" size="compact-sm" onClick={() => void cancel()}>
      {t('progress.cancel')}
    </Button>
  )
}
