import { invalidAt } from '../errors.ts'
import { findUnsafe } from '../json-safety.ts'

/** Where a page ended: the sort key of its last item (null: among those without one) and its id. */
export interface Position {
  readonly key: string | number | null
  readonly id: string
}

/**
 * A cursor is the hexadecimal form of `<list> <id> <key as JSON>`, so that the database can make it as a part of the
 * answer. `list` is a digest of what the list is: collection, order and filter. A cursor is bound to it.
 */
export function encodeCursor(list: string, { key, id }: Position): string {
  return Buffer.from(`${listDigest(list)} ${id} ${JSON.stringify(key)}`)
    .toString('hex')
    .toUpperCase()
}

/** Throws VALIDATION_ERROR for what no list has given out. */
export function refuseGarbage(cursor: string | undefined): void {
  if (cursor !== undefined) readCursor(cursor)
}

/** Reads a cursor; throws VALIDATION_ERROR for garbage and for a cursor of another list. */
export function decodeCursor(list: string, cursor: string): Position {
  const { of, ...position } = readCursor(cursor)
  if (of !== listDigest(list)) {
    throw invalidAt(
      'cursor',
      'belongs to another list: collection, filters, view and order must stay as they were',
    )
  }
  return position
}

function readCursor(cursor: string): Position & { of: string | undefined } {
  const [, of, id, json] =
    parts.exec(/^([0-9A-F]{2})+$/.test(cursor) ? Buffer.from(cursor, 'hex').toString() : '') ?? []
  const key = json === undefined ? undefined : parse(json)
  const isKey = key === null || typeof key === 'string' || typeof key === 'number'
  // A cursor that somebody made up must not bring text to the database that no input may hold.
  if (id === undefined || !isKey || findUnsafe(key).issues.length > 0)
    throw invalidAt('cursor', 'is not a cursor of this service')
  return { of, key, id }
}

const parts = /^(\w+) (\w+) (.*)$/s

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Whatever it is, it is told to the caller as one kind of wrong.
    return undefined
  }
}

/** Letters and digits only: it stands in SQL. */
export function listDigest(text: string): string {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (hash * 33 + text.charCodeAt(index)) >>> 0
  return hash.toString(36)
}
