import { randomBytes, timingSafeEqual } from 'node:crypto'

const secretLength = 32

/** Bytes that nobody can guess. */
export function randomSecret(): Buffer {
  return randomBytes(secretLength)
}

/** The same as text, in base64url. Only its hash is ever stored. */
export function newSecret(): string {
  return randomSecret().toString('base64url')
}

/** Compares hashes without telling by the time it takes how much of them agrees. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
