import { ActionIcon, Group, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TableDraft } from './use-table.ts'

/** Pagination for the rows of a long table. */
export function RowPages({ draft }: { readonly draft: TableDraft }) {
  const { t } = useTranslation('richText')
  const { table, place, first, end, pageRows, setPlace } = draft
  const { length } = table.layout.slots
  if (length <= pageRows) return null
  const show = (row: number): void => setPlace({ row, column: place.column })
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        aria-label={t('table.pages.back')}
        disabled={first === 0}
        onClick={() => show(first - pageRows)}
      >
        <ChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm" role="status">
        {t('table.pages.shown', { first: first + 1, last: end, count: length })}
      </Text>
      <ActionIcon
        variant="default"
        aria-label={t('table.pages.on')}
        disabled={end === length}
        onClick={() => show(end)}
      >
        <ChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
