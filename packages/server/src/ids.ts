import { monotonicFactory } from 'ulidx'

const next = monotonicFactory()

/** A new ULID; later ones of this process sort after earlier ones. */
export function newId(): string {
  return next()
}
