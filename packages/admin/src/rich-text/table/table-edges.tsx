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
      <Edge side="below" label={t('table.addRow')} isDisabled={!draft.canAddRow} onClick={draft.addRow} />
      <Edge
        side="beside"
        label={t('table.addColumn')}
        isDisabled={!draft.canAddColumn}
        onClick={draft.addColumn}
      />
    </div>
  )
}

interface EdgeProps {
  readonly side: 'below' | 'beside'
  readonly label: string
  readonly isDisabled: boolean
  readonly onClick: () => void
}

function Edge({ side, label, isDisabled, onClick }: EdgeProps) {
  return (
    <UnstyledButton
      className={classes['edge'] ?? ''}
      data-side={side}
      title={label}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Plus size={14} aria-hidden />
    </UnstyledButton>
  )
}
