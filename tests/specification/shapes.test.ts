import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'
import { formOf } from '../setup/media.ts'

/** What answers have: each property of each resource, read alone and in its list, and what addresses take. */
const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const text = expect.any(String)
const number = expect.any(Number)
const blocks = [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'Words' }] }]

const setUp: readonly Claim[] = [
  [
    'a collection',
    'POST /schema/collections',
    {
      slug: 'posts',
      label: 'Posts',
      labelSingular: 'Post',
      description: 'Texts',
      icon: 'pen',
      supports: ['drafts', 'revisions', 'search'],
    },
    '201',
  ],
  [
    'with a field',
    'POST /schema/collections/posts/fields',
    { slug: 'title', label: 'Title', type: 'string', searchable: true, validation: { maxLength: 50 } },
    '201',
  ],
  [
    'an item',
    'POST /content/posts',
    { data: { title: 'Findable' }, status: 'published' },
    '201',
    null,
    { item: 'data.item.id' },
  ],
  ['its revision', 'GET /content/posts/{item}/revisions', null, '200', null, { revision: 'data.items.0.id' }],
  [
    'a picture',
    'POST /media',
    { filename: 'a.png', mimeType: 'image/png', size: 7, width: 3, height: 4, storageKey: 'k/a.png' },
    '201',
    null,
    { media: 'data.item.id' },
  ],
  ['with words', 'PUT /media/{media}', { alt: 'Alt', caption: 'Caption' }, '200'],
  [
    'a file',
    'POST /media',
    formOf([{ name: 'file', filename: 'b.txt', type: 'text/plain', content: 'Bytes' }]),
    '201',
    null,
    { file: 'data.item.id', key: 'data.item.storageKey' },
  ],
  ['a section', 'POST /sections', { slug: 'hero', title: 'Hero', keywords: ['top'], content: blocks }, '201'],
  ['settings', 'POST /settings', { siteTitle: 'Site', tagline: 'Words', postsPerPage: 7 }, '200'],
  ['a menu', 'POST /menus', { name: 'main', label: 'Main' }, '201'],
  [
    'its item',
    'POST /menus/main/items',
    { type: 'page', referenceCollection: 'posts', referenceId: '{item}', label: 'Post' },
    '201',
    null,
    { entry: 'data.item.id' },
  ],
  [
    'a taxonomy',
    'POST /taxonomies',
    { name: 'topics', label: 'Topics', labelSingular: 'Topic', hierarchical: true, collections: ['posts'] },
    '201',
  ],
  [
    'a term',
    'POST /taxonomies/topics/terms',
    { slug: 'up', label: 'Up' },
    '201',
    null,
    { up: 'data.item.id' },
  ],
  [
    'one below it',
    'POST /taxonomies/topics/terms',
    { slug: 'down', label: 'Down', parentId: '{up}', description: 'Deep' },
    '201',
  ],
  ['an area', 'POST /widget-areas', { name: 'side', label: 'Side', description: 'Right' }, '201'],
  [
    'a widget',
    'POST /widget-areas/side/widgets',
    { type: 'content', title: 'About', content: blocks },
    '201',
  ],
]

const item = {
  id: ulid,
  type: 'posts',
  slug: 'findable',
  data: { title: 'Findable' },
  status: 'published',
  createdAt: instant,
  updatedAt: instant,
}
const media = {
  id: ulid,
  filename: 'a.png',
  mimeType: 'image/png',
  size: 7,
  width: 3,
  height: 4,
  url: text,
  alt: 'Alt',
  caption: 'Caption',
  storageKey: 'k/a.png',
  createdAt: instant,
}
const revision = {
  id: ulid,
  collection: 'posts',
  entryId: '{item}',
  data: { title: 'Findable' },
  createdAt: instant,
}
const collection = {
  id: ulid,
  slug: 'posts',
  label: 'Posts',
  labelSingular: 'Post',
  description: 'Texts',
  icon: 'pen',
  supports: ['drafts', 'revisions', 'search'],
}
const field = {
  slug: 'title',
  label: 'Title',
  type: 'string',
  required: false,
  unique: false,
  validation: { maxLength: 50 },
  sortOrder: 0,
  searchable: true,
  translatable: true,
}
const section = { slug: 'hero', title: 'Hero', keywords: ['top'], content: blocks }
const menu = { name: 'main', label: 'Main' }
const entry = {
  id: ulid,
  type: 'page',
  referenceCollection: 'posts',
  referenceId: '{item}',
  label: 'Post',
  parentId: null,
  sortOrder: number,
}
const taxonomy = {
  name: 'topics',
  label: 'Topics',
  labelSingular: 'Topic',
  hierarchical: true,
  collections: ['posts'],
}
const term = { slug: 'down', label: 'Down', parentId: '{up}', description: 'Deep' }
const area = { name: 'side', label: 'Side', description: 'Right' }
const widget = { id: ulid, type: 'content', title: 'About', content: blocks }
const result = {
  collection: 'posts',
  id: '{item}',
  slug: 'findable',
  title: 'Findable',
  snippet: '<mark>Findable</mark>',
  score: number,
}
const user = { id: ulid, name: text, role: 40 }

