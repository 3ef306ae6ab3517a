import type { Dialect } from '../../platform/database/database.ts'
import { invalidAt } from '../../platform/errors.ts'

/**
 * A place in the log of events: the numbers by which it is ordered, whose count depends on the engine (`CommitOrder`).
 * As text it is the id of an event, and a cursor.
 */
export type Position = readonly number[]

/** The text of a position, such as `12-345`. */
export function positionText(position: Position): string {
  return position.join('-')
}

/** Throws VALIDATION_ERROR unless the text has the form of a position; `path` is where it was given. */
export function parsePosition({ commitOrder }: Dialect, text: string, path: string): Position {
  const { length } = commitOrder.columns
  const numbers = /^\d{1,16}(-\d{1,16})*$/.test(text) ? text.split('-').map(Number) : []
  if (numbers.length !== length || !numbers.every(Number.isSafeInteger))
    throw invalidAt(path, 'is not a cursor of this service')
  return numbers
}

/** Negative, 0 or positive, as for sorting. */
export function comparePositions(one: Position, other: Position): number {
  const index = one.findIndex((number, place) => number !== other[place])
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0)
}
