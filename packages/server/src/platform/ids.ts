import { randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulidx'

/** characters of an id */
export const idLength = 26
/** characters of the time at its beginning */
const timeLength = 10

const pool = new Uint8Array(4096)
let used = pool.length

/**
 * A random number below one, made of one byte: the library chooses one of 32 digits by it. Random bytes are requested
 * in blocks because one system call per digit would dominate the cost.
 */
function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

const next = monotonicFactory(random)

/** A new ULID; later ULIDs of this process sort after earlier ones. */
export function newId(): string {
  return next()
}

/** digits that number the further records of a change */
const partLength = 4

/**
 * Creates the ids of the records of one transaction: the first is the id of the change, and the following ones begin
 * with it, so that they are found by it without another index.
 */
export function changeIds(first = newId()): () => string {
  let count = 0
  return () => {
    const part = count++
    return part === 0 ? first : first + encodeTime(part, partLength)
  }
}

/** The highest id that an entry of a change can have. */
export function lastIdOf(changeId: string): string {
  return changeId + 'Z'.repeat(partLength)
}

/** The id of the change that an entry belongs to. */
export function changeIdOf(entryId: string): string {
  return entryId.slice(0, idLength)
}

/** The time at which an id was created, in the stored form. */
export function timeOfId(id: string): string {
  return new Date(decodeTime(changeIdOf(id))).toISOString()
}

/** The lowest id of a time in the stored form: ids created then or later are higher. */
export function firstIdAt(time: string): string {
  return encodeTime(Math.max(Date.parse(time), 0), timeLength) + '0'.repeat(idLength - timeLength)
}