type Properties = Readonly<Record<string, unknown>>

/** request or tool, its arguments, where the resource is in the answer, and its properties */
const resources: readonly (readonly [string, object | null, string, Properties])[] = [
  ['GET /content/posts/{item}', null, 'data.item', item],
  ['GET /content/posts', null, 'data.items.0', item],
  ['tool content_get', { collection: 'posts', id: '{item}' }, 'item', item],
  ['tool content_list', { collection: 'posts' }, 'items.0', item],
  ['GET /media/{media}', null, 'data.item', media],
  ['GET /media?mimeType=image/', null, 'data.items.0', media],
  ['tool media_get', { id: '{media}' }, 'item', media],
  ['tool media_list', { mimeType: 'image/' }, 'items.0', media],
  ['GET /revisions/{revision}', null, 'data.item', revision],
  ['GET /content/posts/{item}/revisions', null, 'data.items.0', revision],
  ['GET /schema/collections/posts', null, 'data.item', collection],
  ['GET /schema/collections', null, 'data.items.0', collection],
  ['tool schema_get_collection', { slug: 'posts' }, 'item', collection],
  ['GET /schema/collections/posts?includeFields=true', null, 'data.item.fields.0', field],
  ['GET /schema/collections/posts/fields', null, 'data.items.0', field],
  ['GET /sections/hero', null, 'data.item', section],
  ['GET /sections', null, 'data.items.0', section],
  ['GET /settings', null, 'data', { siteTitle: 'Site', tagline: 'Words', postsPerPage: 7 }],
  ['GET /menus/main', null, 'data.item', menu],
  ['GET /menus', null, 'data.items.0', menu],
  ['GET /menus/main', null, 'data.item.items.0', entry],
  ['tool menu_get', { name: 'main' }, 'item.items.0', { label: 'Post', type: 'page', parentId: null }],
  ['tool menu_list', {}, 'items.0', { ...menu, createdAt: instant, updatedAt: instant }],
  ['GET /taxonomies', null, 'data.items.0', taxonomy],
  [
    'tool taxonomy_list',
    {},
    'items.0',
    { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] },
  ],
  ['GET /taxonomies/topics/terms', null, 'data.items.0/2', term],
  ['tool taxonomy_list_terms', { taxonomy: 'topics' }, 'items.0/2', term],
  ['GET /widget-areas/side', null, 'data.item', area],
  ['GET /widget-areas', null, 'data.items.0', area],
  ['GET /widget-areas/side', null, 'data.item.widgets.0', widget],
  ['GET /search?q=findable', null, 'results.0', result],
  ['tool search', { query: 'findable' }, 'results.0', result],
  ['GET /search/suggest?q=find', null, 'data.items.0', { title: 'Findable' }],
  ['GET /admin/users/{editorId}', null, 'data.item', user],
  ['GET /admin/users?role=40', null, 'data.items.0', user],
  ['editor GET /auth/me', null, 'data.item', user],
]

