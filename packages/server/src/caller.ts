import {
  type Admission,
  isAllowed,
  type PermissionName,
  permissions,
  type Rights,
} from '@octavo/contract/access'
import { OctavoError } from './errors.ts'

/** Who asks, with which rights, through which door. */
export interface Caller extends Rights {
  /** null for the service itself (the command line of the operator, and jobs) and for strangers, who have no rights */
  readonly userId: string | null
  readonly tokenId: string | null
  readonly sessionId: string | null
  /** the app that holds the token, if one does */
  readonly clientId: string | null
  readonly door: 'rest' | 'mcp' | 'cli' | 'job'
}

/** The operator at the command line, and the service's own jobs. */
export function serviceCaller(door: 'cli' | 'job'): Caller {
  return { userId: null, tokenId: null, sessionId: null, clientId: null, role: 50, scopes: null, door }
}

/** Somebody who did not say who they are: nothing but what is public is open to them. */
export function strangerCaller(door: 'rest' | 'mcp'): Caller {
  return { userId: null, tokenId: null, sessionId: null, clientId: null, role: 0, scopes: [], door }
}

/** Throws UNAUTHORIZED or FORBIDDEN, which says what is missing, unless the caller is let in. */
export function admit(caller: Caller, admission: Admission): void {
  if (admission === 'public') return
  if (admission !== 'signedIn') return demand(caller, admission)
  if (caller.userId === null) throw new OctavoError('UNAUTHORIZED', 'This is for people who are signed in.')
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
