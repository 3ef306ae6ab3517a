import { randomFillSync } from 'node:crypto'
import { decodeTime, encodeTime, monotonicFactory } from 'ulidx'

/** characters of an id, and of the time that it begins with */
const idLength = 26
const timeLength = 10

const pool = new Uint8Array(4096)
let used = pool.length

/** A random number below one; asking the system for each digit of an id would cost more than the rest of the id. */
function random(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return (pool[used++] ?? 0) / 256
}

const next = monotonicFactory(random)

/** A new ULID; later ones of this process sort after earlier ones. */
export function newId(): string {
  return next()
}

/** The time that an id was made at, in the stored form. */
export function timeOfId(id: string): string {
  return new Date(decodeTime(id)).toISOString()
}

/** The lowest id of a time in the stored form: what was made then or later has a higher one. */
export function firstIdAt(time: string): string {
  return encodeTime(Math.max(Date.parse(time), 0), timeLength) + '0'.repeat(idLength - timeLength)
}
