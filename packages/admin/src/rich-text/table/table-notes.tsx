import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { readCell } from './cell-text.ts'
import { rowsOf, type Table } from './layout.ts'
import classes from './table.module.css'

/** A hint on the keyboard navigation, and notes on locked, formatted and merged cells. */
export function TableNotes({
  table,
  hintId,
  lockedId,
}: {
  readonly table: Table
  readonly hintId: string
  readonly lockedId: string
}) {
  const { t } = useTranslation('richText')
  const { locked, formatted } = useMemo(() => countsOf(table), [table])
  return (
    <div>
      {locked > 0 && <Text size="sm">{t('table.notes.locked', { count: locked })}</Text>}
      {formatted > 0 && <Text size="sm">{t('table.notes.look')}</Text>}
      {table.layout.isMerged && <Text size="sm">{t('table.notes.merged')}</Text>}
      <Text id={hintId} size="sm" c="dimmed" className={classes['hint'] ?? ''}>
        {t('table.hint')}
      </Text>
      <div id={lockedId} hidden>
        {t('table.notes.lockedCell')}
      </div>
    </div>
  )
}

function countsOf({ block }: Table): { locked: number; formatted: number } {
  const read = rowsOf(block).flatMap(({ cells }) => cells.map(readCell))
  return {
    locked: read.filter(({ isLocked }) => isLocked).length,
    formatted: read.filter(({ hasLook }) => hasLook).length,
  }
}
