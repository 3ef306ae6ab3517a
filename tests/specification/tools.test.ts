import { expect } from 'vitest'
import { checkClaims, type Claim, type people } from '../setup/claims.ts'

/** What a tool is specified to take and to need. Parameters: `name! type`, required with the mark. */
interface Tool {
  readonly scope: string
  /** the role that the tool needs at least, whatever is done with it; 10 is every user */
  readonly role: 10 | 20 | 30 | 40 | 50
  readonly flag?: 'reads' | 'destroys'
  readonly takes: string
}

const item = 'collection! string, id! string'
const page = 'limit integer, cursor string'

const tools: Readonly<Record<string, Tool>> = {
  content_list: {
    scope: 'content:read',
    role: 10,
    flag: 'reads',
    takes: `collection! string, status string, ${page}, orderBy string, order string, locale string`,
  },
  content_get: { scope: 'content:read', role: 10, flag: 'reads', takes: `${item}, locale string` },
  content_create: {
    scope: 'content:write',
    role: 20,
    takes:
      'collection! string, data! object, slug string, status string, locale string, translationOf string',
  },
  content_update: {
    scope: 'content:write',
    role: 20,
    takes: `${item}, data object, slug string, status string, _rev string`,
  },
  content_delete: { scope: 'content:write', role: 20, flag: 'destroys', takes: item },
  content_restore: { scope: 'content:write', role: 20, takes: item },
  content_permanent_delete: { scope: 'content:write', role: 50, flag: 'destroys', takes: item },
  content_publish: { scope: 'content:write', role: 30, takes: item },
  content_unpublish: { scope: 'content:write', role: 30, takes: item },
  content_schedule: { scope: 'content:write', role: 30, takes: `${item}, scheduledAt! string` },
  content_compare: { scope: 'content:read', role: 20, flag: 'reads', takes: item },
  content_discard_draft: { scope: 'content:write', role: 20, flag: 'destroys', takes: item },
  content_list_trashed: {
    scope: 'content:read',
    role: 20,
    flag: 'reads',
    takes: `collection! string, ${page}`,
  },
  content_duplicate: { scope: 'content:write', role: 20, takes: item },
  content_translations: { scope: 'content:read', role: 10, flag: 'reads', takes: item },
  schema_list_collections: { scope: 'schema:read', role: 40, flag: 'reads', takes: '' },
  schema_get_collection: { scope: 'schema:read', role: 40, flag: 'reads', takes: 'slug! string' },
  schema_create_collection: {
    scope: 'schema:write',
    role: 50,
    takes:
      'slug! string, label! string, labelSingular string, description string, icon string, supports array',
  },
  schema_delete_collection: {
    scope: 'schema:write',
    role: 50,
    flag: 'destroys',
    takes: 'slug! string, force boolean',
  },
  schema_create_field: {
    scope: 'schema:write',
    role: 50,
    takes:
      'collection! string, slug! string, label! string, type! string, required boolean, unique boolean, defaultValue any, validation object, options object, searchable boolean, translatable boolean',
  },
  schema_delete_field: {
    scope: 'schema:write',
    role: 50,
    flag: 'destroys',
    takes: 'collection! string, fieldSlug! string',
  },
  media_list: { scope: 'media:read', role: 10, flag: 'reads', takes: `mimeType string, ${page}` },
  media_get: { scope: 'media:read', role: 10, flag: 'reads', takes: 'id! string' },
  media_update: {
    scope: 'media:write',
    role: 30,
    takes: 'id! string, alt string, caption string, width integer, height integer',
  },
  media_delete: { scope: 'media:write', role: 30, flag: 'destroys', takes: 'id! string' },
  search: {
    scope: 'content:read',
    role: 10,
    flag: 'reads',
    takes: 'query! string, collections array, locale string, limit integer',
  },
  taxonomy_list: { scope: 'content:read', role: 10, flag: 'reads', takes: '' },
  taxonomy_list_terms: {
    scope: 'content:read',
    role: 10,
    flag: 'reads',
    takes: `taxonomy! string, ${page}`,
  },
  taxonomy_create_term: {
    scope: 'content:write',
    role: 40,
    takes: 'taxonomy! string, slug! string, label! string, parentId string, description string',
  },
  menu_list: { scope: 'content:read', role: 10, flag: 'reads', takes: '' },
  menu_get: { scope: 'content:read', role: 10, flag: 'reads', takes: 'name! string' },
  revision_list: { scope: 'content:read', role: 10, flag: 'reads', takes: `${item}, limit integer` },
  revision_restore: { scope: 'content:write', role: 20, takes: 'revisionId! string' },
}

interface Parameter {
  readonly name: string
  readonly isRequired: boolean
  readonly type: string
}

function parametersOf({ takes }: Tool): Parameter[] {
  return takes
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', type = ''] = part.split(' ')
      return { name: name.replace('!', ''), isRequired: name.endsWith('!'), type }
    })
}

/** a value of each type, and one of another type */
const values: Readonly<Record<string, readonly [fits: unknown, fits_not: unknown]>> = {
  string: ['x', 7],
  integer: [1, 'one'],
  boolean: [true, 'yes'],
  object: [{}, 'x'],
  array: [['x'], 7],
}

