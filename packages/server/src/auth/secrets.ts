import { randomBytes } from 'node:crypto'

/** A secret that nobody can guess: 32 random bytes as base64url. Only its hash is ever stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}
