import { Table } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '../../session/session.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { fullTime } from '../../ui/times.tsx'
import { Changes } from '../audit/changes.tsx'

/** Properties of an item by name; null if the item does not exist. */
type Facts = Readonly<Record<string, unknown>> | null

interface SetFactsProps {
  readonly before: Facts
  readonly after: Facts
  /** names of facts that are shown elsewhere, field by field */
  readonly comparedElsewhere: ReadonlySet<string>
}

type Status = ComponentProps<typeof StatusBadge>['status']

/** facts that have a label in the texts; others are listed by their names */
const labelledFacts = [
  'slug',
  'draftSlug',
  'status',
  'publishedAt',
  'scheduledAt',
  'unpublishAt',
  'deletedAt',
] as const
type LabelledFact = (typeof labelledFacts)[number]

/** facts that are not shown, because they follow from others or mean nothing to people */
const hiddenFacts: ReadonlySet<string> = new Set([
  'revisionId',
  'hasPendingDraft',
  'authorId',
  'locale',
  'translationOf',
])

/** The changes of an item besides its fields: address, status, times, terms. */
export function SetFacts({ before, after, comparedElsewhere }: SetFactsProps) {
  const { t } = useTranslation('changeSets')
  const { taxonomies } = useWorkspace()
  const allNames = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  // The heading already says that an item is moved to the trash.
  const isTrashed = after?.['deletedAt'] !== undefined && after['deletedAt'] !== null
  const names = allNames.filter(
    (name) => !comparedElsewhere.has(name) && !hiddenFacts.has(name) && !(isTrashed && name === 'deletedAt'),
  )
  const rows = names.flatMap((name) => {
    const taxonomy = taxonomies.find((candidate) => `terms.${candidate.name}` === name)
    const label = hasLabel(name) ? t(`facts.${name}`) : taxonomy?.label
    return label === undefined ? [] : [{ name, label }]
  })
  const unlabelled = new Set(names.filter((name) => rows.every((row) => row.name !== name)))
  return (
    <>
      {rows.length > 0 && (
        <Table withTableBorder verticalSpacing="xs" layout="fixed" aria-label={t('facts.title')}>
          <Table.Thead className="unseen">
            <Table.Tr>
              <Table.Th>{t('facts.title')}</Table.Th>
              <Table.Th>{t('diff.before')}</Table.Th>
              <Table.Th>{t('diff.after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, label }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <bdi>{label}</bdi>
                </Table.Th>
                <Table.Td style={cell}>{valueOf(name, before?.[name])}</Table.Td>
                <Table.Td style={cell}>{valueOf(name, after?.[name])}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Changes entry={{ before: pick(before, unlabelled), after: pick(after, unlabelled) }} />
    </>
  )
}

const cell = { overflowWrap: 'anywhere' } as const

function hasLabel(name: string): name is LabelledFact {
  return (labelledFacts as readonly string[]).includes(name)
}

/** The readable value of a fact. */
function valueOf(name: string, value: unknown): ReactNode {
  if (value === null || value === undefined) return '–'
  if (name === 'status') return <StatusBadge status={value as Status} />
  if (name.endsWith('At') && typeof value === 'string') return fullTime(value)
  return <bdi>{Array.isArray(value) ? value.join(', ') || '–' : String(value)}</bdi>
}

/** The facts with these names. */
function pick(facts: Facts, names: ReadonlySet<string>): Record<string, unknown> | null {
  if (facts === null) return null
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.has(name)))
}
