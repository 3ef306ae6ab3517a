import { Button, Checkbox, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ImportAnalysis, ImportJob, ImportOptions } from '@octavo/contract/operations/imports'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { notifyError } from '../../ui/notify.tsx'
import { fullTime } from '../../ui/times.tsx'
import { importQuery } from './import-queries.ts'

interface OptionsProps {
  readonly job: ImportJob
  readonly analysis: ImportAnalysis
}

type Choices = Omit<ImportOptions, 'dryRun'>

/** The options of an import, for the first run or a repeated one. */
export function ImportOptionsForm({ job, analysis }: OptionsProps) {
  const { t } = useTranslation('imports')
  const [choices, setChoices] = useState<Choices>(() => ({
    // Files are downloaded by default: content that is changed after an import without files does not get them later.
    includeMedia: job.options?.includeMedia ?? analysis.attachments.count > 0,
    includeTaxonomies: job.options?.includeTaxonomies ?? true,
    includeMenus: job.options?.includeMenus ?? true,
    includeComments: job.options?.includeComments ?? false,
  }))
  const { mutate, isPending, variables } = useStart(job.analysisId)
  // A dry run has imported nothing, so the next run is still the first one.
  const isFirst = job.state === 'analyzed' || job.options?.dryRun === true
  const [now] = useState(() => Date.now())
  /** whether the service still has the uploaded file */
  const hasFile = Date.parse(job.expiresAt) > now
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="import-options">
      <Title order={2} size="h4" id="import-options" mb={isFirst ? 'md' : 4}>
        {t(isFirst ? 'options.title' : 'options.again')}
      </Title>
      {!isFirst && (
        <Text size="sm" c="dimmed" mb="md">
          {t('options.againHint')}
        </Text>
      )}
      {hasFile ? (
        <Stack gap="sm">
          <ChoiceList choices={choices} onChange={(change) => setChoices({ ...choices, ...change })} />
          <Group gap="sm" mt="xs">
            <Button
              variant="default"
              leftSection={<FlaskConical size={16} aria-hidden />}
              loading={isPending && variables.dryRun}
              disabled={isPending}
              onClick={() => mutate({ ...choices, dryRun: true })}
            >
              {t('options.startDry')}
            </Button>
            <Button
              leftSection={<Play size={16} aria-hidden />}
              loading={isPending && !variables.dryRun}
              disabled={isPending}
              onClick={() => mutate({ ...choices, dryRun: false })}
            >
              {t('options.start')}
            </Button>
          </Group>
          <Text size="xs" c="dimmed">
            {t('options.dryHint')} {t('options.keptUntil', { time: fullTime(job.expiresAt) })}
          </Text>
        </Stack>
      ) : (
        <Text size="sm">{t('options.expired')}</Text>
      )}
    </Paper>
  )
}

interface ChoiceListProps {
  readonly choices: Choices
  readonly onChange: (change: Partial<Choices>) => void
}

function ChoiceList({ choices, onChange }: ChoiceListProps) {
  const { t } = useTranslation('imports')
  return (
    <>
      <Checkbox
        label={t('options.includeMedia')}
        description={t('options.includeMediaHint')}
        checked={choices.includeMedia}
        onChange={({ currentTarget }) => onChange({ includeMedia: currentTarget.checked })}
      />
      <Checkbox
        label={t('options.includeTaxonomies')}
        checked={choices.includeTaxonomies}
        onChange={({ currentTarget }) => onChange({ includeTaxonomies: currentTarget.checked })}
      />
      <Checkbox
        label={t('options.includeMenus')}
        checked={choices.includeMenus}
        onChange={({ currentTarget }) => onChange({ includeMenus: currentTarget.checked })}
      />
      <Checkbox
        label={t('options.includeComments')}
        description={t('options.includeCommentsHint')}
        checked={choices.includeComments}
        onChange={({ currentTarget }) => onChange({ includeComments: currentTarget.checked })}
      />
    </>
  )
}

/** milliseconds after which a started job is polled; the response of its start may arrive only at its end */
const firstPoll = 300

/** Starts an import, with the options of the form. */
function useStart(analysisId: string) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: importQuery(analysisId).queryKey })
  return useMutation({
    mutationFn: (options: ImportOptions) => api.imports.execute({ analysisId, options }),
    onMutate: () => {
      setTimeout(() => void refresh(), firstPoll)
      // Scrolls to the top, where the progress is shown, because the button disappears.
      document.querySelector<HTMLElement>('main h1')?.focus()
      window.scrollTo(0, 0)
    },
    onError: (error) => notifyError(error),
    // A small import may be finished by now, so everything that it can have changed is refreshed.
    onSettled: () => client.invalidateQueries(),
  })
}
