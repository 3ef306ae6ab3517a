import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'
import { exportOf } from '../setup/exports.ts'
import { formOf } from '../setup/media.ts'

const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const blocks = [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'Hello' }] }]
const file = formOf([{ name: 'file', filename: 'a.txt', type: 'text/plain', content: 'Hello' }])
const misnamed = formOf([{ name: 'upload', filename: 'a.txt', type: 'text/plain', content: 'Hello' }])

const setUp: readonly Claim[] = [
  ['a collection', 'POST /schema/collections', { slug: 'pages', label: 'Pages' }, '201'],
  [
    'with a title',
    'POST /schema/collections/pages/fields',
    { slug: 'title', label: 'Title', type: 'string' },
    '201',
  ],
  [
    'an item',
    'POST /content/pages',
    { data: { title: 'Home' }, status: 'published' },
    '201',
    null,
    { page: 'data.item.id' },
  ],
]

const media: readonly Claim[] = [
  [
    'a record is made for a storage key',
    'POST /media',
    {
      filename: 'photo.jpg',
      mimeType: 'image/jpeg',
      size: 1234,
      width: 640,
      height: 480,
      storageKey: 'uploads/photo.jpg',
    },
    '201',
    {
      data: {
        item: {
          id: ulid,
          filename: 'photo.jpg',
          mimeType: 'image/jpeg',
          size: 1234,
          width: 640,
          height: 480,
          url: expect.any(String),
          storageKey: 'uploads/photo.jpg',
          createdAt: instant,
        },
      },
    },
    { photo: 'data.item.id' },
  ],
  [
    'once',
    'POST /media',
    { filename: 'photo.jpg', mimeType: 'image/jpeg', storageKey: 'uploads/photo.jpg' },
    '409 CONFLICT',
  ],
  [
    'a key stays in the store',
    'POST /media',
    { filename: 'x', mimeType: 'a/b', storageKey: '../x' },
    '400 VALIDATION_ERROR',
  ],
  [
    'a file is uploaded',
    'POST /media',
    file,
    '201',
    { data: { item: { filename: 'a.txt', mimeType: 'text/plain', size: 5 } } },
    { file: 'data.item.id', key: 'data.item.storageKey' },
  ],
  [
    'a wrong part says which is right',
    'POST /media',
    misnamed,
    '400 VALIDATION_ERROR',
    { error: { message: expect.stringContaining('send it as the part `file`') } },
  ],
  ['its bytes are served', 'GET /media/file/{key}', null, '200', (text) => expect(text).toBe('Hello')],
  ['to everybody', 'nobody GET /media/file/{key}', null, '200'],
  ['an unknown file is not found', 'GET /media/file/nothing.txt', null, '404 NOT_FOUND'],
  [
    'media is listed, the newest first',
    'GET /media',
    null,
    '200',
    { data: { items: [{ id: '{file}' }, { id: '{photo}' }] } },
  ],
  [
    'page by page',
    'GET /media?limit=1',
    null,
    '200',
    { data: { items: [{ id: '{file}' }], nextCursor: expect.any(String) } },
    { cursor: 'data.nextCursor' },
  ],
  ['the next', 'GET /media?limit=1&cursor={cursor}', null, '200', { data: { items: [{ id: '{photo}' }] } }],
  [
    'mimeType is a prefix',
    'GET /media?mimeType=image/',
    null,
    '200',
    { data: { items: [{ id: '{photo}' }] } },
  ],
  ['one is found', 'GET /media/{photo}', null, '200', { data: { item: { id: '{photo}' } } }],
  ['an unknown one is not', 'GET /media/nothing', null, '404 NOT_FOUND'],
  [
    'alt and caption change',
    'PUT /media/{photo}',
    { alt: 'A photo', caption: 'Taken today' },
    '200',
    { data: { item: { alt: 'A photo', caption: 'Taken today' } } },
  ],
  ['the file does not', 'PUT /media/{photo}', { storageKey: 'x' }, '400 VALIDATION_ERROR'],
  [
    'over MCP its size in pixels does',
    'tool media_update',
    { id: '{photo}', width: 10, height: 20 },
    'done',
    { item: { width: 10, height: 20 } },
  ],
  ['an author changes none of others', 'author PUT /media/{photo}', { alt: 'x' }, '403 FORBIDDEN'],
  ['a subscriber reads', 'subscriber GET /media', null, '200'],
  ['media_list has 50 a page at most 100', 'tool media_list', { limit: 101 }, 'failed VALIDATION_ERROR'],
  ['media_get has the record', 'tool media_get', { id: '{photo}' }, 'done', { item: { id: '{photo}' } }],
  [
    'deleting names what referred to it',
    'DELETE /media/{photo}',
    null,
    '200',
    { data: { success: true, usages: { items: [], isComplete: true } } },
  ],
  [
    'media_delete too',
    'tool media_delete',
    { id: '{file}' },
    'done',
    { success: true, usages: { items: [] } },
  ],
  ['then its bytes are gone', 'GET /media/file/{key}', null, '404 NOT_FOUND'],
]

