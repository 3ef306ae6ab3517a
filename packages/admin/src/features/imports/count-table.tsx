import { Table } from '@mantine/core'
import type { ImportJob } from '@octavo/contract/operations/imports'
import { useTranslation } from 'react-i18next'
import classes from './tables.module.css'
import { useKindName } from './use-kind-name.ts'

interface CountTableProps {
  readonly counts: ImportJob['counts']
  /** whether it was a dry run: `created` counts what would be created */
  readonly isDry: boolean
}

const outcomes = ['created', 'present', 'skipped', 'failed'] as const

/** The number of entries by kind and outcome; empty outcomes have no column. */
export function CountTable({ counts, isDry }: CountTableProps) {
  const { t } = useTranslation('imports')
  const nameOf = useKindName()
  const kinds = Object.entries(counts)
  if (kinds.length === 0) return null
  const shown = outcomes.filter((outcome) =>
    kinds.some(([, countsOfKind]) => (countsOfKind[outcome] ?? 0) > 0),
  )
  return (
    <Table
      className={classes['table'] ?? ''}
      data-many
      verticalSpacing="xs"
      horizontalSpacing="xs"
      aria-label={t('result.title')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('result.kind')}</Table.Th>
          {shown.map((outcome) => (
            <Table.Th key={outcome} ta="right">
              {outcome === 'created' && isDry ? t('result.wouldBe') : t(`result.outcomes.${outcome}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map(([kind, countsOfKind]) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row" fw={550} dir="auto">
              {nameOf(kind)}
            </Table.Th>
            {shown.map((outcome) => (
              <Table.Td key={outcome} ta="right" c={toneOf(outcome, countsOfKind[outcome])}>
                {countsOfKind[outcome] ?? 0}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function toneOf(outcome: (typeof outcomes)[number], count = 0): string | undefined {
  if (count === 0) return 'dimmed'
  return outcome === 'failed' ? 'var(--danger)' : undefined
}
