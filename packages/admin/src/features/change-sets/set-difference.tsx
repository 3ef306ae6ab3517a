import { Accordion, Badge, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureState } from '../../ui/states.tsx'
import { badgeTones } from '../../ui/tones.ts'
import { FieldDifference } from '../editor/difference/difference-view.tsx'
import { KnownItemsContext } from '../editor/fields/known-items.ts'
import {
  type ChangeSetDetails,
  type ChangeSetDiff,
  changeSetDiffQuery,
} from '../in-change-set/change-set-queries.ts'
import { fieldOf, useCollectionLookup } from '../../session/collection-lookup.ts'
import { ItemOfSet } from './item-of-set.tsx'
import { SetFacts } from './set-facts.tsx'
import { useTitleOf } from './set-titles.ts'

type Change = ChangeSetDiff['changes'][number]

/** maximum number of items whose changes are open at first; with more, all are closed */
const mostOpen = 5

/** The changes of a set, item by item, as readers will see them. */
export function SetDifference({ set }: { readonly set: ChangeSetDetails }) {
  const { data, error, refetch } = useQuery(changeSetDiffQuery(set.id))
  if (data !== undefined) return <Items set={set} diff={data} />
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  return <Skeleton height={160} />
}

interface ItemsProps {
  readonly set: ChangeSetDetails
  readonly diff: ChangeSetDiff
}

function Items({ set, diff: { changes, isComplete } }: ItemsProps) {
  const { t } = useTranslation('changeSets')
  const titleOf = useTitleOf()
  const [open, setOpen] = useState(() => (changes.length > mostOpen ? [] : changes.map(({ id }) => id)))
  // These items do not exist on the site yet, so references to them cannot load their titles.
  const titlesOfNewItems = new Map(
    changes.filter(({ before }) => before === null).map((change) => [change.id, titleOf(change)]),
  )
  if (changes.length === 0) return <Text c="dimmed">{t('diff.none')}</Text>
  return (
    <KnownItemsContext value={titlesOfNewItems}>
      <Accordion
        multiple
        variant="contained"
        styles={{ item: { background: 'var(--panel)' } }}
        order={3}
        value={open}
        onChange={setOpen}
      >
        {changes.map((change) => (
          <Accordion.Item key={`${change.collection} ${change.id}`} value={change.id}>
            <Accordion.Control>
              <Heading change={change} />
            </Accordion.Control>
            <Accordion.Panel>
              {open.includes(change.id) && <ChangeOfItem set={set} change={change} />}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {!isComplete && (
        <Text c="dimmed" mt="sm">
          {t('diff.cut')}
        </Text>
      )}
    </KnownItemsContext>
  )
}

/** The title of an item, and what the set does to it. */
function Heading({ change }: { readonly change: Change }) {
  const { t } = useTranslation('changeSets')
  const { isLive, before, after } = change
  const { labels } = useComparison(change)
  const kind = kindOf({ before, after })
  return (
    <>
      <Group gap="xs" component="span">
        <Text component="span" fw={650}>
          <bdi>{useTitleOf()(change)}</bdi>
        </Text>
        <Badge
          component="span"
          variant="light"
          vars={isLive ? badgeTones.accent : badgeTones.warn}
          tt="none"
          fw={500}
        >
          {t(isLive ? 'diff.live' : 'diff.draft')}
        </Badge>
      </Group>
      <Text component="span" display="block" size="sm" c="dimmed">
        {[kind === null ? '' : t(`diff.${kind}`), labels].filter((text) => text !== '').join(' · ')}
      </Text>
    </>
  )
}

/** What the set does to an item as a whole; null if it only changes values of the item. */
function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): 'made' | 'gone' | 'trashed' | null {
  if (before === null) return 'made'
  if (after === null) return 'gone'
  const isTrashed = after['deletedAt'] !== undefined && after['deletedAt'] !== null
  return isTrashed ? 'trashed' : null
}

/**
 * The fields of an item that can be compared, and the labels of all that differ; some values are too long to compare.
 */
function useComparison({ collection, before, after }: Change) {
  const itemCollection = useCollectionLookup()(collection)
  return useMemo(() => {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    const differing = names.flatMap((key) => {
      const field = key.startsWith('data.') ? fieldOf(itemCollection, key) : undefined
      return field === undefined ? [] : [{ key, field }]
    })
    return {
      fields: differing.filter(({ key }) => !isCut(before?.[key]) && !isCut(after?.[key])),
      labels: differing.map(({ field }) => field.label).join(', '),
    }
  }, [itemCollection, before, after])
}

interface ChangeProps {
  readonly set: ChangeSetDetails
  readonly change: Change
}

function ChangeOfItem({ set, change }: ChangeProps) {
  const { t } = useTranslation('changeSets')
  const { before, after } = change
  const { fields } = useComparison(change)
  const comparedKeys = useMemo(() => new Set(fields.map(({ key }) => key)), [fields])
  return (
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
      <SetFacts before={before} after={after} comparedElsewhere={comparedKeys} />
      <Text size="sm">
        {t('diff.open')} <ItemOfSet set={set} item={change} inherit />
      </Text>
    </Stack>
  )
}

/** Whether the service has left out a value, because it is too long. */
function isCut(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$cut' in value
}
