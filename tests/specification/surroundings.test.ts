import { expect } from 'vitest'
import { checkClaims, type Claim, WithHeaders } from '../setup/claims.ts'

/** Storage, failures inside the service, tokens, browsers of other origins, and how often clients may ask. */
const columns: Readonly<Record<string, string>> = {
  string: 'TEXT',
  text: 'TEXT',
  number: 'REAL',
  integer: 'INTEGER',
  boolean: 'INTEGER',
  datetime: 'TEXT',
  select: 'TEXT',
  multiSelect: 'JSON',
  portableText: 'JSON',
  image: 'TEXT',
  file: 'TEXT',
  reference: 'TEXT',
  json: 'JSON',
  slug: 'TEXT',
}

const settings: Readonly<Record<string, object>> = {
  select: { validation: { options: ['a'] } },
  multiSelect: { validation: { options: ['a'] } },
  reference: { options: { collection: 'posts' } },
}

const title = { slug: 'title', label: 'Title', type: 'string' }

const storage: readonly Claim[] = [
  ['there is no table before', 'columns content_posts', null, 'done', (found) => expect(found).toEqual({})],
  ['a collection', 'POST /schema/collections', { slug: 'posts', label: 'Posts', supports: [] }, '201'],
  ['has a table', 'columns content_posts', null, 'done', { id: 'TEXT', slug: 'TEXT', status: 'TEXT' }],
  ...Object.entries(columns).flatMap(([type, column]): Claim[] => {
    const slug = `a_${type.toLowerCase()}`
    return [
      [
        `a field of the type ${type}`,
        'POST /schema/collections/posts/fields',
        { slug, label: type, type, ...settings[type] },
        '201',
      ],
      [`adds a column of the type ${column}`, 'columns content_posts', null, 'done', { [slug]: column }],
    ]
  }),
  ['a field', 'POST /schema/collections/posts/fields', title, '201'],
  ['with a value', 'POST /content/posts', { data: { title: 'Lost' } }, '201', null, { post: 'data.item.id' }],
  ['is deleted', 'DELETE /schema/collections/posts/fields/title', null, '200'],
  [
    'with its column',
    'columns content_posts',
    null,
    'done',
    (found) => expect(Object.keys(found)).not.toContain('title'),
  ],
  ['made again', 'POST /schema/collections/posts/fields', title, '201'],
  [
    'it has lost its data',
    'GET /content/posts/{post}',
    null,
    '200',
    ({ data }) => expect(data.item.data).not.toHaveProperty('title'),
  ],
  ['a collection is deleted', 'DELETE /schema/collections/posts?force=true', null, '200'],
  ['with its table', 'columns content_posts', null, 'done', (found) => expect(found).toEqual({})],
]

const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** The allowed members of an error response. */
const silent = (text: string): void =>
  expect(text).not.toMatch(/content_|SELECT|INSERT|no such|relation|\.ts/)

