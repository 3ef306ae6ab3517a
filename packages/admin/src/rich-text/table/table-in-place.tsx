import { VisuallyHidden } from '@mantine/core'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useRichText } from '../actions/context.ts'
import type { Exit } from '../actions/leave-block.ts'
import type { Block } from '../types.ts'
import { editableTable, type Table } from './layout.ts'
import { SentValues } from './sent-values.ts'
import { RowPages } from './row-pages.tsx'
import { TableCaption } from './table-caption.tsx'
import { TableEdges } from './table-edges.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableNotes } from './table-notes.tsx'
import { TableTools } from './table-tools.tsx'
import classes from './table.module.css'
import { useActive } from './use-active.ts'
import { useCommits } from './use-commits.ts'
import { useTable } from './use-table.ts'

interface TableInPlaceProps {
  readonly blockKey: string
  readonly block: Block
}

/** A table that is edited in place. A value that did not come from it, such as one of undo, starts a new session. */
export function TableInPlace({ blockKey, block }: TableInPlaceProps) {
  const [{ values, id }, startSession] = useState(() => ({ values: new SentValues(block), id: 0 }))
  if (!values.receive(block)) startSession({ values: new SentValues(block), id: id + 1 })
  const table = editableTable(block)
  return table === null ? null : <TableEditor key={id} blockKey={blockKey} initial={table} values={values} />
}

interface TableEditorProps {
  readonly blockKey: string
  readonly initial: Table
  readonly values: SentValues
}

function TableEditor({ blockKey, initial, values }: TableEditorProps) {
  const { t } = useTranslation('richText')
  const { leaveBlock, takeFresh, toolsPlace } = useRichText()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const draft = useTable(initial, grid)
  const { table, change, announcement, go } = draft
  useCommits(blockKey, table.block, values)
  const { isActive, ...focusing } = useActive(grid, tools)
  useEffect(() => {
    // A table that the person has just inserted takes the focus.
    if (takeFresh(blockKey)) go({ row: 0, column: 0 })
  }, [takeFresh, blockKey, go])
  const leave = (to: Exit): void => leaveBlock(blockKey, to)
  const ids = { hintId: `${id}-hint`, lockedId: `${id}-locked` }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only keeps events from the text around
    <div
      className={classes['place']}
      data-active={isActive || undefined}
      // Stops clicks here: the rich-text editor around the table would select the whole table or add a paragraph.
      onMouseDown={keepWithin}
      onClick={keepWithin}
      {...focusing}
    >
      <TableEdges draft={draft}>
        <TableGrid draft={draft} grid={grid} tools={tools} leave={leave} {...ids} />
      </TableEdges>
      <TableCaption values={table.block} isActive={isActive} change={change} leave={leave} />
      <RowPages draft={draft} />
      {isActive && <TableNotes table={table} />}
      <div id={ids.hintId} hidden>
        {t('table.hint')}
      </div>
      <div id={ids.lockedId} hidden>
        {t('table.notes.lockedCell')}
      </div>
      {isActive &&
        toolsPlace !== null &&
        createPortal(<TableTools draft={draft} tools={tools} />, toolsPlace)}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}

function keepWithin(event: SyntheticEvent): void {
  event.stopPropagation()
}
