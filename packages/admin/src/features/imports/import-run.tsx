import { Button, Group, Stack } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RouterButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { AnalysisPanel } from './analysis-panel.tsx'
import { ImportOptionsForm } from './import-options-form.tsx'
import { ImportProgress } from './import-progress.tsx'
import { importQuery, isActive } from './import-queries.ts'
import { ImportResult } from './import-result.tsx'
import { ImportState } from './import-state.tsx'
import { useDeleteImport } from './use-delete-import.ts'

const route = getRouteApi('/import/$import')

/** One import, from the analysis of the file to the result. */
export function ImportRun() {
  const { t } = useTranslation('imports')
  const { import: id } = route.useParams()
  const { data, error, refetch } = useQuery(importQuery(id))
  useNewsOfTheEnd(data?.job)
  return (
    <Page
      title={data?.job.fileName ?? t('title')}
      back={<BackLink />}
      actions={data !== undefined && <Actions job={data.job} />}
    >
      {data !== undefined ? (
        <Stack gap="xl">
          <Stage job={data.job} />
          {data.job.state === 'analyzed' && <AnalysisPanel analysis={data.analysis} />}
          {!isActive(data.job) && <ImportOptionsForm job={data.job} analysis={data.analysis} />}
          {data.job.state !== 'analyzed' && <AnalysisPanel analysis={data.analysis} />}
        </Stack>
      ) : error === null ? (
        <ListSkeleton />
      ) : (
        <FailureState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Stage({ job }: { readonly job: ImportJob }) {
  if (job.state === 'analyzed') return null
  return isActive(job) ? <ImportProgress job={job} /> : <ImportResult job={job} />
}

function BackLink() {
  const { t } = useTranslation('imports')
  return (
    <RouterButton
      to="/import"
      variant="subtle"
      size="compact-sm"
      mb="xs"
      ml={-8}
      leftSection={<ArrowLeft size={15} aria-hidden />}
    >
      {t('back')}
    </RouterButton>
  )
}

function Actions({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const remove = useDeleteImport()
  const navigate = useNavigate()
  const removeAndLeave = async () => {
    if (await remove(job)) await navigate({ to: '/import' })
  }
  return (
    <Group gap="sm">
      <ImportState job={job} />
      {!isActive(job) && (
        <Button
          variant="light"
          color="red"
          size="compact-sm"
          leftSection={<Trash2 size={15} aria-hidden />}
          onClick={() => void removeAndLeave()}
        >
          {t('delete.action')}
        </Button>
      )}
    </Group>
  )
}

/** A finished import has changed the data of all other screens. */
function useNewsOfTheEnd(job: ImportJob | undefined): void {
  const client = useQueryClient()
  const wasActive = useRef(false)
  const isRunning = isActive(job)
  useEffect(() => {
    if (wasActive.current && !isRunning) void client.invalidateQueries()
    wasActive.current = isRunning
  }, [isRunning, client])
}
