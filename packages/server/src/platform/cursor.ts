import { invalidAt } from './errors.ts'
import { findUnsafe } from './json-safety.ts'

/** Where a page ended: the sort key of its last item (null if it has none) and its id. */
export interface Position {
  readonly key: string | number | null
  readonly id: string
}

/**
 * A cursor is the hexadecimal form of `<list> <id> <key as JSON>`, so that the database can create it within the
 * response. `list` is a digest of collection, order and filter, and binds the cursor to them.
 */
export function encodeCursor(list: string, { key, id }: Position): string {
  return Buffer.from(`${listDigest(list)} ${id} ${JSON.stringify(key)}`)
    .toString('hex')
    .toUpperCase()
}

/** Throws VALIDATION_ERROR unless the text has the form of a cursor. */
export function assertValidCursor(cursor: string | undefined): void {
  if (cursor !== undefined) readCursor(cursor)
}

/** Decodes a cursor; throws VALIDATION_ERROR if it is malformed or belongs to another list. */
export function decodeCursor(list: string, cursor: string): Position {
  const { digest, ...position } = readCursor(cursor)
  if (digest !== listDigest(list)) {
    throw invalidAt(
      'cursor',
      'belongs to another list, or to an older version of the service: start again without it; collection, filters, view and order must stay the same',
    )
  }
  return position
}

/** The parts of a cursor; throws VALIDATION_ERROR if it is malformed. */
function readCursor(cursor: string): Position & { digest: string | undefined } {
  const [, digest, id, json] =
    parts.exec(/^([0-9A-F]{2})+$/.test(cursor) ? Buffer.from(cursor, 'hex').toString() : '') ?? []
  const key = json === undefined ? undefined : parse(json)
  const isKey = key === null || typeof key === 'string' || typeof key === 'number'
  // A forged cursor must not pass text to the database that no input may contain.
  if (id === undefined || !isKey || findUnsafe(key).issues.length > 0)
    throw invalidAt('cursor', 'is not a cursor of this service')
  return { digest, key, id }
}

/** `<list> <id> <key as JSON>` */
const parts = /^(\w+) (\w+) (.*)$/s

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Every malformed cursor gets the same error.
    return undefined
  }
}

/** A short hash of a text (djb2), of letters and digits only, because it is part of an SQL text. */
export function listDigest(text: string): string {
  let hash = 5381
  for (let index = 0; index < text.length; index++) hash = (hash * 33 + text.charCodeAt(index)) >>> 0
  return hash.toString(36)
}
