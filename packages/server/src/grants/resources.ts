import { oauthPaths } from '@octavo/contract/oauth'
import { apiPath } from '@octavo/contract/rest'
import { type Refusal, refuse } from './refusal.ts'

/**
 * Checks resource indicators (RFC 8707). Whatever name an app knows us by, it is one service with one table of rights:
 * the parameter keeps tokens from being made for others, and binds later requests to what the first one named.
 */
export function checkResources(resources: readonly string[], baseUrl: string): Refusal | null {
  const own = ['', apiPath, oauthPaths.mcp].map((path) => baseUrl + path)
  const foreign = resources.find((resource) => !own.includes(withoutSlash(resource)))
  if (foreign === undefined) return null
  return refuse('invalid_target', `The resource must be one of ${own.join(' ')}`)
}

/** Whether a later request names no other resource than the one that the person has seen. */
export function isWithin(resources: readonly string[], granted: readonly string[]): boolean {
  if (granted.length === 0) return true
  const known = granted.map(withoutSlash)
  return resources.every((resource) => known.includes(withoutSlash(resource)))
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address
}
