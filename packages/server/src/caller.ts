import { isAllowed, type PermissionName, permissions, type Rights } from '@octavo/contract/access'
import { OctavoError } from './errors.ts'

/** Who asks, with which rights, through which door. */
export interface Caller extends Rights {
  /** null for the service itself: the command line of the operator, and jobs */
  readonly userId: string | null
  readonly tokenId: string | null
  readonly door: 'rest' | 'mcp' | 'cli' | 'job'
}

/** The operator at the command line, and the service's own jobs. */
export function serviceCaller(door: 'cli' | 'job'): Caller {
  return { userId: null, tokenId: null, role: 50, scopes: null, door }
}

/** Throws FORBIDDEN that says what is missing. */
export function demand(caller: Rights, permission: PermissionName): void {
  if (isAllowed(caller, permission)) return
  const { role, scope } = permissions[permission]
  const lacksRole = caller.role < role
  throw new OctavoError(
    'FORBIDDEN',
    lacksRole
      ? `Insufficient permissions: this needs the role ${role}, the caller has ${caller.role}.`
      : `Insufficient scope: requires ${scope}`,
    { details: lacksRole ? { requiredRole: role } : { requiredScope: scope } },
  )
}
