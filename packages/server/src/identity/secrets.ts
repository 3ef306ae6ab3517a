import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** bytes */
const secretLength = 32

/** Cryptographically random bytes. */
export function randomSecret(): Buffer {
  return randomBytes(secretLength)
}

/** A secret in base64url. Only its hash is stored. */
export function newSecret(): string {
  return randomSecret().toString('base64url')
}

/** Compares hashes in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** The hash of a token; only this form is stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
