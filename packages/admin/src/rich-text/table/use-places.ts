import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import type { Place } from './edits.ts'
import type { Table } from './layout.ts'
import { cellPlace } from './places.ts'

/** maximum number of cells on a page of rows, because many fields are slow */
const mostCellsPerPage = 2000
/** minimum number of rows on a page, even if a very wide table has more cells in them */
const leastRowsPerPage = 10

/** At which end of its text a cell that gets the focus has the caret. */
export type CaretEnd = 'start' | 'end'

/** The current cell of a table, and the current page of rows. */
export function usePlaces(table: Table, grid: RefObject<HTMLElement | null>) {
  const [requested, setRequested] = useState<Place>({ row: 0, column: 0 })
  const [focusRequest, setFocusRequest] = useState<{ readonly place: Place; readonly at: CaretEnd } | null>(
    null,
  )
  const place = cellPlace(table, requested)
  const { length } = table.layout.slots
  const mostRows = Math.floor(mostCellsPerPage / Math.max(1, table.layout.columns))
  const pageRows = Math.max(leastRowsPerPage, mostRows)
  const first = Math.floor(place.row / pageRows) * pageRows
  const end = Math.min(length, first + pageRows)
  useEffect(() => {
    if (focusRequest !== null) focusCell(grid.current, focusRequest.place, focusRequest.at)
  }, [grid, focusRequest])
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const found = placeOf(target)
    if (found !== null) setRequested(found)
  }, [])
  /** Makes a cell the current one and focuses it; `setPlace` leaves the focus where it is. */
  const go = useCallback((to: Place, at: CaretEnd = 'end') => {
    setRequested(to)
    setFocusRequest({ place: to, at })
  }, [])
  return { place, first, end, pageRows, onFocus, go, setPlace: setRequested }
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
