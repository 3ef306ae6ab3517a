import type { KeyboardEvent, RefObject } from 'react'
import type { Exit } from '../actions/leave-block.ts'
import { actions, type Line } from './actions.ts'
import type { Place } from './edits.ts'
import { nextPlace, placeBeside } from './places.ts'
import { placeOf } from './use-places.ts'
import type { TableDraft } from './use-table.ts'

/** What the keys of a cell reach outside of the cells. */
export interface CellContext {
  readonly tools: RefObject<HTMLElement | null>
  /** moves the caret to the table as a whole, or to the text before or after it */
  readonly leave: (to: Exit) => void
}

/** Keyboard shortcuts in cells: moving between cells, leaving the grid, moving rows and columns. */
export function useCellKeys(draft: TableDraft, context: CellContext): (event: KeyboardEvent) => void {
  return (event) => {
    const place = placeOf(event.target)
    if (place === null || event.nativeEvent.isComposing) return
    if (handleKey(draft, context, event, place)) event.preventDefault()
  }
}

/** Returns whether the key has a meaning in cells. */
function handleKey(draft: TableDraft, context: CellContext, event: KeyboardEvent, place: Place): boolean {
  if (event.ctrlKey || event.metaKey) return handleCommand(draft, context, event)
  if (event.altKey) return moveLineOrFocusTools(draft, context, event)
  return moveToCell(draft, place, event) || leaveGrid(draft, context, event)
}

/** Handles a key with Ctrl or Command. Returns whether it did. */
function handleCommand(
  { undo, redo }: TableDraft,
  { leave }: CellContext,
  { key, shiftKey }: KeyboardEvent,
): boolean {
  const name = key.toLowerCase()
  if (name === 'z' && !shiftKey) undo()
  else if (name === 'y' || name === 'z') redo()
  else if (key === 'Enter') leave('after')
  else return false
  return true
}

/** the actions (`actions.ts`) of the arrow keys with Alt: they move a row or a column back or on */
const lineMoves: Readonly<Record<string, readonly [Line, 'back' | 'on']>> = {
  ArrowUp: ['row', 'back'],
  ArrowDown: ['row', 'on'],
  ArrowLeft: ['column', 'back'],
  ArrowRight: ['column', 'on'],
}

/** Handles a key with Alt: moves the row or the column, or the focus to the tools. Returns whether it did. */
function moveLineOrFocusTools(draft: TableDraft, { tools }: CellContext, { key }: KeyboardEvent): boolean {
  if (key === 'F10') {
    tools.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
    return true
  }
  const [line, name] = lineMoves[key] ?? []
  const action = line === undefined ? undefined : actions[line].find((candidate) => candidate.name === name)
  if (line === undefined || action === undefined) return false
  if (draft.run(line, action)) draft.go(action.place(draft.place, draft.table))
  return true
}

/** Moves to another cell. Returns whether the key does so. */
function moveToCell(draft: TableDraft, place: Place, { key, shiftKey, target }: KeyboardEvent): boolean {
  const { table, go, addRow, canAddRow } = draft
  const field = target as HTMLTextAreaElement
  if (key === 'Tab') {
    const next = nextPlace(table, place, shiftKey ? -1 : 1)
    // Tab in the last cell adds a row. If none can be added, and with Shift in the first cell, the browser moves the
    // focus.
    if (next === null && (shiftKey || !canAddRow)) return false
    if (next === null) addRow()
    else go(next)
    return true
  }
  if (shiftKey || field.selectionStart !== field.selectionEnd) return false
  const next = isAtEdge(field, key) ? placeTowards(table, place, key) : null
  if (next !== null) go(next, key === 'ArrowRight' || key === 'ArrowDown' ? 'start' : 'end')
  return next !== null
}

/** Whether an arrow key would move the caret out of the text of the cell. */
function isAtEdge({ selectionStart, value }: HTMLTextAreaElement, key: string): boolean {
  if (key === 'ArrowUp' || key === 'ArrowLeft') return selectionStart === 0
  return (key === 'ArrowDown' || key === 'ArrowRight') && selectionStart === value.length
}

function placeTowards(table: TableDraft['table'], place: Place, key: string): Place | null {
  const step = key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 1
  return key === 'ArrowUp' || key === 'ArrowDown'
    ? placeBeside(table, place, step)
    : nextPlace(table, place, step)
}

/** Escape selects the table; an arrow key above the first row or below the last one leads to the text there. */
function leaveGrid(
  { table }: TableDraft,
  context: CellContext,
  { key, shiftKey, target }: KeyboardEvent,
): boolean {
  const place = placeOf(target)
  const wouldLeaveCell = place !== null && !shiftKey && isAtEdge(target as HTMLTextAreaElement, key)
  if (key === 'Escape') context.leave('block')
  else if (wouldLeaveCell && key === 'ArrowUp' && placeBeside(table, place, -1) === null)
    context.leave('before')
  else if (wouldLeaveCell && key === 'ArrowDown' && placeBeside(table, place, 1) === null)
    context.leave('after')
  else return false
  return true
}
