import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulidx'

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
