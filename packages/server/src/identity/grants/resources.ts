import { oauthPaths } from '@octavo/contract/oauth'
import { apiPath } from '@octavo/contract/rest'
import { type Refusal, refuse } from './refusal.ts'

/** The interfaces that accept tokens, with the path of the resource of each. The base address covers all of them. */
const paths = { rest: apiPath, mcp: oauthPaths.mcp } as const

/** The interface of a request. */
export type TokenInterface = keyof typeof paths

/** The resource indicator of an interface. */
export function resourceOf(name: TokenInterface, baseUrl: string): string {
  return baseUrl + paths[name]
}

/** Whether a token for these resources is valid at an interface (RFC 8707, 2). */
export function isFor(resources: readonly string[], name: TokenInterface, baseUrl: string): boolean {
  return isWithin([resourceOf(name, baseUrl)], resources, baseUrl)
}

/** Checks that resource indicators name this service (RFC 8707): one of its interfaces or the base address. */
export function checkResources(resources: readonly string[], baseUrl: string): Refusal | null {
  const accepted = [baseUrl, ...Object.values(paths).map((path) => baseUrl + path)]
  const refused = resources.find((resource) => !accepted.includes(plainAddress(resource)))
  if (refused === undefined) return null
  return refuse('invalid_target', `The resource must be one of ${accepted.join(' ')}`)
}

/**
 * Whether all of these resources are covered by the granted ones. If no resource was granted, or the base address was,
 * all are covered.
 */
export function isWithin(resources: readonly string[], granted: readonly string[], baseUrl: string): boolean {
  if (granted.length === 0) return true
  const addresses = granted.map(plainAddress)
  return (
    addresses.includes(baseUrl) || resources.every((resource) => addresses.includes(plainAddress(resource)))
  )
}

/** The reason why a token request may not name these resources, or null. */
export function targetProblem(
  asked: readonly string[],
  granted: readonly string[],
  baseUrl: string,
): Refusal | null {
  if (!isWithin(asked, granted, baseUrl))
    return refuse('invalid_target', 'The resource is not the one that the person has approved.')
  return checkResources(asked, baseUrl)
}

/** The resources of new tokens: those in the request, else the previous ones. */
export function narrowedResources(asked: readonly string[], previous: readonly string[]): readonly string[] {
  return asked.length > 0 ? asked : previous
}

/**
 * Parameters in the address of the MCP endpoint that choose tools. Clients can name the endpoint as a resource with
 * them, because they use the address that they were given.
 */
const toolParameters = new Set(['toolsets', 'permitted'])

/** The address without a choice of tools and without a slash at its end. */
function plainAddress(given: string): string {
  const start = given.indexOf('?')
  const query = start === -1 ? '' : given.slice(start)
  const onlyChoosesTools = [...new URLSearchParams(query).keys()].every((name) => toolParameters.has(name))
  const address = start !== -1 && onlyChoosesTools ? given.slice(0, start) : given
  return address.endsWith('/') ? address.slice(0, -1) : address
}
