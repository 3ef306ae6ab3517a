import { expect } from 'vitest'
import { checkClaims, type Claim, type people } from '../setup/claims.ts'

type Access =
  | 'public'
  /** every caller who is signed in */
  | 'signed in'
  /** a browser session: a token cannot, whatever it may do else */
  | 'session'
  | `${string} ${10 | 20 | 30 | 40 | 50}`

/** A specified endpoint and who may call it: the scope of a token, and the role of its user at least. */
const endpoints: readonly (readonly [request: string, access: Access])[] = [
  ['GET /content/posts', 'content:read 10'],
  ['GET /content/posts/x', 'content:read 10'],
  ['POST /content/posts', 'content:write 20'],
  ['PUT /content/posts/x', 'content:write 20'],
  ['DELETE /content/posts/x', 'content:write 20'],
  ['POST /content/posts/x/terms/tags', 'content:write 20'],
  ['GET /media', 'media:read 10'],
  ['GET /media/x', 'media:read 10'],
  ['POST /media', 'media:write 20'],
  ['PUT /media/x', 'media:write 30'],
  ['DELETE /media/x', 'media:write 30'],
  ['GET /media/file/x', 'public'],
  ['GET /content/posts/x/revisions', 'content:read 10'],
  ['GET /revisions/x', 'content:read 10'],
  ['POST /revisions/x/restore', 'content:write 20'],
  ['GET /schema/collections', 'schema:read 40'],
  ['GET /schema/collections/x', 'schema:read 40'],
  ['POST /schema/collections', 'schema:write 50'],
  ['PATCH /schema/collections/x', 'schema:write 50'],
  ['DELETE /schema/collections/x', 'schema:write 50'],
  ['GET /schema/collections/x/fields', 'schema:read 40'],
  ['POST /schema/collections/x/fields', 'schema:write 50'],
  ['PATCH /schema/collections/x/fields/y', 'schema:write 50'],
  ['DELETE /schema/collections/x/fields/y', 'schema:write 50'],
  ['POST /schema/collections/x/fields/reorder', 'schema:write 50'],
  ['GET /schema', 'schema:read 40'],
  ['GET /plugins', 'admin 40'],
  ['GET /plugins/x', 'admin 40'],
  ['POST /plugins/x/enable', 'admin 50'],
  ['POST /plugins/x/disable', 'admin 50'],
  ['GET /search', 'content:read 10'],
  ['GET /search/suggest', 'content:read 10'],
  ['POST /search/rebuild', 'admin 50'],
  ['GET /search/stats', 'admin 50'],
  ['GET /sections', 'content:read 10'],
  ['GET /sections/x', 'content:read 10'],
  ['POST /sections', 'content:write 40'],
  ['PUT /sections/x', 'content:write 40'],
  ['DELETE /sections/x', 'content:write 40'],
  ['GET /settings', 'admin 40'],
  ['POST /settings', 'admin 50'],
  ['GET /menus', 'content:read 10'],
  ['GET /menus/x', 'content:read 10'],
  ['POST /menus', 'content:write 40'],
  ['PUT /menus/x', 'content:write 40'],
  ['DELETE /menus/x', 'content:write 40'],
  ['POST /menus/x/items', 'content:write 40'],
  ['POST /menus/x/reorder', 'content:write 40'],
  ['GET /taxonomies', 'content:read 10'],
  ['POST /taxonomies', 'content:write 40'],
  ['GET /taxonomies/x/terms', 'content:read 10'],
  ['POST /taxonomies/x/terms', 'content:write 40'],
  ['PUT /taxonomies/x/terms/y', 'content:write 40'],
  ['DELETE /taxonomies/x/terms/y', 'content:write 40'],
  ['GET /widget-areas', 'content:read 10'],
  ['GET /widget-areas/x', 'content:read 10'],
  ['POST /widget-areas', 'content:write 40'],
  ['DELETE /widget-areas/x', 'content:write 40'],
  ['POST /widget-areas/x/widgets', 'content:write 40'],
  ['PUT /widget-areas/x/widgets/y', 'content:write 40'],
  ['DELETE /widget-areas/x/widgets/y', 'content:write 40'],
  ['POST /widget-areas/x/reorder', 'content:write 40'],
  ['GET /admin/users', 'admin 50'],
  ['GET /admin/users/x', 'admin 50'],
  ['PATCH /admin/users/x', 'admin 50'],
  ['POST /admin/users/x/enable', 'admin 50'],
  ['POST /admin/users/x/disable', 'admin 50'],
  ['GET /setup/status', 'public'],
  ['POST /auth/passkey/options', 'public'],
  ['POST /auth/passkey/verify', 'public'],
  ['POST /auth/magic-link/send', 'public'],
  ['GET /auth/magic-link/verify', 'public'],
  ['POST /auth/logout', 'signed in'],
  ['GET /auth/me', 'signed in'],
  ['POST /auth/invite', 'session'],
  ['GET /auth/passkey', 'session'],
  ['POST /auth/passkey/register/options', 'session'],
  ['POST /auth/passkey/register/verify', 'session'],
  ['PATCH /auth/passkey/x', 'session'],
  ['DELETE /auth/passkey/x', 'session'],
  ['POST /import/external/analyze', 'admin 50'],
  ['POST /import/external/execute', 'admin 50'],
]