const sections: readonly Claim[] = [
  [
    'a section is created',
    'POST /sections',
    { slug: 'hero', title: 'Hero', keywords: ['top'], content: blocks },
    '201',
    { data: { item: { slug: 'hero', title: 'Hero', keywords: ['top'], content: blocks } } },
  ],
  [
    'its slug once',
    'POST /sections',
    { slug: 'hero', title: 'x', keywords: [], content: [] },
    '409 DUPLICATE_SLUG',
  ],
  [
    'one that is made gets a number',
    'POST /sections',
    { title: 'Hero', keywords: [], content: [] },
    '201',
    { data: { item: { slug: 'hero-2' } } },
  ],
  [
    'letters of a slug are composed',
    'POST /sections',
    { slug: 'cafe\u0301', title: 'Café', keywords: [], content: [] },
    '201',
    { data: { item: { slug: 'caf\u00e9' } } },
  ],
  [
    'so that it is taken in either form',
    'POST /sections',
    { slug: 'caf\u00e9', title: 'x' },
    '409 DUPLICATE_SLUG',
  ],
  ['and found', 'GET /sections/cafe%CC%81', null, '200', { data: { item: { slug: 'caf\u00e9' } } }],
  ['or deleted', 'DELETE /sections/cafe%CC%81', null, '200'],
  [
    'sections are listed',
    'GET /sections',
    null,
    '200',
    { data: { items: [{ slug: 'hero' }, { slug: 'hero-2' }] } },
  ],
  ['and searched', 'GET /sections?search=top', null, '200', { data: { items: [{ slug: 'hero' }] } }],
  ['by their source', 'GET /sections?source=theme', null, '200', { data: { items: [] } }],
  ['one is found', 'GET /sections/hero', null, '200', { data: { item: { slug: 'hero' } } }],
  ['it changes', 'PUT /sections/hero', { title: 'Top' }, '200', { data: { item: { title: 'Top' } } }],
  ['it is deleted', 'DELETE /sections/hero', null, '200'],
  ['and not found', 'GET /sections/hero', null, '404 NOT_FOUND'],
  ['authors write none', 'author POST /sections', { title: 'x', keywords: [], content: [] }, '403 FORBIDDEN'],
]

const settings: readonly Claim[] = [
  [
    'settings are set',
    'POST /settings',
    { siteTitle: 'My Site', tagline: 'Words', postsPerPage: 10 },
    '200',
    { data: { siteTitle: 'My Site', tagline: 'Words', postsPerPage: 10 } },
  ],
  [
    'some of them',
    'POST /settings',
    { tagline: 'More' },
    '200',
    { data: { siteTitle: 'My Site', tagline: 'More' } },
  ],
  [
    'all are read',
    'GET /settings',
    null,
    '200',
    { data: { siteTitle: 'My Site', tagline: 'More', postsPerPage: 10 } },
  ],
  ['unknown keys are refused', 'POST /settings', { colour: 'red' }, '400 VALIDATION_ERROR'],
  ['only admins write', 'editor POST /settings', { tagline: 'x' }, '403 FORBIDDEN'],
]