/** The object that has a value where a path leads: `0` is the only element of a list, `0/2` the first of two. */
function at(path: string, value: unknown): unknown {
  const [first = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : at(rest.join('.'), value)
  if (!first.startsWith('0')) return { [first]: inner }
  return first === '0' ? [inner] : [inner, {}]
}

const properties: readonly Claim[] = resources.flatMap(([request, args, place, described]) =>
  Object.entries(described).map(([name, value]): Claim => [
    `${request} has ${name} in ${place}`,
    request,
    args,
    request.startsWith('tool') ? 'done' : '200',
    at(place, { [name]: value }) as object,
  ]),
)

/** lists of REST, how many items a page has by default, and how many at most */
const lists: readonly (readonly [path: string, usual: number])[] = [
  ['/content/posts?', 50],
  ['/content/posts/trash?', 50],
  ['/media?', 20],
  ['/content/posts/findable/revisions?', 50],
  ['/search?q=findable', 20],
]

/** the same lists in the description of the interface */
const pages: readonly Claim[] = (
  [
    ['/content/{collection}', 50],
    ['/content/{collection}/trash', 50],
    ['/media', 20],
    ['/content/{collection}/{entryId}/revisions', 50],
    ['/search', 20],
  ] as const
).map(([path, count]): Claim => [
  `${path} has ${count} a page by default`,
  'GET !/_cms/api/openapi.json',
  null,
  '200',
  ({ paths }) => {
    const { parameters } = paths[path].get as { parameters: { name: string }[] }
    expect(parameters.find(({ name }) => name === 'limit')).toMatchObject({
      in: 'query',
      schema: { default: count, minimum: 1, maximum: 100 },
    })
  },
])

const limits: readonly Claim[] = lists.flatMap(([path, usual]) => [
  ...[1, 2, usual, 100].map((limit): Claim => [
    `${path} takes the limit ${limit}`,
    `GET ${path}&limit=${limit}`,
    null,
    '200',
    ({ data, results = data?.items }) => expect(results.length).toBeLessThanOrEqual(limit),
  ]),
  ...['0', '-1', '101', '1.5', 'ten', ''].map((limit): Claim => [
    `${path} takes no limit "${limit}"`,
    `GET ${path}&limit=${limit}`,
    null,
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: 'limit' }] } } },
  ]),
  [
    `${path} takes no cursor that is none`,
    `GET ${path}&cursor=abc`,
    null,
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: 'cursor' }] } } },
  ],
  [
    `${path} takes a parameter once`,
    `GET ${path}&limit=1&limit=2`,
    null,
    '400 VALIDATION_ERROR',
    { error: { message: expect.stringContaining('limit: is given twice') } },
  ],
])

/** addresses that take no other parameter than the specified ones */
const addresses = [
  '/content/posts',
  '/content/posts/findable',
  '/content/posts/findable/revisions',
  '/revisions/{revision}',
  '/media',
  '/media/{media}',
  '/schema',
  '/schema/collections',
  '/schema/collections/posts',
  '/schema/collections/posts/fields',
  '/plugins',
  '/search',
  '/search/suggest',
  '/search/stats',
  '/sections',
  '/sections/hero',
  '/settings',
  '/menus',
  '/menus/main',
  '/taxonomies',
  '/taxonomies/topics/terms',
  '/widget-areas',
  '/widget-areas/side',
  '/admin/users',
  '/admin/users/{editorId}',
  '/auth/me',
]

const strict: readonly Claim[] = addresses.map((address): Claim => [
  `${address} takes no unknown parameter`,
  `GET ${address}?colour=red`,
  null,
  '400 VALIDATION_ERROR',
  { error: { message: expect.stringContaining('colour') } },
])

