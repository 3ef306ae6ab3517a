import { Group, Paper, Stack, Text } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Import } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { TimeText } from '../../ui/times.tsx'
import { importListQuery, isActive } from './import-queries.ts'
import { ImportState } from './import-state.tsx'
import { UploadExport } from './upload-export.tsx'
import { useDeleteImport } from './use-delete-import.ts'

/** The uploaded exports, with an upload for another one. */
export function ImportList() {
  const { t } = useTranslation('imports')
  return (
    <Page title={t('title')} lead={t('lead')}>
      <UploadExport />
      <Imports />
    </Page>
  )
}

function Imports() {
  const { t } = useTranslation('imports')
  const pages = useInfiniteQuery(importListQuery)
  if (pages.data === undefined)
    return pages.isError ? (
      <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
    ) : (
      <ListSkeleton rows={3} />
    )
  const jobs = pages.data.pages.flatMap(({ items }) => items)
  if (jobs.length === 0) return <EmptyState icon={Import} title={t('empty.title')} text={t('empty.text')} />
  return (
    <>
      <Stack gap="xs" component="ul" aria-label={t('list')} p={0} m={0}>
        {jobs.map((job) => (
          <ImportRow key={job.analysisId} job={job} />
        ))}
      </Stack>
      <EndOfPages pages={pages} />
    </>
  )
}

function ImportRow({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const remove = useDeleteImport()
  return (
    <Paper component="li" withBorder px="md" py="sm" style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm">
          <TitleLink to="/import/$import" params={{ import: job.analysisId }} size="sm">
            {job.fileName}
          </TitleLink>
          <ImportState job={job} />
          <Text size="sm" c="dimmed">
            <TimeText iso={job.createdAt} />
          </Text>
        </Group>
        {!isActive(job) && (
          <RowMenu label={t('more', { name: job.fileName })}>
            <DeleteItem onDelete={() => void remove(job)} />
          </RowMenu>
        )}
      </Group>
    </Paper>
  )
}
