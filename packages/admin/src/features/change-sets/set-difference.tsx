import { Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RouterAnchor } from '../../ui/links.tsx'
import { FailureState } from '../../ui/states.tsx'
import { badgeTones } from '../../ui/tones.ts'
import { Changes } from '../audit/changes.tsx'
import { FieldDifference } from '../editor/difference/difference-view.tsx'
import { type ChangeSetDiff, changeSetDiffQuery } from './change-set-queries.ts'
import { fieldOf, usePlaces } from '../items/place.ts'

type Change = ChangeSetDiff['changes'][number]

/** What a set changes of each item, as readers see it. */
export function SetDifference({ id }: { readonly id: string }) {
  const { t } = useTranslation('changeSets')
  const { data, error, refetch } = useQuery(changeSetDiffQuery(id))
  if (data === undefined)
    return error === null ? (
      <Skeleton height={160} />
    ) : (
      <FailureState error={error} onRetry={() => void refetch()} />
    )
  return (
    <Stack gap="lg">
      {data.changes.length === 0 && <Text c="dimmed">{t('diff.none')}</Text>}
      {data.changes.map((change) => (
        <ChangeOfItem key={`${change.collection} ${change.id}`} change={change} />
      ))}
      {!data.isComplete && <Text c="dimmed">{t('diff.cut')}</Text>}
    </Stack>
  )
}

function ChangeOfItem({ change }: { readonly change: Change }) {
  const { t } = useTranslation('changeSets')
  const { collection, id, name, isLive, before, after } = change
  const place = usePlaces()(collection)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const fields = names.flatMap((key) => {
    const field = key.startsWith('data.') ? fieldOf(place, key) : undefined
    return field === undefined || isCut(before?.[key]) || isCut(after?.[key]) ? [] : [{ key, field }]
  })
  const others = new Set(names.filter((one) => fields.every(({ key }) => key !== one)))
  return (
    <section className="panel" aria-label={name} style={{ padding: '1rem' }}>
      <Group gap="xs" mb="sm">
        <Title order={3} size="h5">
          <RouterAnchor to="/content/$collection/$id" params={{ collection, id }} inherit>
            <bdi>{name}</bdi>
          </RouterAnchor>
        </Title>
        <Badge variant="light" vars={isLive ? badgeTones.accent : badgeTones.warn} tt="none" fw={500}>
          {t(isLive ? 'diff.live' : 'diff.draft')}
        </Badge>
        {before === null && <Text size="sm">{t('diff.made')}</Text>}
        {after === null && <Text size="sm">{t('diff.gone')}</Text>}
      </Group>
      <Stack gap="md">
        {fields.map(({ key, field }) => (
          <div key={key} role="group" aria-label={field.label}>
            <Title order={4} size="h6" mb={4}>
              <bdi>{field.label}</bdi>
            </Title>
            <FieldDifference
              field={field}
              before={{ name: t('diff.before'), value: before?.[key] }}
              after={{ name: t('diff.after'), value: after?.[key] }}
            />
          </div>
        ))}
        <Changes entry={{ before: only(before, others), after: only(after, others) }} />
      </Stack>
    </section>
  )
}

function isCut(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$cut' in value
}

function only(facts: Record<string, unknown> | null, names: ReadonlySet<string>) {
  if (facts === null) return null
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.has(name)))
}
