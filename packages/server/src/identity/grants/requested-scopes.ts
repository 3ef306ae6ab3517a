import { isScope, type Scope, scopeMinimumRole, scopes } from '@octavo/contract/access'
import { isRefusal, type Refusal, refuse } from './refusal.ts'

const allScopes = Object.keys(scopes) as Scope[]

/**
 * The scopes of a request that names none, by an app that has registered none: all but `schema:write` and `admin`,
 * which an app must name.
 */
const defaultScopes: readonly Scope[] = [
  'content:read',
  'content:write',
  'media:read',
  'media:write',
  'schema:read',
]

/**
 * Parses the parameter `scope` (RFC 6749, 3.3): known names separated by blanks. The result has the order of our list.
 */
export function readScopes(text: string): readonly Scope[] | Refusal {
  const names = text.split(' ').filter((name) => name !== '')
  const unknown = names.find((name) => !isScope(name))
  if (unknown !== undefined)
    return refuse(
      'invalid_scope',
      `There is no scope "${unknown.slice(0, 50)}". There are: ${allScopes.join(' ')}`,
    )
  return allScopes.filter((scope) => names.includes(scope))
}

/**
 * The scopes of a request: the named ones, else those that the app has registered, else the default ones. An app that
 * has registered scopes may request only those (null: it has registered none, and may request any).
 */
export function requestedScopes(
  text: string | undefined,
  registered: readonly Scope[] | null,
): readonly Scope[] | Refusal {
  const requested = readScopes(text ?? '')
  if (isRefusal(requested)) return requested
  if (requested.length === 0) return registered ?? defaultScopes
  const notRegistered =
    registered === null ? undefined : requested.find((scope) => !registered.includes(scope))
  if (notRegistered !== undefined)
    return refuse('invalid_scope', `The app did not register for the scope ${notRegistered}.`)
  return requested
}

/** Splits scopes into those that a role may hold and the others. */
export function splitByRole(
  requested: readonly Scope[],
  role: number,
): { allowed: Scope[]; withheld: Scope[] } {
  return {
    allowed: requested.filter((scope) => role >= scopeMinimumRole[scope]),
    withheld: requested.filter((scope) => role < scopeMinimumRole[scope]),
  }
}

/** Parses scopes in their stored form; names that this release does not know are left out. */
export function storedScopes(json: string): Scope[] {
  return (JSON.parse(json) as string[]).filter(isScope)
}
