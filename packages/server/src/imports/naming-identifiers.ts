import { limits } from '@octavo/contract/limits'
import { reservedCollections } from '../core/model/reserved.ts'

/**
 * A name of lower-case letters, digits and `_`, valid for tables and columns. `fallback` is put before a name that
 * would begin with a digit or be empty, and `imported_` before one that collections cannot have, whatever is named.
 * `length` limits the name without these.
 */
export function identifierOf(name: string, length: number, fallback: string): string {
  const plain = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, length)
  const begun = /^[a-z]/.test(plain) ? plain : `${fallback}_${plain}`.replace(/_$/, '')
  return reservedCollections.has(begun) ? `imported_${begun}` : begun
}

/** The name, with a number if it is taken; the caller leaves room for the number. Adds it to `taken`. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`
  taken.add(free)
  return free
}

/** A label for people: `case_study` becomes Case study. */
export function labelOf(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim() || name
  return words.charAt(0).toUpperCase() + words.slice(1, limits.label)
}
