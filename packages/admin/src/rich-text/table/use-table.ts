import { type RefObject, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrafts } from '../dialogs/use-drafts.ts'
import type { Action, CellAction, Line } from './actions.ts'
import { insertColumn } from './column-edits.ts'
import { type Edit, makePlain, type Place, writeAt } from './edits.ts'
import type { Table } from './layout.ts'
import { spreadAt } from './pasted-cells.ts'
import { insertRow } from './row-edits.ts'
import { usePlaces } from './use-places.ts'

/** The state of a table that is being edited: its draft, the current cell, and the announcement of the last action. */
export function useTable(initial: Table, grid: RefObject<HTMLElement | null>) {
  const { t } = useTranslation('richText')
  const { draft: table, change, ...history } = useDrafts(initial)
  const places = usePlaces(table, grid)
  const [announcement, announce] = useState('')
  const { place, go, setPlace } = places
  const { rows, columns } = { rows: table.layout.slots.length, columns: table.layout.columns }

  /** Applies a change; returns whether it was possible. */
  const applyEdit = (edit: Edit): boolean => {
    const apply = edit(table)
    if (apply !== null) change(apply)
    return apply !== null
  }
  return {
    table,
    change,
    ...history,
    ...places,
    announcement,
    write: useCallback(
      (at: Place, text: string) =>
        change((before) => writeAt(before, at, text), `${String(at.row)} ${String(at.column)}`),
      [change],
    ),
    // An edit gives null where it is not possible, as within a merged cell.
    canRun: (action: Action): boolean => action.edit(place, table)(table) !== null,
    run: (line: Line, action: Action): boolean => {
      if (!applyEdit(action.edit(place, table))) return false
      const next = action.place(place, table)
      // The focus stays where it is, in the tools or the cell.
      setPlace(next)
      announce(t(`table.said.${line}.${action.name}`, { number: next[line] + 1 }))
      return true
    },
    canMerge: (action: CellAction): boolean => action.edit(place)(table) !== null,
    merge: (action: CellAction): void => {
      if (!applyEdit(action.edit(place))) return
      go(place)
      announce(t(`table.said.cell.${action.name}`))
    },
    addRow: (): void => {
      if (!applyEdit(insertRow(rows))) return
      go({ row: rows, column: 0 })
      announce(t('table.said.row.after', { number: rows + 1 }))
    },
    addColumn: (): void => {
      if (!applyEdit(insertColumn(columns))) return
      go({ row: 0, column: columns })
      announce(t('table.said.column.after', { number: columns + 1 }))
    },
    canAddRow: insertRow(rows)(table) !== null,
    canAddColumn: insertColumn(columns)(table) !== null,
    makePlain: (): void => {
      change((before) => makePlain(before, place))
      go(place)
    },
    spread: (at: Place, cells: readonly (readonly string[])[]): void => {
      change((before) => spreadAt(before, at, cells))
      announce(t('table.said.pasted', { count: cells.length }))
    },
  }
}

export type TableDraft = ReturnType<typeof useTable>