const menus: readonly Claim[] = [
  [
    'a menu is created',
    'POST /menus',
    { name: 'main', label: 'Main' },
    '201',
    { data: { item: { name: 'main', label: 'Main' } } },
  ],
  ['its name once', 'POST /menus', { name: 'main', label: 'x' }, '409 CONFLICT'],
  [
    'an item points at content',
    'POST /menus/main/items',
    { type: 'page', referenceCollection: 'pages', referenceId: '{page}', label: 'Home' },
    '201',
    {
      data: {
        item: { id: ulid, type: 'page', label: 'Home', parentId: null, sortOrder: expect.any(Number) },
      },
    },
    { first: 'data.item.id' },
  ],
  [
    'that is there',
    'POST /menus/main/items',
    { type: 'page', referenceCollection: 'pages', referenceId: 'nothing', label: 'x' },
    '400 VALIDATION_ERROR',
  ],
  [
    'or at an address',
    'POST /menus/main/items',
    { type: 'custom', customUrl: 'https://example.com', label: 'Out' },
    '201',
    null,
    { second: 'data.item.id' },
  ],
  [
    'that is safe',
    'POST /menus/main/items',
    { type: 'custom', customUrl: 'javascript:alert(1)', label: 'x' },
    '400 VALIDATION_ERROR',
  ],
  [
    'items are ordered and nested',
    'POST /menus/main/reorder',
    {
      items: [
        { id: '{second}', parentId: null, sortOrder: 0 },
        { id: '{first}', parentId: '{second}', sortOrder: 0 },
      ],
    },
    '200',
  ],
  [
    'without a circle',
    'POST /menus/main/reorder',
    {
      items: [
        { id: '{second}', parentId: '{first}', sortOrder: 0 },
        { id: '{first}', parentId: '{second}', sortOrder: 0 },
      ],
    },
    '400 VALIDATION_ERROR',
  ],
  [
    'a menu has its items',
    'GET /menus/main',
    null,
    '200',
    { data: { item: { items: [{ id: '{second}' }, { id: '{first}', parentId: '{second}' }] } } },
  ],
  [
    'over MCP with their URL',
    'tool menu_get',
    { name: 'main' },
    'done',
    { item: { items: [{ label: 'Out', url: 'https://example.com', type: 'custom' }, { label: 'Home' }] } },
  ],
  ['menus are listed', 'GET /menus', null, '200', { data: { items: [{ name: 'main' }] } }],
  [
    'over MCP with dates',
    'tool menu_list',
    {},
    'done',
    { items: [{ name: 'main', label: 'Main', createdAt: instant, updatedAt: instant }] },
  ],
  ['a menu changes', 'PUT /menus/main', { label: 'Top' }, '200', { data: { item: { label: 'Top' } } }],
  ['an unknown one is not found', 'GET /menus/nothing', null, '404 NOT_FOUND'],
  ['it is deleted', 'DELETE /menus/main', null, '200'],
]