const scopeOf = (access: Access): string => access.split(' ')[0] ?? ''
const minimumOf = (access: Access): number => Number(access.split(' ')[1])
const isOpen = (access: Access): boolean => access === 'public'
const isGuarded = (access: Access): boolean => /\d/.test(access)

/** a body of requests that have one: rights are looked at before it */
const bodyOf = (request: string): object | null =>
  request.startsWith('GET') || request.startsWith('DELETE') ? null : {}

const setUp: readonly Claim[] = [
  ['a collection', 'POST /schema/collections', { slug: 'posts', label: 'Posts' }, '201'],
]

const withoutToken: readonly Claim[] = endpoints
  .filter(([, access]) => !isOpen(access))
  .map(([request]): Claim => [
    `${request} without a token`,
    `nobody ${request}`,
    bodyOf(request),
    '401 UNAUTHORIZED',
    (_, { headers }) => expect(headers['www-authenticate']).toMatch(/^Bearer/),
  ])

const wrongToken: readonly Claim[] = endpoints
  .filter(([, access]) => !isOpen(access))
  .map(([request]): Claim => [
    `${request} with an invalid token`,
    `stranger ${request}`,
    bodyOf(request),
    '401 UNAUTHORIZED',
  ])

const open: readonly Claim[] = endpoints
  .filter(([, access]) => isOpen(access))
  .map(([request]): Claim => [
    `${request} is open`,
    `nobody ${request}`,
    bodyOf(request),
    request === 'GET /setup/status' || request.endsWith('/options')
      ? '200'
      : request.startsWith('GET /media')
        ? '404 NOT_FOUND'
        : '400 VALIDATION_ERROR',
  ])

/** whose token lacks a scope, with the role of an admin */
const lacks = (scope: string): keyof typeof people => (scope.startsWith('content') ? 'filer' : 'writer')

const scopes: readonly Claim[] = endpoints
  .filter(([, access]) => isGuarded(access))
  .map(([request, access]): Claim => [
    `${request} needs the scope ${scopeOf(access)}`,
    `${lacks(scopeOf(access))} ${request}`,
    bodyOf(request),
    '403 FORBIDDEN',
    { error: { details: { requiredScope: scopeOf(access) } } },
  ])

const below: Readonly<Record<number, keyof typeof people>> = {
  20: 'subscriber',
  30: 'contributor',
  40: 'author',
  50: 'editor',
}

const roles: readonly Claim[] = endpoints
  .filter(([, access]) => isGuarded(access) && minimumOf(access) > 10)
  .map(([request, access]): Claim => [
    `${request} needs the role ${minimumOf(access)}`,
    `${below[minimumOf(access)]} ${request}`,
    bodyOf(request),
    '403 FORBIDDEN',
    { error: { message: expect.stringMatching(/^Insufficient scope: requires /) } },
  ])

const sessions: readonly Claim[] = endpoints
  .filter(([, access]) => access === 'session')
  .map(([request]): Claim => [
    `${request} needs a session, which no token is`,
    request,
    bodyOf(request),
    '403 FORBIDDEN',
    { error: { message: expect.stringContaining('browser session') } },
  ])

/** the methods of each path */
const methods = Map.groupBy(endpoints, ([request]) => request.split(' ')[1] ?? '')

/** what other endpoints answer under the same path */
const further: Readonly<Record<string, readonly string[]>> = {
  '/content/posts/x/terms/tags': ['GET'],
  '/widget-areas/x': ['PUT'],
  '/schema/collections/x/fields/reorder': ['PATCH', 'DELETE'],
  '/plugins/x': ['PATCH'],
  '/auth/me': ['PATCH'],
  '/auth/passkey/options': ['PATCH', 'DELETE'],
  '/auth/passkey/verify': ['PATCH', 'DELETE'],
}

