import { randomInt } from 'node:crypto'

/** No vowels, so that no words come of it, and nothing that looks like something else (RFC 8628, 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

/** A code that a person can type, as `WDJB-MJHT`: 20^8 of them, and a quarter of an hour to guess one. */
export function newUserCode(): string {
  return shownUserCode(Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join(''))
}

/** A code as apps show it. */
export function shownUserCode(code: string): string {
  const plain = plainUserCode(code)
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}

/** The one form of what a person types: hyphens, blanks and case do not matter. */
export function plainUserCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z]/g, '')
}