const taxonomies: readonly Claim[] = [
  [
    'a taxonomy is created',
    'POST /taxonomies',
    { name: 'topics', label: 'Topics', labelSingular: 'Topic', hierarchical: true, collections: ['pages'] },
    '201',
    {
      data: {
        item: {
          name: 'topics',
          label: 'Topics',
          labelSingular: 'Topic',
          hierarchical: true,
          collections: ['pages'],
        },
      },
    },
  ],
  [
    'a flat one',
    'POST /taxonomies',
    { name: 'tags', label: 'Tags', collections: ['pages'] },
    '201',
    { data: { item: { hierarchical: false } } },
  ],
  [
    'of collections that are there',
    'POST /taxonomies',
    { name: 'x', label: 'x', collections: ['nothing'] },
    '400 VALIDATION_ERROR',
  ],
  [
    'a term is created',
    'POST /taxonomies/topics/terms',
    { slug: 'clay', label: 'Clay', description: 'Earth' },
    '201',
    { data: { item: { id: ulid, slug: 'clay', label: 'Clay', parentId: null, description: 'Earth' } } },
    { clay: 'data.item.id' },
  ],
  ['its slug once', 'POST /taxonomies/topics/terms', { slug: 'clay', label: 'x' }, '409 DUPLICATE_SLUG'],
  [
    'one that is made gets a number',
    'POST /taxonomies/topics/terms',
    { label: 'Clay' },
    '201',
    { data: { item: { slug: 'clay-2' } } },
  ],
  [
    'below another',
    'tool taxonomy_create_term',
    { taxonomy: 'topics', slug: 'pots', label: 'Pots', parentId: '{clay}' },
    'done',
    { item: { parentId: '{clay}' } },
  ],
  [
    'not in a flat taxonomy',
    'tool taxonomy_create_term',
    { taxonomy: 'tags', slug: 'x', label: 'x', parentId: '{clay}' },
    'failed VALIDATION_ERROR',
  ],
  [
    'terms are listed',
    'GET /taxonomies/topics/terms',
    null,
    '200',
    { data: { items: [{ slug: 'clay' }, { slug: 'clay-2' }, { slug: 'pots' }] } },
  ],
  [
    'over MCP, page by page',
    'tool taxonomy_list_terms',
    { taxonomy: 'topics', limit: 1 },
    'done',
    { items: [{ slug: 'clay' }], nextCursor: expect.any(String) },
  ],
  ['at most 100', 'tool taxonomy_list_terms', { taxonomy: 'topics', limit: 101 }, 'failed VALIDATION_ERROR'],
  [
    'an item gets terms',
    'POST /content/pages/{page}/terms/topics',
    { termIds: ['{clay}'] },
    '200',
    { data: { items: [{ id: '{clay}' }] } },
  ],
  [
    'that are there',
    'POST /content/pages/{page}/terms/topics',
    { termIds: ['nothing'] },
    '400 VALIDATION_ERROR',
  ],
  [
    'of that taxonomy',
    'POST /content/pages/{page}/terms/tags',
    { termIds: ['{clay}'] },
    '400 VALIDATION_ERROR',
  ],
  [
    'a term changes',
    'PUT /taxonomies/topics/terms/clay',
    { label: 'Clays' },
    '200',
    { data: { item: { label: 'Clays' } } },
  ],
  [
    'one with terms below it stays',
    'DELETE /taxonomies/topics/terms/clay',
    null,
    '409 CONFLICT',
    { error: { message: expect.stringContaining('1 term below it') } },
  ],
  ['another is deleted', 'DELETE /taxonomies/topics/terms/pots', null, '200'],
  ['taxonomies are listed', 'GET /taxonomies', null, '200', ({ data }) => expect(data.items).toHaveLength(2)],
  [
    'over MCP too',
    'tool taxonomy_list',
    {},
    'done',
    ({ items }) =>
      expect(items).toContainEqual(
        expect.objectContaining({
          name: 'topics',
          label: 'Topics',
          hierarchical: true,
          collections: ['pages'],
        }),
      ),
  ],
  ['an unknown one is not found', 'GET /taxonomies/nothing/terms', null, '404 NOT_FOUND'],
]

