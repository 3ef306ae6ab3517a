import type { KeyboardEvent, RefObject } from 'react'
import { acts, type Line } from './acts.ts'
import type { Place } from './edits.ts'
import { nextPlace, placeBeside } from './places.ts'
import { placeOf } from './use-places.ts'
import type { TableDraft } from './use-table.ts'

/** The focusable elements before and after the cells. */
export interface Surroundings {
  readonly tools: RefObject<HTMLElement | null>
  readonly behind: RefObject<HTMLButtonElement | null>
}

/** Keyboard shortcuts in cells: moving between cells, leaving the grid, moving rows and columns. */
export function useCellKeys(draft: TableDraft, around: Surroundings): (event: KeyboardEvent) => void {
  return (event) => {
    const place = placeOf(event.target)
    if (place === null || event.nativeEvent.isComposing) return
    const isCommand = event.ctrlKey || event.metaKey
    const isHandled = isCommand
      ? command(draft, event)
      : event.altKey
        ? alternate(draft, around, event)
        : move(draft, place, event) || leave(around, event)
    if (isHandled) event.preventDefault()
  }
}

function command({ undo, redo }: TableDraft, { key, shiftKey, target }: KeyboardEvent): boolean {
  const name = key.toLowerCase()
  if (name === 'z' && !shiftKey) undo()
  else if (name === 'y' || name === 'z') redo()
  else if (key === 'Enter') (target as HTMLTextAreaElement).form?.requestSubmit()
  else return false
  return true
}

const moves: Readonly<Record<string, readonly [Line, 'back' | 'on']>> = {
  ArrowUp: ['row', 'back'],
  ArrowDown: ['row', 'on'],
  ArrowLeft: ['column', 'back'],
  ArrowRight: ['column', 'on'],
}

function alternate(draft: TableDraft, { tools }: Surroundings, { key }: KeyboardEvent): boolean {
  if (key === 'F10') tools.current?.querySelector<HTMLElement>('[data-tool][tabindex="0"]')?.focus()
  const [line, name] = moves[key] ?? []
  const act = line === undefined ? undefined : acts[line].find((one) => one.name === name)
  if (line === undefined || act === undefined) return key === 'F10'
  if (draft.act(line, act)) draft.go(act.place(draft.place, draft.table))
  return true
}

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
  const isAtEdge =
    (key === 'ArrowUp' && field.selectionStart === 0) ||
    (key === 'ArrowDown' && field.selectionStart === field.value.length)
  const next = isAtEdge ? placeBeside(table, place, key === 'ArrowUp' ? -1 : 1) : null
  if (next !== null) go(next)
  return next !== null
}

function leave({ behind }: Surroundings, { key }: KeyboardEvent): boolean {
  if (key !== 'Escape') return false
  behind.current?.focus()
  return true
}
