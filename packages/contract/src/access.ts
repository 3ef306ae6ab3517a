/**
 * The one table of rights: roles, scopes and permissions. Every interface, the token screen and the reference pages
 * read it; no right is defined anywhere else.
 */

/** role → its number; a role has all permissions of those with lower numbers */
export const roles = { Subscriber: 10, Contributor: 20, Author: 30, Editor: 40, Admin: 50 } as const

export type RoleName = keyof typeof roles
export type Role = (typeof roles)[RoleName]

/** scope of a token → its meaning for people */
export const scopes = {
  'content:read': 'Read content, terms, menus and search results',
  'content:write': 'Create, change, publish and delete content; create terms',
  'media:read': 'Read media',
  'media:write': 'Upload, change and delete media',
  'schema:read': 'Read collections and their fields',
  'schema:write': 'Create, change and delete collections and fields',
  admin: 'Everything',
} as const

export type Scope = keyof typeof scopes

export interface Permission {
  readonly role: Role
  /** null: no token has the permission, whatever its scopes; it needs a browser session */
  readonly scope: Scope | null
  /** The permission concerns the whole site: a token that is limited to collections or locales does not have it. */
  readonly isSiteWide?: true
  /** The permission shows content that visitors do not see: a token with the view `live` does not have it. */
  readonly isOfDrafts?: true
  /** the right that the permission is a part of, if tokens can be created without that right */
  readonly tokenRight?: TokenRight
}

/**
 * Rights that a token has unless it was created without them: to change the content that visitors see, and to delete.
 */
export type TokenRight = 'canPublish' | 'canDelete'

/** permission → the number of the lowest role that has it, and the scope that a token needs for it */
export const permissions = {
  'content.read': { role: 10, scope: 'content:read' },
  'content.readDrafts': { role: 20, scope: 'content:read', isOfDrafts: true },
  'content.create': { role: 20, scope: 'content:write' },
  'content.editOwnUnpublished': { role: 20, scope: 'content:write' },
  'content.editOwn': { role: 30, scope: 'content:write' },
  'content.editAny': { role: 40, scope: 'content:write' },
  'content.publishOwn': { role: 30, scope: 'content:write', tokenRight: 'canPublish' },
  'content.publishAny': { role: 40, scope: 'content:write', tokenRight: 'canPublish' },
  'content.setPublishedAt': { role: 40, scope: 'content:write', tokenRight: 'canPublish' },
  'content.deletePermanently': { role: 50, scope: 'content:write', tokenRight: 'canDelete' },
  'changes.readOwn': { role: 20, scope: 'content:read', isOfDrafts: true },
  'changes.readAny': { role: 40, scope: 'content:read', isOfDrafts: true },
  /** the writes that restore the former values need their own permissions as well */
  'changes.undo': { role: 20, scope: 'content:write' },
  /** each write in a set needs its own permission as well */
  'changeSets.use': { role: 20, scope: 'content:write', isOfDrafts: true },
  /** sets and entries of others, and reviews */
  'changeSets.manage': { role: 40, scope: 'content:write', isOfDrafts: true },
  'preview.create': { role: 20, scope: 'content:write' },
  /**
   * to report that an item is open; the report needs `content.readDrafts` as well, so a token with the view `live`
   * cannot send one
   */
  'presence.report': { role: 20, scope: 'content:write' },
  /** A view can name anything of its collection: items, people and terms. */
  'views.read': { role: 20, scope: 'content:read', isSiteWide: true, isOfDrafts: true },
  'views.save': { role: 20, scope: 'content:write', isSiteWide: true, isOfDrafts: true },
  /** views that others see */
  'views.share': { role: 40, scope: 'content:write', isSiteWide: true, isOfDrafts: true },
  'media.read': { role: 10, scope: 'media:read' },
  /** all folders and tags, also those of files that visitors do not see */
  'media.browse': { role: 10, scope: 'media:read', isOfDrafts: true },
  'media.upload': { role: 20, scope: 'media:write' },
  'media.editOwn': { role: 30, scope: 'media:write' },
  'media.editAny': { role: 40, scope: 'media:write', isSiteWide: true },
  'media.deleteOwn': { role: 30, scope: 'media:write', tokenRight: 'canDelete' },
  'media.deleteAny': { role: 40, scope: 'media:write', isSiteWide: true, tokenRight: 'canDelete' },
  'schema.read': { role: 40, scope: 'schema:read' },
  'schema.write': { role: 50, scope: 'schema:write', isSiteWide: true },
  'search.manage': { role: 50, scope: 'admin', isSiteWide: true },
  /** Editors have it in a session. A token needs `admin`, which only the token of an admin can have. */
  'plugins.read': { role: 40, scope: 'admin', isSiteWide: true },
  'plugins.manage': { role: 50, scope: 'admin', isSiteWide: true },
  'sections.manage': { role: 40, scope: 'content:write', isSiteWide: true },
  'menus.manage': { role: 40, scope: 'content:write', isSiteWide: true },
  'taxonomies.manage': { role: 40, scope: 'content:write', isSiteWide: true },
  'redirects.manage': { role: 40, scope: 'content:write', isSiteWide: true },
  'widgets.manage': { role: 40, scope: 'content:write', isSiteWide: true },
  /** Editors have it in a session. A token needs `admin`, which only the token of an admin can have. */
  'settings.read': { role: 40, scope: 'admin', isSiteWide: true },
  'settings.manage': { role: 50, scope: 'admin', isSiteWide: true },
  'webhooks.manage': { role: 50, scope: 'admin', isSiteWide: true },
  'import.manage': { role: 50, scope: 'admin', isSiteWide: true },
  'users.manage': { role: 50, scope: 'admin', isSiteWide: true },
  /**
   * No token has it: the person who accepts an invite gets a session, so access gained by a token that can invite would
   * not end when the token is revoked.
   */
  'users.invite': { role: 50, scope: null },
  /** No token has it: a site token that another token created would stay valid after that token is revoked. */
  'siteTokens.manage': { role: 50, scope: null },
  'backup.manage': { role: 50, scope: 'admin', isSiteWide: true },
  'audit.read': { role: 50, scope: 'admin', isSiteWide: true },
  /**
   * A person's passkeys, sessions, tokens and apps. No token has it: access gained by a token that can create another
   * would not end when the token is revoked.
   */
  'account.manage': { role: 10, scope: null },
} as const satisfies Record<string, Permission>

