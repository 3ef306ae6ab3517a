import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readCell } from './cell-text.ts'
import { rowsOf, type Table } from './layout.ts'
import classes from './table.module.css'

/** Notes on locked, formatted and merged cells. */
export function TableNotes({ table }: { readonly table: Table }) {
  const { t } = useTranslation('richText')
  const { locked, formatted } = useMemo(() => countsOf(table), [table])
  return (
    <div className={classes['notes']}>
      {locked > 0 && (
        <Text size="sm" c="dimmed">
          {t('table.notes.locked', { count: locked })}
        </Text>
      )}
      {formatted > 0 && (
        <Text size="sm" c="dimmed">
          {t('table.notes.formatted')}
        </Text>
      )}
      {table.layout.isMerged && (
        <Text size="sm" c="dimmed">
          {t('table.notes.merged')}
        </Text>
      )}
    </div>
  )
}

function countsOf({ block }: Table): { locked: number; formatted: number } {
  const read = rowsOf(block).flatMap(({ cells }) => cells.map(readCell))
  return {
    locked: read.filter(({ isLocked }) => isLocked).length,
    formatted: read.filter(({ isFormatted }) => isFormatted).length,
  }
}