function argumentsOf(tool: Tool): Record<string, unknown> {
  const required = parametersOf(tool).filter(({ isRequired }) => isRequired)
  return Object.fromEntries(required.map(({ name, type }) => [name, values[type]?.[0]]))
}

const every = Object.entries(tools)

interface Described {
  readonly type?: string | readonly string[]
  /** where it can be emptied too */
  readonly anyOf?: readonly { readonly type?: string }[]
}

interface Listed {
  readonly name: string
  readonly description: string
  readonly annotations?: Record<string, unknown>
  readonly inputSchema: { properties: Record<string, Described>; required?: string[] }
}

const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** A claim about what the list of tools says of one of them. */
function ofListed(claim: string, name: string, check: (tool: Listed) => void): Claim {
  return [
    claim,
    'POST /mcp',
    listing,
    '200',
    ({ result }) => check(result.tools.find((tool: Listed) => tool.name === name) as Listed),
  ]
}

const listed: readonly Claim[] = [
  [
    'there are 33 tools',
    'POST /mcp',
    listing,
    '200',
    ({ result }) =>
      expect(result.tools.map(({ name }: Listed) => name).toSorted()).toEqual(Object.keys(tools).toSorted()),
  ],
  ...every.map(([name, { flag }]) =>
    ofListed(`${name} ${flag ?? 'writes'}`, name, ({ annotations = {}, description }) => {
      expect(description).not.toBe('')
      expect([annotations['readOnlyHint'] === true, annotations['destructiveHint'] === true]).toEqual([
        flag === 'reads',
        flag === 'destroys',
      ])
    }),
  ),
  ...every.flatMap(([name, tool]) =>
    parametersOf(tool).map((parameter) =>
      ofListed(
        `${name} takes ${parameter.name}${parameter.isRequired ? ', which is required' : ''}`,
        name,
        ({ inputSchema: { properties, required = [] } }) => {
          expect(required.includes(parameter.name)).toBe(parameter.isRequired)
          expect(properties).toHaveProperty(parameter.name)
          const { type, anyOf = [{ type }] } = properties[parameter.name] as Described
          // What may be null has its types in a list.
          if (parameter.type !== 'any') expect(anyOf.flatMap((one) => one.type)).toContain(parameter.type)
        },
      ),
    ),
  ),
]

const needed: readonly Claim[] = every.flatMap(([name, tool]) =>
  parametersOf(tool)
    .filter(({ isRequired }) => isRequired)
    .map(({ name: missing }): Claim => {
      const { [missing]: _, ...others } = argumentsOf(tool)
      return [
        `${name} without ${missing} fails`,
        `tool ${name}`,
        others,
        'failed VALIDATION_ERROR',
        ({ text }) => expect(text).toContain(missing),
      ]
    }),
)

const typed: readonly Claim[] = every.flatMap(([name, tool]) =>
  parametersOf(tool)
    .filter(({ type }) => type !== 'any')
    .map(({ name: wrong, type }): Claim => [
      `${name} takes no ${wrong} of another type than ${type}`,
      `tool ${name}`,
      { ...argumentsOf(tool), [wrong]: values[type]?.[1] },
      'failed VALIDATION_ERROR',
      ({ text }) => expect(text).toContain(wrong),
    ]),
)

const strict: readonly Claim[] = every.map(([name, tool]): Claim => [
  `${name} takes nothing unknown`,
  `tool ${name}`,
  { ...argumentsOf(tool), colour: 'red' },
  'failed VALIDATION_ERROR',
  ({ text }) => expect(text).toContain('colour'),
])

/** who has no scope of this kind, and the next role below one */
const without = (scope: string): string => (scope.startsWith('content') ? 'filer' : 'writer')
const below: Readonly<Record<number, keyof typeof people>> = {
  20: 'subscriber',
  30: 'contributor',
  40: 'author',
  50: 'editor',
}
const roleOf = { subscriber: 10, contributor: 20, author: 30, editor: 40 } as const

const scopes: readonly Claim[] = every.map(([name, tool]): Claim => [
  `${name} needs the scope ${tool.scope}`,
  `${without(tool.scope)} tool ${name}`,
  argumentsOf(tool),
  `refused ${tool.scope}`,
  { data: { requiredScope: tool.scope } },
])

const roles: readonly Claim[] = every
  .filter(([, { role }]) => role > 10)
  .map(([name, tool]): Claim => {
    const person = below[tool.role] as keyof typeof roleOf
    return [
      `${name} needs the role ${tool.role}`,
      `${person} tool ${name}`,
      argumentsOf(tool),
      `refused ${tool.scope} (role ${tool.role} needed, yours is ${roleOf[person]})`,
      { data: { requiredScope: tool.scope, requiredRole: tool.role } },
    ]
  })

