import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  type LucideIcon,
  Plus,
  TableCellsMerge,
  TableCellsSplit,
  Trash2,
} from 'lucide-react'
import { insertColumn, moveColumn, removeColumn } from './column-edits.ts'
import type { Edit, Place } from './edits.ts'
import type { Table } from './layout.ts'
import { mergeCell, splitCell } from './merge-edits.ts'
import { insertRow, moveRow, removeRow } from './row-edits.ts'

/** An action on the row or the column of a cell. */
export interface Action {
  /** `before` and `after` add a line beside it; `back` and `on` move it towards the start or the end of the table */
  readonly name: 'before' | 'after' | 'back' | 'on' | 'remove'
  readonly icon: LucideIcon
  readonly edit: (place: Place, table: Table) => Edit
  /** the current cell after the action; both arguments are those from before it */
  readonly place: (place: Place, table: Table) => Place
}

/** Whether an action is on the row or on the column of a cell. */
export type Line = 'row' | 'column'

/** The index of the row or column after a cell; a merged cell ends with the last one that it covers. */
function endOf({ layout }: Table, { row, column }: Place, line: Line): number {
  const slot = layout.slots[row]?.[column]
  if (line === 'row') return row + (slot?.rowspan ?? 1)
  return column + (slot?.colspan ?? 1)
}

const rowActions: readonly Action[] = [
  { name: 'before', icon: Plus, edit: ({ row }) => insertRow(row), place: (place) => place },
  {
    name: 'after',
    icon: Plus,
    edit: (place, table) => insertRow(endOf(table, place, 'row')),
    place: (place, table) => ({ ...place, row: endOf(table, place, 'row') }),
  },
  {
    name: 'back',
    icon: ArrowUp,
    edit: ({ row }) => moveRow(row, row - 1),
    place: ({ row, column }) => ({ row: row - 1, column }),
  },
  {
    name: 'on',
    icon: ArrowDown,
    edit: ({ row }) => moveRow(row, row + 1),
    place: ({ row, column }) => ({ row: row + 1, column }),
  },
  { name: 'remove', icon: Trash2, edit: ({ row }) => removeRow(row), place: (place) => place },
]

const columnActions: readonly Action[] = [
  { name: 'before', icon: Plus, edit: ({ column }) => insertColumn(column), place: (place) => place },
  {
    name: 'after',
    icon: Plus,
    edit: (place, table) => insertColumn(endOf(table, place, 'column')),
    place: (place, table) => ({ ...place, column: endOf(table, place, 'column') }),
  },
  {
    name: 'back',
    icon: ArrowLeft,
    edit: ({ column }) => moveColumn(column, column - 1),
    place: ({ row, column }) => ({ row, column: column - 1 }),
  },
  {
    name: 'on',
    icon: ArrowRight,
    edit: ({ column }) => moveColumn(column, column + 1),
    place: ({ row, column }) => ({ row, column: column + 1 }),
  },
  { name: 'remove', icon: Trash2, edit: ({ column }) => removeColumn(column), place: (place) => place },
]

export const actions = { row: rowActions, column: columnActions } as const

/** An action that merges cells or splits a merged one. */
export interface CellAction {
  readonly name: 'right' | 'below' | 'split'
  readonly icon: LucideIcon
  readonly edit: (place: Place) => Edit
}

export const cellActions: readonly CellAction[] = [
  { name: 'right', icon: TableCellsMerge, edit: (place) => mergeCell(place, 'right') },
  { name: 'below', icon: TableCellsMerge, edit: (place) => mergeCell(place, 'below') },
  { name: 'split', icon: TableCellsSplit, edit: splitCell },
]
