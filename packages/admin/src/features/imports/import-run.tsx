import { Group, Stack } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink } from '../../ui/back-link.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
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
  useRefreshAtEnd(data?.job)
  return (
    <Page
      title={data?.job.fileName ?? t('title')}
      back={<BackLink to="/import">{t('back')}</BackLink>}
      actions={data !== undefined && <Actions job={data.job} />}
    >
      {data !== undefined ? (
        <Stack gap="xl">
          {/* Before the first run the analysis helps to choose the options; later it is less important. */}
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

/** The progress or the result of the last run; nothing before the first one. */
function Stage({ job }: { readonly job: ImportJob }) {
  if (job.state === 'analyzed') return null
  return isActive(job) ? <ImportProgress job={job} /> : <ImportResult job={job} />
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
        <RowMenu label={t('more', { name: job.fileName })}>
          <DeleteItem onDelete={() => void removeAndLeave()} />
        </RowMenu>
      )}
    </Group>
  )
}

/** Refreshes all data when an import ends, because it has changed what other screens show. */
function useRefreshAtEnd(job: ImportJob | undefined): void {
  const client = useQueryClient()
  const wasActive = useRef(false)
  const isRunning = isActive(job)
  useEffect(() => {
    if (wasActive.current && !isRunning) void client.invalidateQueries()
    wasActive.current = isRunning
  }, [isRunning, client])
}
