import type { Place } from './edits.ts'
import type { Table } from './layout.ts'

/** The first slot of the cell at a position; if the position does not exist any more, the nearest one. */
export function cellPlace({ layout }: Table, { row, column }: Place): Place {
  const near = {
    row: Math.max(0, Math.min(row, layout.slots.length - 1)),
    column: Math.max(0, Math.min(column, layout.columns - 1)),
  }
  const slot = layout.slots[near.row]?.[near.column]
  return slot === undefined ? near : { row: slot.row, column: slot.column }
}

/** The next or the previous cell in reading order; null beyond the ends. */
export function nextPlace({ layout: { slots, columns } }: Table, from: Place, step: 1 | -1): Place | null {
  const end = slots.length * columns
  for (let at = from.row * columns + from.column + step; at >= 0 && at < end; at += step) {
    const row = Math.floor(at / columns)
    const column = at % columns
    const slot = slots[row]?.[column]
    if (slot === undefined || (slot.row === row && slot.column === column)) return { row, column }
  }
  return null
}

/** The cell above or below; null if there is none. */
export function placeBeside(table: Table, from: Place, step: 1 | -1): Place | null {
  const slot = table.layout.slots[from.row]?.[from.column]
  const row = step < 0 ? from.row - 1 : from.row + (slot?.rowspan ?? 1)
  return row < 0 || row >= table.layout.slots.length ? null : cellPlace(table, { row, column: from.column })
}