export type PermissionName = keyof typeof permissions

/** Permission of a read with a view → the permission that the view `latest`, which shows drafts, needs. */
export const draftPermissions: Readonly<Partial<Record<AccessRequirement, PermissionName>>> = {
  'content.read': 'content.readDrafts',
}

/** A permission that a token can have. */
export type TokenPermission = {
  [Name in PermissionName]: (typeof permissions)[Name]['scope'] extends Scope ? Name : never
}[PermissionName]

/**
 * Who may call an operation: callers with a permission, every signed-in caller (by a session, or by a token of
 * whatever scope), or the public.
 */
export type AccessRequirement = PermissionName | 'signedIn' | 'public'

/** The role that a person needs at least to hold a scope; a grant above it has no effect. */
export const scopeMinimumRole: Record<Scope, Role> = {
  'content:read': 10,
  'content:write': 20,
  'media:read': 10,
  'media:write': 20,
  'schema:read': 40,
  'schema:write': 50,
  admin: 50,
}

/** What a token is limited to; null: no limit. */
export interface Limits {
  /** slugs */
  readonly collections: readonly string[] | null
  readonly locales: readonly string[] | null
}

/**
 * The rights of a caller: the user's role and the token's scopes (null: a session, with all rights of the role). A
 * `TokenRight` that is absent is held: only false takes it away.
 */
export interface Rights extends Partial<Readonly<Record<TokenRight, boolean>>> {
  readonly role: number
  readonly scopes: readonly string[] | null
  /** a token with the view `live`: it reads only what visitors see, even if the role may read more */
  readonly isLiveOnly?: boolean
  /** writes content into change-sets only, and applies none */
  readonly changeSetsOnly?: boolean
  /** a destructive call must be repeated with the confirmation token that the first call answers */
  readonly confirmDestructive?: boolean
  /** absent: no limits; where it is present, at least one of its limits is not null */
  readonly limits?: Limits | undefined
}

/** Whether a caller's scopes cover one scope; the scope `admin` covers all that the role may. */
export function holdsScope(rights: Rights, scope: Scope): boolean {
  if (rights.scopes === null) return true
  if (rights.scopes.includes(scope)) return rights.role >= scopeMinimumRole[scope]
  return rights.scopes.includes('admin') && rights.role >= scopeMinimumRole.admin
}

/** Whether a caller has a permission: the role reaches it and, for a token, a scope covers it. */
export function isAllowed(rights: Rights, permission: PermissionName): boolean {
  const { role, scope, isSiteWide, isOfDrafts, tokenRight }: Permission = permissions[permission]
  if (isOfDrafts === true && rights.isLiveOnly === true) return false
  if (isSiteWide === true && rights.limits !== undefined) return false
  if (tokenRight !== undefined && rights[tokenRight] === false) return false
  return rights.role >= role && (scope === null ? rights.scopes === null : holdsScope(rights, scope))
}

export function isRole(value: number): value is Role {
  return Object.values(roles).includes(value as Role)
}

export function isScope(value: string): value is Scope {
  return Object.hasOwn(scopes, value)
}
