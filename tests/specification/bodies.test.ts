import { expect } from 'vitest'
import { checkClaims, type Claim } from '../setup/claims.ts'
import type { Any } from '../setup/json.ts'

/**
 * What bodies hold: each specified property of each request, whether it is required, and its type. A body with
 * anything unknown, with a property of another type, or without a required one is refused, and the answer says where.
 */
const bodies: Readonly<Record<string, string>> = {
  'POST /content/posts': 'data object, slug string, status string, locale string, translationOf string',
  'PUT /content/posts/first': 'data object, slug string, status string, locale string, _rev string',
  'POST /content/posts/first/terms/topics': 'termIds! array',
  'POST /media':
    'filename! string, mimeType! string, size integer, width integer, height integer, storageKey! string',
  'PUT /media/{media}': 'alt string, caption string',
  'POST /schema/collections':
    'slug! string, label! string, labelSingular string, description string, icon string, supports array',
  'PATCH /schema/collections/posts':
    'label string, labelSingular string, description string, icon string, supports array',
  'POST /schema/collections/posts/fields':
    'slug! string, label! string, type! string, required boolean, unique boolean, validation object, widget string, options object, sortOrder number, searchable boolean, translatable boolean',
  'PATCH /schema/collections/posts/fields/title':
    'label string, required boolean, unique boolean, validation object, widget string, options object, sortOrder number, searchable boolean, translatable boolean',
  'POST /schema/collections/posts/fields/reorder': 'fieldSlugs! array',
  'POST /search/rebuild': 'collections array',
  'POST /sections': 'slug string, title! string, keywords array, content array',
  'PUT /sections/hero': 'slug string, title string, keywords array, content array',
  'POST /settings': 'siteTitle string, tagline string, postsPerPage integer',
  'POST /menus': 'name! string, label! string',
  'PUT /menus/main': 'label string',
  'POST /menus/main/items':
    'type! string, referenceCollection string, referenceId string, label! string, parentId string, sortOrder integer',
  'POST /menus/main/reorder': 'items! array',
  'POST /taxonomies':
    'name! string, label! string, labelSingular string, hierarchical boolean, collections array',
  'POST /taxonomies/topics/terms': 'slug string, label! string, parentId string, description string',
  'PUT /taxonomies/topics/terms/up': 'slug string, label string, parentId string, description string',
  'POST /widget-areas': 'name! string, label! string, description string',
  'POST /widget-areas/side/widgets': 'type! string, title string, content array',
  'PUT /widget-areas/side/widgets/{widget}': 'type string, title string, content array',
  'POST /widget-areas/side/reorder': 'widgetIds! array',
  'PATCH /admin/users/{editorId}': 'name string, role integer',
  'session POST /auth/invite': 'email! string, role integer',
  'nobody POST /auth/magic-link/send': 'email! string',
  'nobody POST /auth/passkey/verify': 'id! string, rawId! string, response! object, type! string',
  'POST /import/external/execute': 'analysisId! string, options object',
}

const setUp: readonly Claim[] = [
  [
    'a collection',
    'POST /schema/collections',
    { slug: 'posts', label: 'Posts', supports: ['drafts', 'revisions', 'search'] },
    '201',
  ],
  [
    'with a field',
    'POST /schema/collections/posts/fields',
    { slug: 'title', label: 'Title', type: 'string' },
    '201',
  ],
  ['an item', 'POST /content/posts', { data: { title: 'First' } }, '201'],
  [
    'a record',
    'POST /media',
    { filename: 'a', mimeType: 'a/b', storageKey: 'a' },
    '201',
    null,
    { media: 'data.item.id' },
  ],
  ['a section', 'POST /sections', { slug: 'hero', title: 'Hero' }, '201'],
  ['a menu', 'POST /menus', { name: 'main', label: 'Main' }, '201'],
  [
    'a taxonomy',
    'POST /taxonomies',
    { name: 'topics', label: 'Topics', hierarchical: true, collections: ['posts'] },
    '201',
  ],
  ['a term', 'POST /taxonomies/topics/terms', { slug: 'up', label: 'Up' }, '201'],
  ['an area', 'POST /widget-areas', { name: 'side', label: 'Side' }, '201'],
  [
    'a widget',
    'POST /widget-areas/side/widgets',
    { type: 'content', title: 'x', content: [] },
    '201',
    null,
    { widget: 'data.item.id' },
  ],
]

const wrongValues: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, { a: 1 }],
  integer: ['7', 1.5],
  number: ['7', []],
  boolean: ['true', 'yes'],
  object: ['{}', ['x']],
  array: ['x', { a: 1 }],
}

interface Property {
  readonly request: string
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
}

const every: readonly Property[] = Object.entries(bodies).flatMap(([request, text]) =>
  text.split(', ').map((part) => {
    const [name = '', type = ''] = part.split(' ')
    return { request, name: name.replace('!', ''), isRequired: name.endsWith('!'), type }
  }),
)

const paths = (body: Any): string[] => body.error.details.issues.map(({ path }: { path: string }) => path)

const beginsWith = (name: string) => (path: string) => path === name || path.startsWith(`${name}.`)

const typed: readonly Claim[] = every.flatMap(({ request, name, type }) =>
  (wrongValues[type] ?? []).map((value): Claim => [
    `${request} takes no ${name} ${JSON.stringify(value)}: it is of type ${type}`,
    request,
    { [name]: value },
    '400 VALIDATION_ERROR',
    (body) => expect(paths(body).filter(beginsWith(name))).not.toEqual([]),
  ]),
)

const required: readonly Claim[] = every
  .filter(({ isRequired }) => isRequired)
  .map(({ request, name }): Claim => [
    `${request} requires ${name}`,
    request,
    {},
    '400 VALIDATION_ERROR',
    (body) => expect(paths(body)).toContain(name),
  ])

const optional: readonly Claim[] = every
  .filter(
    ({ request, isRequired }) =>
      !isRequired && every.some((one) => one.request === request && one.isRequired),
  )
  .map(({ request, name }): Claim => [
    `${request} does not require ${name}`,
    request,
    {},
    '400 VALIDATION_ERROR',
    (body) => expect(paths(body)).not.toContain(name),
  ])

const strict: readonly Claim[] = Object.keys(bodies).map((request): Claim => [
  `${request} takes nothing unknown`,
  request,
  { colour: 'red' },
  '400 VALIDATION_ERROR',
  (body) => expect(paths(body)).toContain('colour'),
])

/** bodies that are no JSON, or no object */
const broken = [
  ['takes JSON', '{"a":'],
  ['takes an object', '[]'],
] as const

const json: readonly Claim[] = Object.keys(bodies).flatMap((request) =>
  request.includes(' POST /auth') ? [] : brokenOf(request),
)

function brokenOf(request: string): Claim[] {
  return broken.map(([claim, text]) => [
    `${request} ${claim}`,
    request,
    Buffer.from(text),
    '400 VALIDATION_ERROR',
  ])
}

checkClaims(
  'bodies',
  { setUp, typed, required, optional, strict, json },
  { beforeSql: ['typed', 'required', 'optional', 'strict', 'json'] },
)
