import { Accordion, Badge, Group, Skeleton, Text, Title } from '@mantine/core'
import type { ImportJob, ImportReportRow } from '@octavo/contract/operations/imports'
import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { causeText } from '../../api/service-text.ts'
import { RouterAnchor } from '../../ui/links.tsx'
import { FailureState } from '../../ui/states.tsx'
import { badgeTones } from '../../ui/tones.ts'
import { LimitedList } from './limited-list.tsx'
import { mostShown, remarksQuery, type ReportGroup } from './report.ts'

/** the tones of badges by outcome */
const tones = { failed: 'danger', skipped: 'warn', created: 'accent', present: 'good' } as const

/** The entries that were not imported, or were changed, grouped by the reason. */
export function ImportRemarks({ job }: { readonly job: ImportJob }) {
  const { t } = useTranslation('imports')
  const { data, error, refetch } = useQuery(remarksQuery(job.analysisId, job.finishedAt))
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={80} aria-hidden />
  if (data.groups.length === 0) return job.state === 'done' && <Text size="sm">{t('reasons.allWell')}</Text>
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {t('reasons.title')}
      </Title>
      {!data.isComplete && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('reasons.partial', { count: mostShown })}
        </Text>
      )}
      <Accordion multiple variant="separated" order={4}>
        {data.groups.map((group) => (
          <ReasonGroup
            key={`${group.outcome} ${group.code}`}
            group={group}
            isDry={job.options?.dryRun === true}
          />
        ))}
      </Accordion>
    </div>
  )
}

/** The entries with one outcome and one reason. A reason without a text is named by its code. */
function ReasonGroup({ group, isDry }: { readonly group: ReportGroup; readonly isDry: boolean }) {
  const { t } = useTranslation('imports')
  const { outcome, code, rows } = group
  const isKnown = i18next.exists(`imports:reasons.codes.${code}`)
  return (
    <Accordion.Item value={`${outcome}-${code}`}>
      <Accordion.Control>
        <Group gap="xs">
          <Badge variant="light" vars={badgeTones[tones[outcome]]} tt="none">
            {t(`reasons.${outcome}`)}
          </Badge>
          <Text size="sm" fw={550}>
            {isKnown ? t(`reasons.codes.${code as 'DUPLICATE'}`) : code}
          </Text>
          <Text size="sm" c="dimmed">
            {t('reasons.count', { count: rows.length })}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <LimitedList
          entries={rows.map((row) => (
            <ReportEntry key={`${row.kind} ${row.sourceId}`} row={row} isDry={isDry} />
          ))}
        />
      </Accordion.Panel>
    </Accordion.Item>
  )
}

function ReportEntry({ row, isDry }: { readonly row: ImportReportRow; readonly isDry: boolean }) {
  const { t } = useTranslation('imports')
  const { title, collection, itemId, line, oldUrl } = row
  const reason = causeText(row.reason, row.because)
  const name = title || oldUrl || t('reasons.untitled')
  // An attachment became a media item, which has another page. The items of a dry run do not exist.
  const isItem = collection !== null && itemId !== null && !isDry && row.kind !== 'attachment'
  return (
    <>
      {isItem ? (
        <RouterAnchor
          to="/content/$collection/$id"
          params={{ collection, id: itemId }}
          size="sm"
          underline="always"
          dir="auto"
        >
          {name}
        </RouterAnchor>
      ) : (
        <bdi>{name}</bdi>
      )}{' '}
      <Text span size="xs" c="dimmed">
        {[reason, line !== null && t('reasons.line', { line })].filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}
