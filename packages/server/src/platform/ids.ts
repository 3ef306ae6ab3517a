import { randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulidx'

/** characters of an id, and of its time prefix */
const idLength = 26
const timeLength = 10

const pool = new Uint8Array(4096)
let used = pool.length

/**
 * A random number below one. Random bytes are requested in blocks because one system call per digit would dominate the
 * cost.
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

/** The time at which an id was created, in the stored form. */
export function timeOfId(id: string): string {
  return new Date(decodeTime(id)).toISOString()
}

/** The lowest id of a time in the stored form: ids created then or later are higher. */
export function firstIdAt(time: string): string {
  return encodeTime(Math.max(Date.parse(time), 0), timeLength) + '0'.repeat(idLength - timeLength)
}
