import { takesChangeSet } from '@octavo/contract/controls'
import { operationList } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from '../setup/service.ts'
import { modernMeta, modernRevision, send } from '../setup/mcp.ts'

interface JsonSchema {
  type: string
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  additionalProperties?: unknown
}

interface Listed {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  annotations: object
  outputSchema?: { type: string; required?: string[] }
}

type Flag = 'reads' | 'writes' | 'destroys'

/** tool, flag, parameters (`!`: required), and words in their descriptions */
const page = { limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 } }
const specified: readonly [
  name: string,
  flag: Flag,
  parameters: string,
  said?: Record<string, Record<string, unknown>>,
][] = [
  [
    'content_list',
    'reads',
    'collection! ids status where include limit cursor orderBy order locale count',
    {
      ...page,
      status: { enum: ['draft', 'published', 'scheduled'] },
      order: { enum: ['asc', 'desc'], default: 'desc' },
    },
  ],
  ['content_get', 'reads', 'collection! id! locale'],
  [
    'content_create',
    'writes',
    'collection! data! slug status locale translationOf',
    { data: { type: 'object' }, status: { enum: ['draft', 'published'], default: 'draft' } },
  ],
  [
    'content_update',
    'writes',
    'collection! id! data slug status _rev',
    { data: { type: 'object' }, status: { enum: ['draft', 'published'] } },
  ],
  ['content_delete', 'destroys', 'collection! id!'],
  ['content_restore', 'writes', 'collection! id!'],
  ['content_permanent_delete', 'destroys', 'collection! id!'],
  ['content_publish', 'writes', 'collection! id!'],
  ['content_unpublish', 'writes', 'collection! id!'],
  ['content_schedule', 'writes', 'collection! id! scheduledAt!'],
  ['content_compare', 'reads', 'collection! id!'],
  ['content_discard_draft', 'destroys', 'collection! id!'],
  ['content_list_trashed', 'reads', 'collection! limit cursor', page],
  ['content_duplicate', 'writes', 'collection! id!'],
  ['content_translations', 'reads', 'collection! id!'],
  ['schema_list_collections', 'reads', ''],
  ['schema_get_collection', 'reads', 'slug!'],
  [
    'schema_create_collection',
    'writes',
    'slug! label! labelSingular description icon supports',
    {
      slug: { pattern: '^[a-z][a-z0-9_]*$' },
      supports: {
        items: { type: 'string', enum: ['drafts', 'revisions', 'preview', 'scheduling', 'search'] },
        default: ['drafts', 'revisions'],
      },
    },
  ],
  ['schema_delete_collection', 'destroys', 'slug! force', { force: { type: 'boolean' } }],
  [
    'schema_create_field',
    'writes',
    'collection! slug! label! type! required unique defaultValue validation options searchable translatable filterable',
    { translatable: { default: true }, required: { default: false }, unique: { default: false } },
  ],
  ['schema_delete_field', 'destroys', 'collection! fieldSlug!'],
  ['media_list', 'reads', 'mimeType limit cursor', page],
  ['media_get', 'reads', 'id!'],
  ['media_update', 'writes', 'id! alt caption width height'],
  ['media_delete', 'destroys', 'id!'],
  [
    'search',
    'reads',
    'query! collections status locale limit',
    {
      collections: { type: 'array', items: { type: 'string' } },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
    },
  ],
  ['taxonomy_list', 'reads', ''],
  ['taxonomy_list_terms', 'reads', 'taxonomy! locale limit cursor', page],
  ['taxonomy_create_term', 'writes', 'taxonomy! slug! label! parentId description locale'],
  ['menu_list', 'reads', 'locale'],
  ['menu_get', 'reads', 'name! locale'],
  [
    'revision_list',
    'reads',
    'collection! id! limit',
    { limit: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
  ],
  ['revision_restore', 'writes', 'revisionId!'],
]

/** further optional parameters */
const extras = [
  'fallback',
  'urlPattern',
  'publicRead',
  'singleton',
  'filename',
  'folder',
  'tag',
  'tags',
  'unused',
  'fields',
  'format',
  'cursor',
  '_rev',
  'expectChanged',
  'publishedAt',
  'unpublishAt',
  'incomplete',
  'terms',
  'include',
  'focalPoint',
  'outline',
  'section',
  'idempotencyKey',
  'confirm',
  'dryRun',
]

const openWorldHint = false
const hints: Record<Flag, object> = {
  reads: { readOnlyHint: true, openWorldHint },
  writes: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint },
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint },
}

/** Tools that make something new with each call. */
const makers = [
  'content_create',
  'content_duplicate',
  'schema_create_collection',
  'schema_create_field',
  'taxonomy_create_term',
  'revision_restore',
]

