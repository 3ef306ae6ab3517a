import { invalidAt } from '../errors.ts'

/** Where a page ended: the sort key of its last item (null: among those without one) and its id. */
export interface Position {
  readonly key: string | number | null
  readonly id: string
}

/** A cursor is bound to the list it came from: `list` names collection, order and filter. */
export function encodeCursor(list: string, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([digest(list), key, id])).toString('base64url')
}

/** Reads a cursor; throws VALIDATION_ERROR for garbage and for a cursor of another list. */
export function decodeCursor(list: string, cursor: string): Position {
  const [of, key, id, ...rest] = parse(cursor)
  const isPosition =
    rest.length === 0 && typeof id === 'string' && (key === null || typeof key === 'string' || typeof key === 'number')
  if (!isPosition || typeof of !== 'string') throw invalidAt('cursor', 'is not a cursor of this service')
  if (of !== digest(list)) {
    throw invalidAt('cursor', 'belongs to another list: collection, filters, view and order must stay as they were')
  }
  return { key, id }
}

function parse(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    // Whatever it is, it is told to the caller as one kind of wrong.
    return []
  }
}

function digest(text: string): string {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (hash * 33 + text.charCodeAt(index)) >>> 0
  return hash.toString(36)
}
