import { ActionIcon, Alert, Button, Group, MultiSelect, SegmentedControl, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { monthName } from '../../ui/times.tsx'
import { tones } from '../../ui/tones.ts'
import { zoneName } from '../../ui/values/local-time.ts'
import { Agenda } from './agenda.tsx'
import { calendarQuery } from './calendar-queries.ts'
import classes from './calendar.module.css'
import { firstOf, monthsLater, monthText, weeksOf } from './days.ts'
import { MonthGrid } from './month-grid.tsx'

const route = getRouteApi('/calendar')

interface View {
  /** the first day of the shown month */
  readonly first: Date
  readonly form: 'month' | 'agenda'
  /** slugs of the collections whose items are shown; empty for all */
  readonly collections: readonly string[]
}

/**
 * The items that are published and unpublished, day by day: as a table of the month's weeks, or as a list of its days.
 * The table has the list below it, which CSS shows on small screens only.
 */
export function CalendarScreen() {
  const { t } = useTranslation('calendar')
  const { view, change } = useView()
  const weeks = weeksOf(view.first)
  const from = weeks[0]?.[0] ?? view.first
  // The end is exclusive: the day after the last one.
  const to = new Date(weeks.at(-1)?.at(-1) ?? view.first)
  to.setDate(to.getDate() + 1)
  const { data, error, refetch } = useQuery(calendarQuery({ from, to, collections: view.collections }))
  const entriesOfMonth = (data?.items ?? []).filter(
    ({ at }) => monthText(new Date(at)) === monthText(view.first),
  )
  return (
    <Page title={t('title')} lead={t('lead', { zone: zoneName(view.first.toISOString()) })} width="full">
      <Tools view={view} onChange={change} />
      {data?.isCapped === true && (
        <Alert vars={tones.warn} mb="sm">
          {t('capped', { count: data.items.length })}
        </Alert>
      )}
      {data === undefined &&
        (error === null ? <ListSkeleton /> : <FailureState error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && view.form === 'month' && (
        <MonthGrid
          weeks={weeks}
          first={view.first}
          entries={data.items}
          onMore={() => change({ form: 'agenda' })}
        />
      )}
      {data !== undefined && (
        <div className={view.form === 'month' ? classes['below'] : undefined}>
          {entriesOfMonth.length === 0 ? (
            <EmptyState icon={CalendarDays} title={t('empty.title')} text={t('empty.text')} />
          ) : (
            <Agenda entries={entriesOfMonth} />
          )}
        </div>
      )}
    </Page>
  )
}

/** What the calendar shows. It is in the URL: the month, the form and the collections. */
function useView() {
  const { month, form, collections = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const known = new Set(useWorkspace().collections.map(({ slug }) => slug))
  const view: View = {
    first: firstOf(month),
    form: form === 'agenda' ? 'agenda' : 'month',
    collections: collections.split(',').filter((slug) => known.has(slug)),
  }
  const change = (changes: Partial<View>) =>
    void navigate({ search: searchOf({ ...view, ...changes }), resetScroll: false })
  return { view, change }
}

/** The search parameters: only the values that differ from the defaults. */
function searchOf({ first, form, collections }: View): Record<string, string> {
  const month = monthText(first)
  return {
    ...(month !== monthText(new Date()) && { month }),
    ...(form === 'agenda' && { form }),
    ...(collections.length > 0 && { collections: collections.join(',') }),
  }
}

interface ToolsProps {
  readonly view: View
  readonly onChange: (changes: Partial<View>) => void
}

function Tools({ view, onChange }: ToolsProps) {
  const { t } = useTranslation('calendar')
  const { collections } = useWorkspace()
  const go = (months: number) => onChange({ first: monthsLater(view.first, months) })
  return (
    <Group gap="xs" mb="sm" className={classes['tools'] ?? ''}>
      <Title order={2} size="h4" className={classes['month'] ?? ''} aria-live="polite">
        {monthName(view.first)}
      </Title>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="default" size={36} aria-label={t('before')} onClick={() => go(-1)}>
          <ChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" onClick={() => onChange({ first: firstOf(undefined) })}>
          {t('today')}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={t('after')} onClick={() => go(1)}>
          <ChevronRight size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <MultiSelect
        className={classes['filter'] ?? ''}
        aria-label={t('collections')}
        placeholder={view.collections.length === 0 ? t('allCollections') : ''}
        data={collections.map(({ slug, label }) => ({ value: slug, label }))}
        value={[...view.collections]}
        onChange={(slugs) => onChange({ collections: slugs })}
        clearable
        clearButtonProps={{ 'aria-label': t('allCollections') }}
      />
      <SegmentedControl
        aria-label={t('form')}
        data={(['month', 'agenda'] as const).map((value) => ({ value, label: t(`forms.${value}`) }))}
        value={view.form}
        onChange={(form) => onChange({ form: form as View['form'] })}
      />
    </Group>
  )
}
