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
    const isCommand = event.ctrlKey || event.metaKey
    const isHandled = isCommand
      ? command(draft, context, event)
      : event.altKey
        ? alternate(draft, context, event)
        : move(draft, place, event) || leave(draft, context, event)
    if (isHandled) event.preventDefault()
  }
}

/** Handles a key with Ctrl or Command. Returns whether it did. */
function command(
  { undo, redo }: TableDraft,
  { leave: leaveTo }: CellContext,
  { key, shiftKey }: KeyboardEvent,
): boolean {
  const name = key.toLowerCase()
  if (name === 'z' && !shiftKey) undo()
  else if (name === 'y' || name === 'z') redo()
  else if (key === 'Enter') leaveTo('after')
  else return false
  return true
}

const moves: Readonly<Record<string, readonly [Line, 'back' | 'on']>> = {
  ArrowUp: ['row', 'back'],
  ArrowDown: ['row', 'on'],
  ArrowLeft: ['column', 'back'],
  ArrowRight: ['column', 'on'],
}

/** Handles a key with Alt: moves the row or the column, or the focus to the tools. Returns whether it did. */
function alternate(draft: TableDraft, { tools }: CellContext, { key }: KeyboardEvent): boolean {
  if (key === 'F10') tools.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
  const [line, name] = moves[key] ?? []
  const action = line === undefined ? undefined : actions[line].find((candidate) => candidate.name === name)
  if (line === undefined || action === undefined) return key === 'F10'
  if (draft.run(line, action)) draft.go(action.place(draft.place, draft.table))
  return true
}

/** Moves to another cell. Returns whether the key does so. */
function move(draft: TableDraft, place: Place, { key, shiftKey, target }: KeyboardEvent): boolean {
  const { table, go, addRow, canAddRow } = draft
  const field = target as HTMLTextAreaElement
  if (key === 'Tab') {
    const next = nextPlace(table, place, shiftKey ? -1 : 1)
    // Shift+Tab in the first cell moves to the element before the table.
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
function leave(
  { table }: TableDraft,
  context: CellContext,
  { key, shiftKey, target }: KeyboardEvent,
): boolean {
  const place = placeOf(target)
  const wouldLeaveCell = place !== null && !shiftKey && isAtEdge(target as HTMLTextAreaElement, key)
  if (key === 'Escape') context.leave('table')
  else if (wouldLeaveCell && key === 'ArrowUp' && placeBeside(table, place, -1) === null)
    context.leave('before')
  else if (wouldLeaveCell && key === 'ArrowDown' && placeBeside(table, place, 1) === null)
    context.leave('after')
  else return false
  return true
}