const failures: readonly Claim[] = [
  ['a collection', 'POST /schema/collections', { slug: 'films', label: 'Films' }, '201'],
  ['an item', 'POST /content/films', { data: {} }, '201', null, { film: 'data.item.id' }],
  ['whose table is lost', 'define tables', 'ALTER TABLE content_films RENAME TO lost_films', 'done'],
  ...(
    [
      ['GET /content/films', null, 'CONTENT_LIST_ERROR'],
      ['POST /content/films', { data: {} }, 'CONTENT_CREATE_ERROR'],
      ['PUT /content/films/{film}', { data: {}, slug: 'other' }, 'CONTENT_UPDATE_ERROR'],
      ['DELETE /content/films/{film}', null, 'CONTENT_DELETE_ERROR'],
    ] as const
  ).map(([request, body, code]): Claim => [
    `${request} fails with ${code}`,
    request,
    body,
    `500 ${code}`,
    (_, { text }) => silent(text),
  ]),
  [
    'a tool fails with -32603, without details',
    'POST /mcp',
    call('content_list', { collection: 'films' }),
    '200 -32603',
    ({ error }, { text }) => {
      expect(error).toMatchObject({ code: -32603, message: expect.any(String) })
      silent(text)
    },
  ],
  ['the table is back', 'define tables', 'ALTER TABLE lost_films RENAME TO content_films', 'done'],
  ['the library is lost', 'define tables', 'ALTER TABLE media RENAME TO lost_media', 'done'],
  ['GET /media fails with MEDIA_LIST_ERROR', 'GET /media', null, '500 MEDIA_LIST_ERROR'],
  [
    'POST /media fails with MEDIA_CREATE_ERROR',
    'POST /media',
    { filename: 'a', mimeType: 'a/b', storageKey: 'a' },
    '500 MEDIA_CREATE_ERROR',
  ],
  ['the library is back', 'define tables', 'ALTER TABLE lost_media RENAME TO media', 'done'],
  ['and has no file', 'GET /media', null, '200', { data: { items: [] } }],
]

const tokens: readonly Claim[] = [
  [
    'a personal token begins with cms_pat_',
    'session POST /admin/api-tokens',
    { name: 'Own', scopes: ['content:read'] },
    '201',
    { data: { token: expect.stringMatching(/^cms_pat_./) } },
    { token: 'data.token' },
  ],
  [
    'and is sent as a Bearer token',
    'nobody GET /content/films',
    new WithHeaders({ authorization: 'Bearer {token}' }),
    '200',
  ],
  [
    'not otherwise',
    'nobody GET /content/films',
    new WithHeaders({ authorization: '{token}' }),
    '401 UNAUTHORIZED',
  ],
  [
    'a session has full access over MCP',
    'session POST /mcp',
    call('schema_create_collection', { slug: 'made', label: 'Made' }),
    '200',
    ({ result }) => expect(JSON.parse(result.content[0].text)).toMatchObject({ item: { slug: 'made' } }),
  ],
  [
    'a failed tool answers text with isError',
    'POST /mcp',
    call('content_list', { collection: 'nothing' }),
    '200',
    {
      result: {
        isError: true,
        content: [{ type: 'text', text: expect.stringContaining('nothing') }],
        _meta: { code: 'NOT_FOUND' },
      },
    },
  ],
  [
    'types are exported where text/typescript is accepted',
    'GET /schema',
    new WithHeaders({ accept: 'text/typescript' }),
    '200',
    (_, { text, headers }) => {
      expect(headers['content-type']).toContain('text/typescript')
      expect(text).toContain('export interface Film')
    },
  ],
]

const origin = 'https://site.example'

const browsers: readonly Claim[] = [
  [
    'pages of a configured origin read answers',
    'GET /content/films',
    new WithHeaders({ origin }),
    '200',
    (_, { headers }) => expect(headers['access-control-allow-origin']).toBe(origin),
  ],
  [
    'pages of others do not',
    'GET /content/films',
    new WithHeaders({ origin: 'https://other.example' }),
    '200',
    (_, { headers }) => expect(headers).not.toHaveProperty('access-control-allow-origin'),
  ],
]

const allowed = 30

const rates: readonly Claim[] = [
  ...Array.from({ length: allowed }, (_, index): Claim => [
    `sign-in ${index + 1} of a minute`,
    'nobody POST /auth/passkey/options',
    {},
    '200',
  ]),
  [
    'one more is limited',
    'nobody POST /auth/passkey/options',
    {},
    '429 RATE_LIMITED',
    (_, { headers }) => expect(headers['retry-after']).toBe('60'),
  ],
  ['a minute later', 'clock 60', null, 'done'],
  ['it is taken again', 'nobody POST /auth/passkey/options', {}, '200'],
]

checkClaims(
  'surroundings',
  { storage, failures, tokens, browsers, rates },
  { env: { OCTAVO_CORS_ORIGINS: origin } },
)
