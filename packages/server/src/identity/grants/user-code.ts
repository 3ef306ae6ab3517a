import { randomInt } from 'node:crypto'

/** The letters of user codes: no vowels, to avoid words, and none that look alike (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** A user code such as `WDJB-MJHT`. There are 20^8, too many to guess a valid one within its quarter of an hour. */
export function newUserCode(): string {
  return shownUserCode(Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join(''))
}

/** A user code with its hyphen. */
export function shownUserCode(code: string): string {
  const plain = plainUserCode(code)
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}

/** Normalizes a typed user code: hyphens, blanks and case are ignored. */
export function plainUserCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
}
