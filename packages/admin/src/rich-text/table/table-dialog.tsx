import { Button, Group, Switch, VisuallyHidden } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlockTitle } from '../cards/use-block-title.ts'
import { withCaption } from '../dialogs/caption.ts'
import { CaptionField } from '../dialogs/caption-field.tsx'
import { DraftDialog } from '../dialogs/draft-dialog.tsx'
import { isSame } from '../model/same.ts'
import type { Block, BlockIssue } from '../types.ts'
import { headRowsOf, setHead } from './head.ts'
import { openTable, type Table } from './layout.ts'
import { RowPages } from './row-pages.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableNotes } from './table-notes.tsx'
import { TableTools } from './table-tools.tsx'
import { useTable } from './use-table.ts'

interface TableDialogProps {
  readonly block: Block
  readonly isNew: boolean
  readonly issues: readonly BlockIssue[]
  readonly onDone: (block: Block) => void
  readonly onClose: () => void
}

export function TableDialog({ block, ...props }: TableDialogProps) {
  const table = openTable(block)
  return table === null ? null : <OpenTable table={table} {...props} />
}

interface OpenTableProps extends Omit<TableDialogProps, 'block'> {
  readonly table: Table
}

function OpenTable({ table: initial, isNew, issues, onDone, onClose }: OpenTableProps) {
  const { t } = useTranslation('richText')
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const behind = useRef<HTMLButtonElement>(null)
  const draft = useTable(initial, grid)
  const { table, change, announcement } = draft
  const { title } = useBlockTitle(table.block)
  // Text that was changed and restored has new keys, which do not count as a change.
  const isChanged = !isSame(table.block, initial.block, '_key')
  const ids = { hintId: `${id}-hint`, lockedId: `${id}-locked` }
  return (
    <DraftDialog
      title={title}
      isNew={isNew}
      isChanged={isChanged}
      issues={issues}
      onSubmit={() => (isNew || isChanged ? onDone(table.block) : onClose())}
      onClose={onClose}
    >
      <TableTools draft={draft} tools={tools} />
      <TableGrid draft={draft} grid={grid} around={{ tools, behind }} {...ids} />
      <Group gap="xs">
        <Button
          ref={behind}
          variant="default"
          size="xs"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={!draft.canAddRow}
          onClick={draft.addRow}
        >
          {t('table.addRow')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={!draft.canAddColumn}
          onClick={draft.addColumn}
        >
          {t('table.addColumn')}
        </Button>
        <RowPages draft={draft} />
      </Group>
      <TableNotes table={table} {...ids} />
      <Switch
        label={t('table.head')}
        checked={headRowsOf(table) > 0}
        onChange={({ currentTarget: { checked } }) => change((before) => setHead(before, checked))}
      />
      <CaptionField
        label={t('caption.label')}
        values={table.block}
        onChange={(caption) =>
          change((before) => ({ ...before, block: withCaption(before.block, caption) }), 'caption')
        }
      />
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </DraftDialog>
  )
}