/** parameters and their values, those that fit and those that do not */
const parameters: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['/content/posts', 'status', ['draft', 'published', 'scheduled'], ['trashed', 'Draft', '']],
  ['/content/posts', 'order', ['asc', 'desc'], ['up', '']],
  [
    '/content/posts',
    'orderBy',
    ['created_at', 'updated_at', 'createdAt', 'publishedAt', 'slug', 'status', 'title'],
    ['colour', '', 'data'],
  ],
  ['/content/posts', 'view', ['live', 'latest'], ['both']],
  ['/schema/collections/posts', 'includeFields', ['true', 'false'], ['yes', '1']],
  ['/schema', 'format', ['typescript', 'json'], ['xml']],
  ['/search', 'q=findable&status', ['published', 'draft', 'scheduled'], ['trashed']],
  ['/search', 'q=findable&collections', ['posts', 'posts,posts'], ['nothing', 'posts,nothing']],
  ['/search', 'q', ['findable', 'find*', '"findable"', '%22'], ['']],
  ['/search/suggest', 'q=find&limit', ['1', '20'], ['0', '21', 'x']],
  ['/admin/users', 'role', ['10', '20', '30', '40', '50'], ['35', 'editor', '-1']],
  ['/admin/users', 'search', ['person', 'nobody'], []],
  ['/media', 'mimeType', ['image', 'image/', 'image/png', 'text/'], []],
  ['/sections', 'search', ['hero', 'top'], []],
  ['/sections', 'source', ['theme', 'user'], []],
]

const values: readonly Claim[] = parameters.flatMap(([address, name, fitting, others]) => [
  ...fitting.map((value): Claim => [
    `${address}?${name}=${value}`,
    `GET ${address}?${name}=${value}`,
    null,
    '200',
  ]),
  ...others.map((value): Claim => [
    `${address} has no ${name} "${value}"`,
    `GET ${address}?${name}=${value}`,
    null,
    '400 VALIDATION_ERROR',
    { error: { details: { issues: [{ path: expect.stringContaining(name.split('&').at(-1) ?? '') }] } } },
  ]),
])

/** addresses whose last part cannot be read, or cannot name anything */
const unreadable: readonly Claim[] = [
  '/content/posts/',
  '/content/',
  '/revisions/',
  '/media/',
  '/media/file/',
  '/schema/collections/',
  '/plugins/',
  '/sections/',
  '/menus/',
  '/widget-areas/',
  '/admin/users/',
].flatMap((address) =>
  ['%00', '%ZZ', '%C3%28'].map((part): Claim => [
    `${address}${part} is not found`,
    `GET ${address}${part}`,
    null,
    '404 NOT_FOUND',
  ]),
)

const composed = 'caf\u00e9'
const decomposed = 'cafe\u0301'
const inAddress = encodeURIComponent(decomposed)

/** Slugs are the same in both forms of Unicode. */
const forms: readonly Claim[] = [
  [
    'an item is stored with a composed slug',
    'POST /content/posts',
    { slug: decomposed, data: { title: 'Coffee' }, terms: { topics: ['{up}'] } },
    '201',
    { data: { item: { slug: composed } } },
  ],
  ['which is taken in that form', 'POST /content/posts', { slug: composed, data: {} }, '409 DUPLICATE_SLUG'],
  ['it is found', `GET /content/posts/${inAddress}`, null, '200', { data: { item: { slug: composed } } }],
  [
    'over MCP too',
    'tool content_get',
    { collection: 'posts', id: decomposed },
    'done',
    { item: { slug: composed } },
  ],
  [
    'and by a filter',
    `GET /content/posts?where[slug]=${inAddress}`,
    null,
    '200',
    { data: { items: [{ slug: composed }] } },
  ],
  [
    'also among several',
    `GET /content/posts?where[slug][in]=x,${inAddress}`,
    null,
    '200',
    { data: { items: [{ slug: composed }] } },
  ],
  [
    'a term',
    'POST /taxonomies/topics/terms',
    { slug: decomposed, label: 'Coffee' },
    '201',
    { data: { item: { slug: composed } } },
    { coffee: 'data.item.id' },
  ],
  ['of an item', `PUT /content/posts/${inAddress}`, { terms: { topics: ['{coffee}'] } }, '200'],
  [
    'finds it by a filter',
    `GET /content/posts?where[terms.topics]=${inAddress}`,
    null,
    '200',
    { data: { items: [{ slug: composed }] } },
  ],
  ['and changes', `PUT /taxonomies/topics/terms/${inAddress}`, { label: 'Cup' }, '200'],
  ['and is deleted', `DELETE /taxonomies/topics/terms/${inAddress}`, null, '200'],
]

checkClaims(
  'shapes',
  { setUp, properties, pages, limits, strict, values, unreadable, forms },
  { beforeSql: ['pages', 'strict'] },
)