const unknownCollection: readonly Claim[] = every
  .filter(([, { takes }]) => takes.startsWith('collection!') || takes.startsWith('slug! string, force'))
  .map(([name, tool]): Claim => {
    const later = { scheduledAt: '{soon}', type: 'string' }
    const args = argumentsOf(tool)
    const known = Object.keys(args).filter((key) => Object.hasOwn(later, key))
    return [
      `${name} fails for an unknown collection, and the text says so`,
      `tool ${name}`,
      { ...args, ...Object.fromEntries(known.map((key) => [key, later[key as keyof typeof later]])) },
      'failed NOT_FOUND',
      ({ text }) => expect(text).toContain('collection'),
    ]
  })

/** tool, its least and largest limit, and its arguments */
const pages: readonly (readonly [string, number, object])[] = [
  ['content_list', 100, { collection: 'posts' }],
  ['content_list_trashed', 100, { collection: 'posts' }],
  ['media_list', 100, {}],
  ['taxonomy_list_terms', 100, { taxonomy: 'tags' }],
  ['search', 50, { query: 'word' }],
  ['revision_list', 50, { collection: 'posts', id: 'first' }],
]

const ranges: readonly Claim[] = [
  [
    'a collection',
    'tool schema_create_collection',
    { slug: 'posts', label: 'Posts', supports: ['drafts', 'revisions', 'search'] },
    'done',
  ],
  [
    'with a field',
    'tool schema_create_field',
    { collection: 'posts', slug: 'title', label: 'Title', type: 'string', searchable: true },
    'done',
  ],
  ['an item', 'tool content_create', { collection: 'posts', data: { title: 'First' } }, 'done'],
  ['and a taxonomy', 'POST /taxonomies', { name: 'tags', label: 'Tags', collections: ['posts'] }, '201'],
  ...pages.flatMap(([name, most, args]) => [
    ...[1, 2, most].map((limit): Claim => [
      `${name} takes the limit ${limit}`,
      `tool ${name}`,
      { ...args, limit },
      'done',
    ]),
    ...[0, -1, 1.5, most + 1].map((limit): Claim => [
      `${name} takes no limit ${limit}`,
      `tool ${name}`,
      { ...args, limit },
      'failed VALIDATION_ERROR',
      ({ text }) => expect(text).toContain('limit'),
    ]),
    ofListed(`${name} has its limits in its description for programs`, name, ({ inputSchema }) =>
      expect(inputSchema.properties['limit']).toMatchObject({ minimum: 1, maximum: most }),
    ),
  ]),
  ...pages
    .filter(([name]) => name !== 'search' && name !== 'revision_list')
    .map(([name, , args]): Claim => [
      `${name} takes no cursor that is none`,
      `tool ${name}`,
      { ...args, cursor: 'abc' },
      'failed VALIDATION_ERROR',
      ({ text }) => expect(text).toContain('cursor'),
    ]),
]

/** tool, parameter, and what its schema says of it */
const schemas: readonly (readonly [string, string, object])[] = [
  ['content_list', 'limit', { default: 50 }],
  ['content_list', 'order', { default: 'desc', enum: ['asc', 'desc'] }],
  ['content_list', 'status', { enum: ['draft', 'published', 'scheduled'] }],
  ['content_list_trashed', 'limit', { default: 50 }],
  ['content_create', 'status', { default: 'draft', enum: ['draft', 'published'] }],
  ['content_update', 'status', { enum: ['draft', 'published'] }],
  ['media_list', 'limit', { default: 50 }],
  ['taxonomy_list_terms', 'limit', { default: 50 }],
  ['search', 'limit', { default: 20 }],
  ['search', 'status', { default: 'published', enum: ['draft', 'published', 'scheduled'] }],
  ['search', 'collections', { items: { type: 'string' } }],
  ['revision_list', 'limit', { default: 20 }],
  ['schema_create_collection', 'slug', { pattern: '^[a-z][a-z0-9_]*$' }],
  [
    'schema_create_collection',
    'supports',
    {
      default: ['drafts', 'revisions'],
      items: { type: 'string', enum: ['drafts', 'revisions', 'preview', 'scheduling', 'search'] },
    },
  ],
  ['schema_create_field', 'slug', { pattern: '^[a-z][a-z0-9_]*$' }],
  ['schema_create_field', 'required', { default: false }],
  ['schema_create_field', 'unique', { default: false }],
  ['schema_create_field', 'translatable', { default: true }],
  [
    'schema_create_field',
    'type',
    {
      enum: [
        'string',
        'text',
        'number',
        'integer',
        'boolean',
        'datetime',
        'select',
        'multiSelect',
        'portableText',
        'image',
        'file',
        'reference',
        'json',
        'slug',
      ],
    },
  ],
]

const described: readonly Claim[] = schemas.map(([name, parameter, schema]) =>
  ofListed(`${name} says of ${parameter}: ${JSON.stringify(schema)}`, name, ({ inputSchema }) =>
    expect(inputSchema.properties[parameter]).toMatchObject(schema),
  ),
)

checkClaims(
  'tools',
  { listed, described, needed, typed, strict, scopes, roles, unknownCollection, ranges },
  { beforeSql: ['described', 'needed', 'typed', 'strict', 'scopes', 'roles'] },
)