const widgets: readonly Claim[] = [
  [
    'an area is created',
    'POST /widget-areas',
    { name: 'sidebar', label: 'Sidebar', description: 'On the right' },
    '201',
    { data: { item: { name: 'sidebar', label: 'Sidebar', description: 'On the right' } } },
  ],
  [
    'a widget is added',
    'POST /widget-areas/sidebar/widgets',
    { type: 'content', title: 'About', content: blocks },
    '201',
    { data: { item: { id: ulid, type: 'content', title: 'About', content: blocks } } },
    { about: 'data.item.id' },
  ],
  [
    'another',
    'POST /widget-areas/sidebar/widgets',
    { type: 'content', title: 'More', content: blocks },
    '201',
    null,
    { more: 'data.item.id' },
  ],
  ['they are ordered', 'POST /widget-areas/sidebar/reorder', { widgetIds: ['{more}', '{about}'] }, '200'],
  [
    'an area has its widgets',
    'GET /widget-areas/sidebar',
    null,
    '200',
    { data: { item: { widgets: [{ id: '{more}' }, { id: '{about}' }] } } },
  ],
  [
    'a widget changes',
    'PUT /widget-areas/sidebar/widgets/{about}',
    { title: 'We' },
    '200',
    { data: { item: { title: 'We' } } },
  ],
  ['and is deleted', 'DELETE /widget-areas/sidebar/widgets/{about}', null, '200'],
  ['areas are listed', 'GET /widget-areas', null, '200', { data: { items: [{ name: 'sidebar' }] } }],
  ['and deleted', 'DELETE /widget-areas/sidebar', null, '200'],
  ['then not found', 'GET /widget-areas/sidebar', null, '404 NOT_FOUND'],
]

const usersAndSignIn: readonly Claim[] = [
  [
    'users are listed',
    'GET /admin/users',
    null,
    '200',
    ({ data }) =>
      expect(data.items[0]).toMatchObject({ id: ulid, name: expect.any(String), role: expect.any(Number) }),
  ],
  ['by role', 'GET /admin/users?role=40', null, '200', { data: { items: [{ id: '{editorId}', role: 40 }] } }],
  ['by a search', 'GET /admin/users?search=nobody-has-this', null, '200', { data: { items: [] } }],
  ['one is found', 'GET /admin/users/{editorId}', null, '200', { data: { item: { id: '{editorId}' } } }],
  [
    'name and role change',
    'PATCH /admin/users/{editorId}',
    { name: 'Ed', role: 30 },
    '200',
    { data: { item: { name: 'Ed', role: 30 } } },
  ],
  ['no unknown role', 'PATCH /admin/users/{editorId}', { role: 35 }, '400 VALIDATION_ERROR'],
  ['a user is disabled', 'POST /admin/users/{editorId}/disable', null, '200'],
  ['their token is refused at once', 'editor GET /content/pages', null, '401 UNAUTHORIZED'],
  ['and enabled', 'POST /admin/users/{editorId}/enable', null, '200'],
  ['a session has the rights of its user', 'session GET /admin/users', null, '200'],
  ['to write as well', 'session POST /settings', { tagline: 'By session' }, '200'],
  ['in every resource', 'session PUT /content/pages/{page}', { data: { title: 'By session' } }, '200'],
  ['users need the scope admin', 'reader GET /admin/users', null, '403 FORBIDDEN'],
  [
    'everybody reads whether the setup is complete',
    'nobody GET /setup/status',
    null,
    '200',
    { data: { setupComplete: expect.any(Boolean) } },
  ],
  ['the caller learns who they are', 'GET /auth/me', null, '200', { data: { item: { role: 50 } } }],
  [
    'an unknown address gets a link sent, as far as anyone can tell',
    'nobody POST /auth/magic-link/send',
    { email: 'nobody@example.com' },
    '200',
  ],
  [
    'a wrong token of a link is refused',
    'nobody GET /auth/magic-link/verify?token=wrong',
    null,
    '401 UNAUTHORIZED',
  ],
  ['passkeys have options to sign in', 'nobody POST /auth/passkey/options', {}, '200'],
  [
    'a person is invited with a role',
    'session POST /auth/invite',
    { email: 'new@example.com', role: 30 },
    '201',
  ],
  [
    'no unknown role',
    'session POST /auth/invite',
    { email: 'other@example.com', role: 31 },
    '400 VALIDATION_ERROR',
  ],
]

