import { UnstyledButton } from '@mantine/core'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './table.module.css'
import type { TableDraft } from './use-table.ts'

interface TableEdgesProps {
  readonly draft: TableDraft
  readonly children: ReactNode
}

/** The buttons at the edges of a table that add a row or a column. */
export function TableEdges({ draft, children }: TableEdgesProps) {
  const { t } = useTranslation('richText')
  return (
    <div className={classes['edges']}>
      {children}
      <UnstyledButton
        className={classes['edge'] ?? ''}
        data-side="below"
        title={t('table.addRow')}
        aria-label={t('table.addRow')}
        disabled={!draft.canAddRow}
        onClick={draft.addRow}
      >
        <Plus size={14} aria-hidden />
      </UnstyledButton>
      <UnstyledButton
        className={classes['edge'] ?? ''}
        data-side="beside"
        title={t('table.addColumn')}
        aria-label={t('table.addColumn')}
        disabled={!draft.canAddColumn}
        onClick={draft.addColumn}
      >
        <Plus size={14} aria-hidden />
      </UnstyledButton>
    </div>
  )
}
