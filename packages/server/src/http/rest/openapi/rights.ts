import { type Permission as Right, permissions, roles } from '@octavo/contract/access'
import type { Operation } from '@octavo/contract/define'
import type { DocumentedOperation, Permission } from './model.ts'

/** The permission of an operation, as the description names it. */
export function permissionOf({ permission: name }: Operation): Permission {
  if (name === 'public' || name === 'signedIn') return { name, scope: null, role: null, roleName: null }
  const { role, scope }: Right = permissions[name]
  const roleName = Object.entries(roles).find(([, value]) => value === role)?.[0] ?? ''
  return { name, scope, role, roleName }
}

/** What a caller needs for an operation, in a sentence. */
export function rightsOf(operation: Operation): string {
  const { name, scope, role, roleName } = permissionOf(operation)
  if (name === 'public') return 'Open to everyone, without a token.'
  if (name === 'signedIn') return 'For every signed-in caller, by a session or by a token with any scope.'
  if (scope === null)
    return `Needs a browser session and at least the role ${role} (${roleName}); no token can do it.`
  const needs = `Needs the scope \`${scope}\` and at least the role ${role} (${roleName}).`
  return operation.isForVisitors === true
    ? `${needs} Without a token, it answers for collections with \`publicRead\`.`
    : needs
}

/** How callers of an operation authenticate. */
export function securityOf(operation: Operation): DocumentedOperation['security'] {
  const { name, scope } = permissionOf(operation)
  if (name === 'public') return []
  // A permission without a scope is one that no token can have.
  if (name !== 'signedIn' && scope === null) return [{ session: [] }]
  return [{ bearer: scope === null ? [] : [scope] }, { session: [] }]
}