const plugins: readonly Claim[] = [
  [
    'plugins are listed',
    'GET /plugins',
    null,
    '200',
    ({ data }) => expect(data.items.length).toBeGreaterThan(0),
    { plugin: 'data.items.0.id' },
  ],
  ['one is found', 'GET /plugins/{plugin}', null, '200', { data: { item: { id: '{plugin}' } } }],
  ['enabled', 'POST /plugins/{plugin}/enable', null, '200', { data: { item: { enabled: true } } }],
  ['and disabled', 'POST /plugins/{plugin}/disable', null, '200', { data: { item: { enabled: false } } }],
  ['an unknown one is not', 'GET /plugins/nothing', null, '404 NOT_FOUND'],
]

const importing: readonly Claim[] = [
  ['an analysis takes a file', 'POST /import/external/analyze', formOf([]), '400 VALIDATION_ERROR'],
  [
    'that is an export',
    'POST /import/external/analyze',
    formOf([{ name: 'file', filename: 'x.xml', content: 'no XML' }]),
    '400 VALIDATION_ERROR',
  ],
  [
    'a run takes an analysis that is there',
    'POST /import/external/execute',
    { analysisId: 'nothing', options: { includeMedia: false, includeTaxonomies: true, includeMenus: true } },
    '404 NOT_FOUND',
  ],
  [
    'an export is analyzed',
    'POST /import/external/analyze',
    formOf([
      { name: 'file', filename: 'export.xml', content: exportOf({ items: [{ id: 7, title: 'Old' }] }) },
    ]),
    '200',
    { data: { analysisId: expect.any(String) } },
    { analysis: 'data.analysisId' },
  ],
  [
    'and imported, without what the options leave out',
    'POST /import/external/execute',
    {
      analysisId: '{analysis}',
      options: { includeMedia: false, includeTaxonomies: false, includeMenus: false },
    },
    '200',
    { data: { job: { analysisId: '{analysis}' } } },
  ],
]

const scopes = [
  'content:read',
  'content:write',
  'media:read',
  'media:write',
  'schema:read',
  'schema:write',
  'admin',
]

const surface: readonly Claim[] = [
  ['an unknown path is not found', 'GET /nothing', null, '404 NOT_FOUND'],
  [
    'a wrong method is not allowed',
    'DELETE /settings',
    null,
    '405 METHOD_NOT_ALLOWED',
    (_, { headers }) => expect(headers['allow']).toBe('GET, HEAD, POST'),
  ],
  ['what is no JSON is refused', 'POST /menus', Buffer.from('{'), '400 VALIDATION_ERROR'],
  [
    'a wrong token is refused',
    'stranger GET /content/pages',
    null,
    '401 UNAUTHORIZED',
    (_, { headers }) => expect(headers['www-authenticate']).toMatch(/^Bearer/),
  ],
  [
    'the MCP endpoint says where to sign in',
    'nobody POST /mcp',
    {},
    '401 UNAUTHORIZED',
    (_, { headers }) =>
      expect(headers['www-authenticate']).toBe(
        'Bearer resource_metadata="http://localhost:4400/.well-known/oauth-protected-resource"',
      ),
  ],
  [
    'the protected resource describes itself',
    'GET !/.well-known/oauth-protected-resource',
    null,
    '200',
    {
      resource: 'http://localhost:4400/_cms/api/mcp',
      authorization_servers: ['http://localhost:4400/_cms'],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    },
  ],
  [
    'so does the authorization server',
    'GET !/_cms/.well-known/oauth-authorization-server',
    null,
    '200',
    {
      issuer: 'http://localhost:4400/_cms',
      authorization_endpoint: 'http://localhost:4400/_cms/oauth/authorize',
      token_endpoint: 'http://localhost:4400/_cms/api/oauth/token',
      scopes_supported: scopes,
      response_types_supported: ['code'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      device_authorization_endpoint: 'http://localhost:4400/_cms/api/oauth/device/code',
    },
  ],
]

checkClaims('the site', {
  setUp,
  media,
  sections,
  settings,
  menus,
  taxonomies,
  widgets,
  plugins,
  importing,
  surface,
  usersAndSignIn,
})