/** Programs that read mail ask for the head of what a link leads to: that must not use the link up. */
const hasHead = (path: string): boolean => path !== '/auth/magic-link/verify'

const wrongMethods: readonly Claim[] = [...methods].map(([path, of]): Claim => {
  const own = [...of.map(([request]) => request.split(' ')[0] ?? ''), ...(further[path] ?? [])]
  const allowed = own.includes('GET') && hasHead(path) ? [...own, 'HEAD'] : own
  const wrong = ['PATCH', 'PUT', 'DELETE', 'POST', 'GET'].find((method) => !own.includes(method))
  return [
    `${wrong} ${path} is answered with the methods that there are`,
    `nobody ${wrong} ${path}`,
    null,
    '405 METHOD_NOT_ALLOWED',
    (_, { headers }) =>
      expect(headers['allow']?.split(', ')).toEqual(expect.arrayContaining(allowed.toSorted())),
  ]
})

const slashes: readonly Claim[] = endpoints
  .filter(([, access]) => !isOpen(access))
  .map(([request]): Claim => [
    `${request}/ is the same address`,
    `nobody ${request}/`,
    bodyOf(request),
    '401 UNAUTHORIZED',
  ])

/** what is not there, by the paths that name something */
const missing: readonly Claim[] = [
  'GET /content/posts/x',
  'GET /content/nothing',
  'GET /content/posts/x/revisions',
  'PUT /content/posts/x',
  'DELETE /content/posts/x',
  'GET /media/x',
  'PUT /media/x',
  'DELETE /media/x',
  'GET /media/file/x',
  'GET /revisions/x',
  'POST /revisions/x/restore',
  'GET /schema/collections/x',
  'PATCH /schema/collections/x',
  'DELETE /schema/collections/x',
  'GET /schema/collections/x/fields',
  'PATCH /schema/collections/posts/fields/y',
  'DELETE /schema/collections/posts/fields/y',
  'GET /plugins/x',
  'POST /plugins/x/enable',
  'POST /plugins/x/disable',
  'GET /sections/x',
  'PUT /sections/x',
  'DELETE /sections/x',
  'GET /menus/x',
  'PUT /menus/x',
  'DELETE /menus/x',
  'GET /taxonomies/x/terms',
  'DELETE /taxonomies/x/terms/y',
  'GET /widget-areas/x',
  'DELETE /widget-areas/x',
  'DELETE /widget-areas/x/widgets/y',
  'GET /admin/users/x',
  'POST /admin/users/x/enable',
  'POST /admin/users/x/disable',
  'GET /nothing',
].map((request): Claim => [`${request} is not found`, request, bodyOf(request), '404 NOT_FOUND'])

/** methods that paths outside of the API and of OAuth do not take */
const surroundings: readonly Claim[] = (
  [
    ['POST !/.well-known/oauth-protected-resource', 'GET, HEAD, OPTIONS'],
    ['DELETE !/_cms/.well-known/oauth-authorization-server', 'GET, HEAD, OPTIONS'],
    ['POST !/_cms/health', 'GET, HEAD'],
    ['GET !/_cms/api/oauth/token', 'OPTIONS, POST'],
    ['PUT !/_cms/api/oauth/device/code', 'OPTIONS, POST'],
    ['DELETE !/_cms/oauth/authorize', 'GET, HEAD, POST'],
    ['DELETE !/_cms/api/media/file/x', 'GET, HEAD'],
    ['PUT !/_cms/admin', 'GET, HEAD'],
    ['OPTIONS !/_cms/api/mcp', 'POST'],
    ['OPTIONS !/_cms/api/settings', 'GET, HEAD, POST'],
  ] as const
).map(([request, allow]): Claim => [
  `${request.replace('!', '')} names the methods that there are`,
  request,
  null,
  '405 METHOD_NOT_ALLOWED',
  (_, { headers }) => expect(headers['allow']).toBe(allow),
])

checkClaims(
  'endpoints',
  {
    setUp,
    withoutToken,
    wrongToken,
    open,
    scopes,
    roles,
    sessions,
    wrongMethods,
    slashes,
    missing,
    surroundings,
  },
  {
    beforeSql: [
      'withoutToken',
      'wrongToken',
      'scopes',
      'roles',
      'sessions',
      'wrongMethods',
      'slashes',
      'surroundings',
    ],
  },
)
