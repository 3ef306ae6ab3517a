import { describe, expect, it } from 'vitest'
import {
  holdsScope,
  isAllowed,
  isRole,
  isScope,
  type Permission,
  type PermissionName,
  permissions,
  type Scope,
  scopeMinimumRole,
  scopes,
} from './access.ts'

const allRoles = [10, 20, 30, 40, 50]

/** permission → the roles that have it, and the scope that covers it; null: no token has it */
const expected: Record<PermissionName, readonly [roles: readonly number[], scope: Scope | null]> = {
  'content.read': [[10, 20, 30, 40, 50], 'content:read'],
  'content.readDrafts': [[20, 30, 40, 50], 'content:read'],
  'content.create': [[20, 30, 40, 50], 'content:write'],
  'content.editOwnUnpublished': [[20, 30, 40, 50], 'content:write'],
  'content.editOwn': [[30, 40, 50], 'content:write'],
  'content.editAny': [[40, 50], 'content:write'],
  'content.publishOwn': [[30, 40, 50], 'content:write'],
  'content.publishAny': [[40, 50], 'content:write'],
  'content.setPublishedAt': [[40, 50], 'content:write'],
  'content.deletePermanently': [[50], 'content:write'],
  'changes.readOwn': [[20, 30, 40, 50], 'content:read'],
  'changes.readAny': [[40, 50], 'content:read'],
  'changes.undo': [[20, 30, 40, 50], 'content:write'],
  'changeSets.use': [[20, 30, 40, 50], 'content:write'],
  'changeSets.manage': [[40, 50], 'content:write'],
  'preview.create': [[20, 30, 40, 50], 'content:write'],
  'presence.report': [[20, 30, 40, 50], 'content:write'],
  'views.read': [[20, 30, 40, 50], 'content:read'],
  'views.save': [[20, 30, 40, 50], 'content:write'],
  'views.share': [[40, 50], 'content:write'],
  'media.read': [[10, 20, 30, 40, 50], 'media:read'],
  'media.browse': [[10, 20, 30, 40, 50], 'media:read'],
  'media.upload': [[20, 30, 40, 50], 'media:write'],
  'media.editOwn': [[30, 40, 50], 'media:write'],
  'media.editAny': [[40, 50], 'media:write'],
  'media.deleteOwn': [[30, 40, 50], 'media:write'],
  'media.deleteAny': [[40, 50], 'media:write'],
  'schema.read': [[40, 50], 'schema:read'],
  'schema.write': [[50], 'schema:write'],
  'search.manage': [[50], 'admin'],
  'plugins.read': [[40, 50], 'admin'],
  'plugins.manage': [[50], 'admin'],
  'sections.manage': [[40, 50], 'content:write'],
  'redirects.manage': [[40, 50], 'content:write'],
  'menus.manage': [[40, 50], 'content:write'],
  'taxonomies.manage': [[40, 50], 'content:write'],
  'widgets.manage': [[40, 50], 'content:write'],
  'settings.read': [[40, 50], 'admin'],
  'settings.manage': [[50], 'admin'],
  'webhooks.manage': [[50], 'admin'],
  'import.manage': [[50], 'admin'],
  'users.manage': [[50], 'admin'],
  'users.invite': [[50], null],
  'siteTokens.manage': [[50], null],
  'backup.manage': [[50], 'admin'],
  'audit.read': [[50], 'admin'],
  'account.manage': [[10, 20, 30, 40, 50], null],
}

const names = Object.keys(permissions) as PermissionName[]

it('every permission is in this table', () => {
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted())
})

it('there are exactly these seven scopes', () => {
  expect(Object.keys(scopes)).toEqual([
    'content:read',
    'content:write',
    'media:read',
    'media:write',
    'schema:read',
    'schema:write',
    'admin',
  ])
})

/** permissions of roles below that of the scope, which only a session can use */
const bySessionOnly: readonly PermissionName[] = ['settings.read', 'plugins.read']

it('no scope helps to what no one who may hold it could do', () => {
  for (const name of names.filter((one) => !bySessionOnly.includes(one))) {
    const { role, scope }: Permission = permissions[name]
    if (scope === null) continue
    expect(role, name).toBeGreaterThanOrEqual(scopeMinimumRole[scope])
  }
})

describe.each(names)('%s', (name) => {
  const [roles, scope] = expected[name]
  const others = (Object.keys(scopes) as Scope[]).filter((other) => other !== scope && other !== 'admin')
  const rolesWith = (held: readonly string[] | null): number[] =>
    allRoles.filter((role) => isAllowed({ role, scopes: held }, name))

  it('by session goes by the role', () => {
    expect(rolesWith(null)).toEqual(roles)
  })

  it('by token needs the scope too', () => {
    const covered = scope === null ? [] : roles.filter((role) => role >= scopeMinimumRole[scope])
    expect(rolesWith(scope === null ? Object.keys(scopes) : [scope])).toEqual(covered)
    expect(rolesWith([])).toEqual([])
    expect(rolesWith(others)).toEqual([])
    expect(rolesWith(['__proto__', 'constructor', '', 'content', '*'])).toEqual([])
  })

  it('is covered by the scope admin for an admin alone', () => {
    expect(rolesWith(['admin'])).toEqual(roles.filter((role) => role === 50 && scope !== null))
  })
})

it('a scope has no effect below the role that may hold it', () => {
  expect(allRoles.filter((role) => holdsScope({ role, scopes: ['schema:read'] }, 'schema:read'))).toEqual([
    40, 50,
  ])
  expect(allRoles.filter((role) => holdsScope({ role, scopes: ['content:write'] }, 'content:write'))).toEqual(
    [20, 30, 40, 50],
  )
  expect(allRoles.filter((role) => holdsScope({ role, scopes: ['admin'] }, 'content:read'))).toEqual([50])
})

it('roles are five integers', () => {
  expect([0, 5, 10, 15, 20, 30, 40, 50, 60, 10.5, NaN, Infinity].filter(isRole)).toEqual(allRoles)
})

it('names of objects are no scopes', () => {
  expect(['admin', 'content:read'].every(isScope)).toBe(true)
  expect(['__proto__', 'constructor', 'toString', '', 'ADMIN', 'content:read '].filter(isScope)).toEqual([])
})
