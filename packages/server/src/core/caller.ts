import {
  isAllowed,
  type Permission,
  type PermissionName,
  permissions,
  type Rights,
  roles,
  type Scope,
  scopeMinimumRole,
  type TokenRight,
} from '@octavo/contract/access'
import type { Operation } from '@octavo/contract/define'
import { OctavoError, refusal } from '../platform/errors.ts'

/** The caller, their rights and the interface they use. */
export interface Caller extends Rights {
  /** null for the service itself (command line and jobs) and for anonymous callers, who have no rights */
  readonly userId: string | null
  /** id of the token of a person or a site, of the grant of an app, or of the preview link; null without one */
  readonly tokenId: string | null
  readonly sessionId: string | null
  /** when the person of a session last authenticated; null without a session */
  readonly authenticatedAt: string | null
  /** the app that holds the token; null if there is none */
  readonly clientId: string | null
  /** when the token or session expires unless it is used; null or absent: never */
  readonly expiresAt?: string | null
  /** an anonymous caller, who reads live items of collections with `publicRead` */
  readonly isVisitor?: true
  /** the item whose draft the caller sees by a preview link; all other content is shown live */
  readonly preview?: PreviewedItem
  /** the change-set that a preview link shows: the caller sees the live content as if it was applied */
  readonly previewedSet?: string
  /** the interface of the call */
  readonly interface: 'rest' | 'mcp' | 'cli' | 'job'
}

/** The item of a preview link. */
export interface PreviewedItem {
  readonly collectionId: string
  readonly itemId: string
}

/** The stored rights of a token or grant. They do not contain the role, which is looked up when they are used. */
export type KeptRights = Pick<
  Caller,
  | 'userId'
  | 'tokenId'
  | 'clientId'
  | 'scopes'
  | 'limits'
  | 'isLiveOnly'
  | 'canPublish'
  | 'canDelete'
  | 'changeSetsOnly'
  | 'confirmDestructive'
>

/** The rights of a caller as JSON, for work that is done later with these rights. */
export function keptRights(caller: Caller): KeptRights {
  const { userId, tokenId, clientId, scopes, limits, ...others } = caller
  const { isLiveOnly, canPublish, canDelete, changeSetsOnly, confirmDestructive } = others
  const limited = limits === undefined ? {} : { limits }
  const rights = { isLiveOnly, canPublish, canDelete, changeSetsOnly, confirmDestructive, ...limited }
  return { userId, tokenId, clientId, scopes, ...rights }
}

const nobody = {
  userId: null,
  tokenId: null,
  sessionId: null,
  authenticatedAt: null,
  clientId: null,
} as const

/**
 * The operator at the command line, or a job of the service; both have all rights: the role of an admin, and no limit
 * by scopes (null, as for sessions).
 */
export function serviceCaller(via: 'cli' | 'job'): Caller {
  return { ...nobody, role: roles.Admin, scopes: null, interface: via }
}

/** A caller without credentials, who can use only what is public. */
export function anonymousCaller(via: 'rest' | 'mcp'): Caller {
  return { ...nobody, role: 0, scopes: [], interface: via }
}

const visitorScopes = ['content:read', 'media:read'] as const satisfies readonly Scope[]

/** A caller without credentials who reads live items of collections with `publicRead`. */
export function visitor(collections: readonly string[]): Caller {
  return {
    ...anonymousCaller('rest'),
    role: roles.Subscriber,
    scopes: visitorScopes,
    isLiveOnly: true,
    // null: all locales
    limits: { collections, locales: null },
    canPublish: false,
    canDelete: false,
    isVisitor: true,
  }
}

export const howToSignIn =
  'A token is needed: send the header Authorization: Bearer <token>. In a browser, sign in first.'

/** Throws UNAUTHORIZED or FORBIDDEN, with what is missing, unless the caller may call an operation. */
export function authorize(
  caller: Caller,
  { permission: requirement, tokenRight }: Pick<Operation, 'permission' | 'tokenRight'>,
): void {
  if (requirement === 'public') return
  if (tokenRight !== undefined) requireTokenRight(caller, tokenRight)
  if (requirement !== 'signedIn') return requirePermission(caller, requirement)
  if (caller.userId === null) throw new OctavoError('UNAUTHORIZED', 'This is only for signed-in people.')
}

