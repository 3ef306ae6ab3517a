import { Menu } from '@mantine/core'
import { Redo2, RemoveFormatting, Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import toolbarClasses from '../toolbar/toolbar.module.css'
import { shortcut, ToolButton } from '../toolbar/tool-button.tsx'
import { ToolMenu } from '../toolbar/tool-menu.tsx'
import { useRoving } from '../toolbar/use-roving.ts'
import { actions, cellActions, type Line } from './actions.ts'
import { readCell } from './cell-text.ts'
import { canHaveHeadColumn, hasHeadColumn, headRowsOf, setHead, setHeadColumn } from './head.ts'
import { cellAt } from './layout.ts'
import type { TableDraft } from './use-table.ts'

interface ToolsProps {
  readonly draft: TableDraft
  readonly tools: RefObject<HTMLDivElement | null>
}

/** The actions on the row and the column of the current cell, with undo and redo. */
export function TableTools({ draft, tools }: ToolsProps) {
  const { t } = useTranslation('richText')
  const { place, go } = draft
  const roving = useRoving(tools, () => go(place))
  return (
    <div
      ref={tools}
      role="toolbar"
      aria-label={t('table.tools')}
      className={toolbarClasses['toolbar']}
      {...roving}
    >
      <LineTools draft={draft} line="row" />
      <LineTools draft={draft} line="column" />
      <CellTools draft={draft} />
      <span className={toolbarClasses['tools']}>
        <ToolButton
          icon={Undo2}
          label={t('undo')}
          keys={shortcut('Z')}
          isDisabled={!draft.canUndo}
          onClick={draft.undo}
        />
        <ToolButton
          icon={Redo2}
          label={t('redo')}
          keys={shortcut('Y')}
          isDisabled={!draft.canRedo}
          onClick={draft.redo}
        />
      </span>
    </div>
  )
}

/** A menu to merge and split cells, and to turn header cells on and off. */
function CellTools({ draft }: { readonly draft: TableDraft }) {
  const { t } = useTranslation('richText')
  const { table, place, change, canMerge, merge, makePlain } = draft
  const isLocked = readCell(cellAt(table, place.row, place.column)).isLocked
  const hasHead = headRowsOf(table) > 0
  const hasColumn = hasHeadColumn(table)
  return (
    <ToolMenu label={t('table.cellMenu')} takesFocus>
      {cellActions.map((action) => (
        <Menu.Item
          key={action.name}
          leftSection={<action.icon size={16} aria-hidden />}
          disabled={!canMerge(action)}
          onClick={() => merge(action)}
        >
          {t(`table.merging.${action.name}`)}
        </Menu.Item>
      ))}
      {isLocked && (
        <Menu.Item leftSection={<RemoveFormatting size={16} aria-hidden />} onClick={makePlain}>
          {t('table.makePlain')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.CheckboxItem checked={hasHead} onChange={() => change((before) => setHead(before, !hasHead))}>
        {t('table.head')}
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        checked={hasColumn}
        disabled={!canHaveHeadColumn(table)}
        onChange={() => change((before) => setHeadColumn(before, !hasColumn))}
      >
        {t('table.headColumn')}
      </Menu.CheckboxItem>
    </ToolMenu>
  )
}

/** A menu with all actions on a row or a column, and buttons to move and to remove it. */
function LineTools({ draft, line }: { readonly draft: TableDraft; readonly line: Line }) {
  const { t } = useTranslation('richText')
  const { place, run, canRun } = draft
  return (
    <span className={toolbarClasses['tools']}>
      <ToolMenu label={t(`table.${line}.menu`, { number: place[line] + 1 })} takesFocus>
        {actions[line].map((action) => (
          <Menu.Item
            key={action.name}
            leftSection={<action.icon size={16} aria-hidden />}
            disabled={!canRun(action)}
            onClick={() => run(line, action)}
          >
            {t(`table.${line}.${action.name}`)}
          </Menu.Item>
        ))}
      </ToolMenu>
      {actions[line]
        .filter(({ name }) => name !== 'before' && name !== 'after')
        .map((action) => (
          <ToolButton
            key={action.name}
            icon={action.icon}
            label={t(`table.${line}.${action.name}`)}
            isDisabled={!canRun(action)}
            onClick={() => run(line, action)}
          />
        ))}
    </span>
  )
}
