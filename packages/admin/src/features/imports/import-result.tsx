import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { CircleAlert, CircleCheck, Download, FlaskConical, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeText } from '../../api/service-text.ts'
import { notifyError } from '../../ui/notify.tsx'
import { CountTable } from './count-table.tsx'
import { ImportRemarks } from './import-remarks.tsx'
import { wholeReport } from './report.ts'
import { saveFile } from '../../ui/save-file.ts'

/** The result of a finished import. */
export function ImportResult({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const isDry = job.options?.dryRun === true
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="import-result">
      <Group justify="space-between" mb="md">
        <Title order={2} size="h4" id="import-result">
          {t(isDry ? 'result.dryTitle' : 'result.title')}
        </Title>
        <Group gap="xs">
          <ReportButton job={job} format="csv" />
          <ReportButton job={job} format="json" />
        </Group>
      </Group>
      <Stack gap="md">
        <Conclusion job={job} isDry={isDry} />
        <CountTable counts={job.counts} isDry={isDry} />
        <ImportRemarks job={job} />
      </Stack>
    </Paper>
  )
}

function Conclusion({ job, isDry }: { readonly job: ImportJob; readonly isDry: boolean }) {
  const { t } = useTranslation('imports')
  if (job.state === 'failed')
    return (
      <Alert color="red" icon={<CircleAlert aria-hidden />} role="alert">
        {t('result.failed', { error: causeText(job.error, job.because) ?? '' })}
      </Alert>
    )
  if (job.state === 'cancelled')
    return (
      <Alert color="orange" icon={<Info aria-hidden />} role="status">
        {t('result.cancelled')}
      </Alert>
    )
  const failed = failuresIn(job)
  if (failed > 0 && !isDry)
    return (
      <Alert color="orange" icon={<TriangleAlert aria-hidden />} role="status">
        {t('result.doneWithFailures', { count: failed })}
      </Alert>
    )
  return (
    <Alert
      color={isDry ? 'blue' : 'teal'}
      icon={isDry ? <FlaskConical aria-hidden /> : <CircleCheck aria-hidden />}
      role="status"
    >
      {t(isDry ? 'result.dry' : 'result.done')}
    </Alert>
  )
}

/** The number of entries of all kinds that failed. */
function failuresIn({ counts }: ImportJob): number {
  return Object.values(counts).reduce((sum, countsOfKind) => sum + (countsOfKind['failed'] ?? 0), 0)
}

interface ReportProps {
  readonly job: ImportJob
  readonly format: 'csv' | 'json'
}

const mediaTypes = { csv: 'text/csv', json: 'application/json' } as const

/** Downloads the report by `fetch`, because a plain link would lack the header that session requests need. */
function ReportButton({ job, format }: ReportProps) {
  const { t } = useTranslation('imports')
  const [isLoading, setIsLoading] = useState(false)
  const save = async () => {
    setIsLoading(true)
    try {
      const text = await wholeReport(job.analysisId, format)
      saveFile(`import-${job.analysisId}.${format}`, mediaTypes[format], text)
    } catch (error) {
      notifyError(error)
    } finally {
      setIsLoading(false)
    }
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Download size={15} aria-hidden />}
      loading={isLoading}
      onClick={() => void save()}
    >
      {t(`report.${format}`)}
    </Button>
  )
}