const reasonOfMissing = { canPublish: 'cannotPublish', canDelete: 'cannotDelete' } as const

/** Throws FORBIDDEN for a token that was created without this right. */
export function requireTokenRight(caller: Rights, right: TokenRight): void {
  if (caller[right] === false) throw refusal('FORBIDDEN', reasonOfMissing[right], {})
}

/** Throws FORBIDDEN, with what is missing, unless the caller has the permission. */
export function requirePermission(caller: RightsOfCaller, permission: PermissionName): void {
  if (!isAllowed(caller, permission)) throw insufficient(caller, permission)
}

type RightsOfCaller = Rights & Pick<Caller, 'isVisitor'>

interface OwnOrAny {
  readonly isOwner: boolean
  readonly own: PermissionName
  readonly any: PermissionName
}

/**
 * Throws FORBIDDEN unless the caller has the permission for all items, or owns the item and has the permission for own
 * items.
 */
export function requireOwnOrAny(caller: RightsOfCaller, { isOwner, own, any }: OwnOrAny): void {
  if (holdsOwnOrAny(caller, { isOwner, own, any })) return
  // Here the item is somebody else's if the caller has the permission for own items.
  const mayOwn = isAllowed(caller, own)
  throw insufficient(caller, isOwner ? own : any, mayOwn ? 'only your own items' : undefined)
}

/** Whether the caller has the permission for all items, or for own items and owns this one. */
export function holdsOwnOrAny(caller: Rights, { isOwner, own, any }: OwnOrAny): boolean {
  return isAllowed(caller, any) || (isOwner && isAllowed(caller, own))
}

/**
 * The error for a missing permission, for the caller to throw. The beginning of the message is fixed because clients
 * rely on it; the reason follows unless only the scope is missing. `ownership` is the reason if the caller has the
 * permission for own items only. It repeats the checks of `isAllowed` to find the one that fails.
 */
function insufficient(caller: RightsOfCaller, permission: PermissionName, ownership?: string): OctavoError {
  if (caller.isVisitor === true) return new OctavoError('UNAUTHORIZED', howToSignIn)
  const { role, scope, isSiteWide, isOfDrafts, tokenRight }: Permission = permissions[permission]
  // Only a session can have a permission without a scope.
  if (scope === null) return withoutToken(caller, role)
  if (tokenRight !== undefined && caller[tokenRight] === false)
    return refusal('FORBIDDEN', reasonOfMissing[tokenRight], {})
  if (caller.isLiveOnly === true && isOfDrafts === true) return refusal('FORBIDDEN', 'liveOnly', {})
  if (caller.limits !== undefined && isSiteWide === true) return refusal('FORBIDDEN', 'limitedToken', {})
  // A session has no scopes (null). A scope counts only from a certain role of the person.
  const requiredRole = caller.scopes === null ? role : Math.max(role, scopeMinimumRole[scope])
  const lacksRole = caller.role < requiredRole
  const reason = ownership ?? (lacksRole ? `role ${requiredRole} needed, yours is ${caller.role}` : undefined)
  return new OctavoError(
    'FORBIDDEN',
    `Insufficient scope: requires ${scope}${reason === undefined ? '' : ` (${reason})`}`,
    { details: { requiredScope: scope, ...(lacksRole && { requiredRole }) } },
  )
}

/** For operations that no token may call. A missing role is reported first, because a session would not help then. */
function withoutToken(caller: Rights, requiredRole: number): OctavoError {
  if (caller.role >= requiredRole) return refusal('FORBIDDEN', 'sessionRequired', {})
  const message = `Insufficient permissions: role ${requiredRole} needed, yours is ${caller.role}`
  return new OctavoError('FORBIDDEN', message, { details: { requiredRole } })
}