describe('the list of tools', () => {
  let service: TestService
  let tools: Listed[]
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const structured = ['2025-06-18', '2025-11-25'].map((revision) => ({ 'mcp-protocol-version': revision }))

  beforeAll(async () => {
    service = await startService('sqlite')
    tools = (await send(service, list)).body.result.tools
  })
  afterAll(() => service.close())

  it('has exactly these 33 tools', () => {
    expect(tools.map(({ name }) => name).toSorted()).toEqual(specified.map(([name]) => name).toSorted())
    expect(tools).toHaveLength(33)
  })

  it.each(specified)('%s', (name, flag, parameters, said = {}) => {
    const tool = tools.find((candidate) => candidate.name === name) as Listed
    const names = parameters.split(' ').filter((parameter) => parameter !== '')
    const { properties, required = [], ...schema } = tool.inputSchema
    expect(schema).toEqual({ type: 'object', additionalProperties: false })
    const own = Object.keys(properties).filter((key) => !extras.includes(key) || names.includes(key))
    expect(own).toEqual(names.map((parameter) => parameter.replace('!', '')))
    expect(required).toEqual(names.filter((key) => key.endsWith('!')).map((key) => key.slice(0, -1)))
    for (const [key, facts] of Object.entries(said)) expect(properties[key]).toMatchObject(facts)
    expect(tool.annotations).toEqual({
      ...hints[flag],
      ...(makers.includes(name) && { idempotentHint: false }),
    })
    for (const [key, { description }] of Object.entries(properties)) expect(description, key).toBeTruthy()
    expect(tool.description.length).toBeGreaterThan(40)
    expect(tool.title.length).toBeGreaterThan(5)
    const isForGood = [
      'content_permanent_delete',
      'schema_delete_collection',
      'schema_delete_field',
      'media_delete',
    ]
    expect(tool.description.includes('CANNOT BE UNDONE')).toBe(isForGood.includes(name))
  })

  it('is small', async () => {
    expect((await send(service, list)).bytes.length).toBeLessThan(32_000)
    for (const headers of structured)
      expect((await send(service, list, { headers })).bytes.length).toBeLessThan(32_000)
    const newest = { ...list, params: { _meta: modernMeta } }
    const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/list' }
    expect((await send(service, newest, { headers })).bytes.length).toBeLessThan(32_000)
  })

  it('has output schemas for clients whose revision knows them, and else none', async () => {
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([])
    for (const headers of structured) {
      const described = (await send(service, list, { headers })).body.result.tools as Listed[]
      expect(described).toMatchObject(tools)
      expect(described.map(({ outputSchema }) => outputSchema?.type)).toEqual(tools.map(() => 'object'))
      const required = described.map(({ name, outputSchema }) => [name, outputSchema?.required])
      expect(Object.fromEntries(required)).toMatchObject({
        content_list: ['items'],
        content_update: ['item', '_rev'],
        search: ['results'],
      })
    }
    const old = { 'mcp-protocol-version': '2025-03-26' }
    expect((await send(service, list, { headers: old })).body.result.tools).toEqual(tools)
  })

  it('is the same for everybody, whatever they may', async () => {
    const { token } = await service.person(10, ['media:read'])
    expect((await send(service, list, { token })).body.result.tools).toEqual(tools)
  })

  describe('with permitted=true, it has what the caller may call', () => {
    const names = async (role: number, scopes: string[], limits = {}): Promise<string[]> => {
      const { token } = await service.person(role, scopes, 'latest', limits)
      const headers = { accept: 'application/json, text/event-stream' }
      const answer = await service.ask('POST', '/mcp?permitted=true', { token, body: list, headers })
      return answer.body.result.tools.map(({ name }: Listed) => name)
    }
    const named = (flags: readonly Flag[], pattern: RegExp): string[] =>
      specified.filter(([name, flag]) => flags.includes(flag) && pattern.test(name)).map(([name]) => name)
    const sorted = (all: string[]): string[] => all.toSorted()

    it('by role and scopes', async () => {
      expect(await names(10, ['media:read'])).toEqual(['media_list', 'media_get'])
      expect(sorted(await names(50, ['admin']))).toEqual(sorted(tools.map(({ name }) => name)))
      const read = named(['reads'], /^(content|revision|search|taxonomy|menu)/)
      expect(sorted(await names(40, ['content:read']))).toEqual(sorted(read))
      expect(await names(10, ['content:read'])).not.toContain('content_list_trashed')
    })

    it('by the limits of the token', async () => {
      const staged = operationList.filter(
        (operation) => operation.effect === 'write' && takesChangeSet(operation),
      )
      const writing = tools
        .map(({ name }) => name)
        .filter((name) => staged.some(({ mcp }) => mcp?.tool === name))
      expect(writing).toContain('content_publish')
      const limited = await names(50, ['admin'], { changeSetsOnly: true })
      const isOfSets = (name: string): boolean => name.startsWith('change_set_')
      expect(limited.filter(isOfSets)).toContain('change_set_create')
      expect(sorted(limited.filter((name) => !isOfSets(name)))).toEqual(
        sorted([...named(['reads'], /./), ...writing]),
      )
      const keeper = await names(50, ['admin'], { canDelete: false })
      for (const name of [
        'content_delete',
        'content_permanent_delete',
        'media_delete',
        'schema_delete_field',
      ])
        expect(keeper).not.toContain(name)
      expect(keeper).toContain('content_update')
    })

    it('in the newer revision, for no time', async () => {
      const headers = {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': modernRevision,
        'mcp-method': 'tools/list',
      }
      const body = { ...list, params: { _meta: modernMeta } }
      const { token } = await service.person(10, ['media:read'])
      const answer = await service.ask('POST', '/mcp?permitted=true', { token, body, headers })
      expect(answer.body.result).toMatchObject({ tools: [{ name: 'media_list' }, {}], ttlMs: 0 })
      const traced = { ...list, params: { _meta: { ...modernMeta, trace: 1 } } }
      const long = await service.ask('POST', '/mcp?permitted=true', { token, body: traced, headers })
      expect(long.text).toBe(answer.text)
    })
  })

  it('is the same in the newer revision', async () => {
    const headers = { 'mcp-protocol-version': modernRevision, 'mcp-method': 'tools/list' }
    const answer = await send(service, { ...list, params: { _meta: modernMeta } }, { headers })
    expect(answer.body.result).toMatchObject({ tools, resultType: 'complete', ttlMs: 3_600_000 })
  })
})
