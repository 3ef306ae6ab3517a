import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import type { Place } from './edits.ts'
import type { Table } from './layout.ts'
import { cellPlace } from './places.ts'

/** limit of cells per page, because many fields are slow */
const mostShown = 2000

/** Where the caret is in a cell that gets the focus. */
export type CaretEnd = 'start' | 'end'

/** The current cell of a table, and the current page of rows. */
export function usePlaces(table: Table, grid: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<Place>({ row: 0, column: 0 })
  const [asked, setAsked] = useState<{ readonly place: Place; readonly at: CaretEnd } | null>(null)
  const place = cellPlace(table, wanted)
  const { length } = table.layout.slots
  const shown = Math.max(10, Math.floor(mostShown / Math.max(1, table.layout.columns)))
  const first = Math.floor(place.row / shown) * shown
  const end = Math.min(length, first + shown)
  useEffect(() => {
    if (asked !== null) focusCell(grid.current, asked.place, asked.at)
  }, [grid, asked])
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const found = placeOf(target)
    if (found !== null) setWanted(found)
  }, [])
  const go = useCallback((to: Place, at: CaretEnd = 'end') => {
    setWanted(to)
    setAsked({ place: to, at })
  }, [])
  return { place, first, end, shown, onFocus, go, setPlace: setWanted }
}

/** The position of a field; null for other elements. */
export function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof HTMLTextAreaElement)) return null
  const { row, column } = target.dataset
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

function focusCell(grid: HTMLElement | null, { row, column }: Place, at: CaretEnd): void {
  const field = grid?.querySelector<HTMLTextAreaElement>(
    `[data-row="${String(row)}"][data-column="${String(column)}"]`,
  )
  field?.focus()
  const offset = at === 'start' ? 0 : (field?.value.length ?? 0)
  field?.setSelectionRange(offset, offset)
}
