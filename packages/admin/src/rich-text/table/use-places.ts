import { type FocusEvent, type RefObject, useCallback, useEffect, useState } from 'react'
import type { Place } from './edits.ts'
import type { Table } from './layout.ts'
import { cellPlace } from './places.ts'

/** cells that are shown at once: a browser is slow with more fields */
const mostShown = 2000

/** The place of the caret in a table: the cell, and which of many rows are shown. */
export function usePlaces(table: Table, grid: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<Place>({ row: 0, column: 0 })
  const [asked, setAsked] = useState<{ readonly place: Place } | null>(null)
  const place = cellPlace(table, wanted)
  const { length } = table.layout.slots
  const shown = Math.max(10, Math.floor(mostShown / Math.max(1, table.layout.columns)))
  const first = Math.floor(place.row / shown) * shown
  const end = Math.min(length, first + shown)
  useEffect(() => {
    if (asked !== null) focusCell(grid.current, asked.place)
  }, [grid, asked])
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const found = placeOf(target)
    if (found !== null) setWanted(found)
  }, [])
  const go = useCallback((to: Place) => {
    setWanted(to)
    setAsked({ place: to })
  }, [])
  return { place, first, end, shown, onFocus, go, setPlace: setWanted }
}

/** The place of a field; null for what is none. */
export function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof HTMLTextAreaElement)) return null
  const { row, column } = target.dataset
  return row === undefined || column === undefined ? null : { row: Number(row), column: Number(column) }
}

function focusCell(grid: HTMLElement | null, { row, column }: Place): void {
  const field = grid?.querySelector<HTMLTextAreaElement>(
    `[data-row="${String(row)}"][data-column="${String(column)}"]`,
  )
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
