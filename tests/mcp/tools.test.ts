import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { makeCollection, makeItem } from '../setup/content.ts'
import {
  callTool,
  expectFailed,
  expectRefused,
  type Outcome,
  outcomeOf,
  resultOf,
  send,
} from '../setup/mcp.ts'
import { prepareStory, tellStory } from '../setup/mcp-story.ts'
import { engines, startService, type TestService } from '../setup/service.ts'

interface Parameter {
  /** a list where null is taken too */
  type?: string | string[]
  enum?: string[]
  minimum?: number
  maximum?: number
}

interface Listed {
  name: string
  inputSchema: { properties: Record<string, Parameter>; required?: string[] }
}

/** tool → the scope that it takes */
const scopeOf = (name: string): string => {
  const reads =
    /(_list|_get|_compare|_translations|_list_trashed|_list_terms|_list_collections|_get_collection)$|^search$/
  const resource = name.startsWith('schema_') ? 'schema' : name.startsWith('media_') ? 'media' : 'content'
  return `${resource}:${reads.test(name) ? 'read' : 'write'}`
}

const hostile = [
  '',
  "'; DROP TABLE content_posts; --",
  '" OR 1=1 --',
  '../../../etc/passwd',
  '%00',
  '\0',
  '\ud800',
  '__proto__',
  'constructor',
  '{{7*7}}${7*7}<script>',
  '‮txet',
  'x'.repeat(20_000),
]
const megabyte = 'x'.repeat(1_000_000)

const deep = (): unknown => {
  let value: unknown = 'x'
  for (let depth = 0; depth < 1000; depth++) value = { a: value }
  return value
}

describe.each(engines)('every tool on %s', (engine) => {
  let service: TestService
  let tools: Listed[]

  beforeAll(async () => {
    service = await startService(engine)
    tools = (await send(service, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).body.result.tools
    await makeCollection(service, 'posts', {
      supports: ['drafts', 'revisions', 'search'],
      fields: [{ slug: 'title', type: 'string', searchable: true }],
    })
    await makeItem(service, 'posts', { state: 'published+draft', slug: 'first' })
  })
  afterAll(() => service.close())

  /** All that calls could have changed. */
  const everything = async (): Promise<string> => {
    const paths = [
      '/schema/collections/posts?includeFields=true',
      '/content/posts?limit=100',
      '/content/posts/trash',
      '/content/posts/first/revisions',
      '/schema/collections',
      '/media',
      '/taxonomies',
      '/menus',
    ]
    return JSON.stringify(
      await Promise.all(paths.map(async (path) => dataOf(await service.ask('GET', path)))),
    )
  }

  /** Arguments that fit the schema, so that only what is put into them can be wrong. */
  const plausible = ({ inputSchema: { required = [], properties } }: Listed): Record<string, unknown> =>
    Object.fromEntries(
      required.map((key) => {
        if (key === 'data') return [key, { title: 'x' }]
        if (key === 'collection') return [key, 'posts']
        return [
          key,
          properties[key]?.enum?.[0] ?? (key === 'scheduledAt' ? '2999-01-01T00:00:00Z' : 'nothing'),
        ]
      }),
    )

  const expectNamed = (outcome: Outcome, parameter: string): void => {
    expectFailed(outcome, 'VALIDATION_ERROR')
    expect(outcome).toMatchObject({
      text: expect.stringMatching(new RegExp(`\\n- ${parameter}(\\.\\S+)?: `)),
    })
  }

  it('does its work', async () => {
    const other = await startService(engine)
    try {
      const story = await prepareStory(other)
      const called = await tellStory(other, (name, args) => resultOf(other, name, args), story)
      expect([...called].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
    } finally {
      await other.close()
    }
  })

  it('names the scope that is missing, and only that', async () => {
    for (const tool of tools) {
      const scope = scopeOf(tool.name)
      const others = [
        'content:read',
        'content:write',
        'media:read',
        'media:write',
        'schema:read',
        'schema:write',
      ]
      const { token } = await service.person(
        50,
        others.filter((other) => other !== scope),
      )
      const outcome = await callTool(service, tool.name, plausible(tool), { token })
      expect(outcome, tool.name).toMatchObject({
        kind: 'refused',
        code: -32600,
        message: `Insufficient scope: requires ${scope}`,
        data: { requiredScope: scope },
      })
    }
  })

  it('refuses roles that do not reach, in the same form', async () => {
    const before = await everything()
    const author = await service.person(50, [
      'content:read',
      'content:write',
      'media:write',
      'schema:read',
      'schema:write',
    ])
    await service.services.database.transaction('write', (tx) =>
      tx.run('UPDATE users SET role = 30 WHERE id = ?', [author.userId]),
    )
    const { token } = author
    for (const [name, scope, requiredRole] of [
      ['schema_list_collections', 'schema:read', 40],
      ['schema_create_collection', 'schema:write', 50],
      ['content_permanent_delete', 'content:write', 50],
      ['taxonomy_create_term', 'content:write', 40],
    ] as const) {
      const tool = tools.find((candidate) => candidate.name === name) as Listed
      const refused = await callTool(service, name, plausible(tool), { token })
      expectRefused(refused, scope, `role ${requiredRole} needed, yours is 30`)
      expect(refused).toMatchObject({ data: { role: 30, requiredRole } })
    }
    const update = { collection: 'posts', id: 'first', data: { title: 'x' } }
    const outcome = await callTool(service, 'content_update', update, { token })
    expectRefused(outcome, 'content:write', 'only your own items')
    expect(outcome).toMatchObject({ data: { role: 30, requiredRole: 40 } })
    expect(await everything()).toBe(before)
  })

  it('names what is missing, what is too much, what is of another type and what is out of range', async () => {
    const before = await everything()
    for (const tool of tools) {
      const { properties, required = [] } = tool.inputSchema
      const valid = plausible(tool)
      for (const key of required) {
        const { [key]: _, ...rest } = valid
        const outcome = await callTool(service, tool.name, rest)
        expectNamed(outcome, key)
        expectFailed(outcome, `\n- ${key}: is required`)
      }
      expectNamed(await callTool(service, tool.name, { ...valid, sudo: true }), 'sudo')
      for (const [key, { type: types, enum: options, minimum, maximum }] of Object.entries(properties)) {
        const type = [types].flat()[0]
        const wrong: unknown[] =
          type === undefined ? [] : [type === 'string' ? 7 : 'seven', type === 'array' ? {} : []]
        if (options !== undefined) wrong.push('neither')
        if (minimum !== undefined) wrong.push(minimum - 1)
        if (maximum !== undefined) wrong.push(maximum + 1)
        for (const value of wrong) {
          const outcome = await callTool(service, tool.name, { ...valid, [key]: value })
          expectNamed(outcome, key)
        }
      }
    }
    expect(await everything()).toBe(before)
  })

  it('stays up whatever text it is given, and says nothing of what is inside', { tags: 'long' }, async () => {
    for (const tool of tools) {
      const { properties } = tool.inputSchema
      const valid = plausible(tool)
      const texts = Object.keys(properties).filter((key) => properties[key]?.type === 'string')
      for (const [index, key] of texts.entries()) {
        for (const value of index === 0 ? [...hostile, megabyte] : hostile) {
          const outcome = await callTool(service, tool.name, { ...valid, [key]: value })
          const text = outcome.kind === 'refused' ? outcome.message : outcome.text
          expect(outcome.kind, `${tool.name} ${key} ${value.slice(0, 50)}: ${text.slice(0, 500)}`).not.toBe(
            'refused',
          )
          expect(text.length).toBeLessThan(20_000)
          expect(text).not.toMatch(/sqlite|postgres|syntax error|node_modules|\.ts:|stack/i)
        }
      }
      expectFailed(
        await callTool(service, tool.name, JSON.parse(`{"__proto__":{"collection":"posts"}}`)),
        '__proto__',
      )
    }
    expect(dataOf(await service.ask('GET', '/content/posts/first')).item.slug).toBe('first')
  })

  it('stays up whatever data it is given', async () => {
    const before = await everything()
    const item = { collection: 'posts', id: 'first' }
    for (const data of [
      deep(),
      { title: deep() },
      { title: '\ud800' },
      { title: ['x'] },
      { more: 'x'.repeat(1_000_000) },
    ])
      expectFailed(await callTool(service, 'content_update', { ...item, data }), '- data')
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, 1]))
    const outcome = await callTool(service, 'content_update', { ...item, data: many })
    expectFailed(outcome, ' more')
    expect(JSON.stringify(outcome).length).toBeLessThan(20_000)
    expect(await everything()).toBe(before)
  })

  it('refuses keys that reach into prototypes wherever they stand, and does nothing', async () => {
    const before = await everything()
    const key = JSON.parse('{"__proto__":{"a":1}}')
    const field = { collection: 'posts', slug: 'more', label: 'More', type: 'string' }
    for (const [name, args, path] of [
      ['content_create', { collection: 'posts', data: key }, 'data.__proto__'],
      ['content_update', { collection: 'posts', id: 'first', data: key }, 'data.__proto__'],
      ['schema_create_field', { ...field, validation: key }, 'validation.__proto__'],
      ['schema_create_field', { ...field, options: key }, 'options.__proto__'],
      ['menu_list', key, '__proto__'],
    ] as const) {
      const outcome = await callTool(service, name, args)
      expectFailed(outcome, 'VALIDATION_ERROR', `\n- ${path}: is not a key that can be stored`)
      const params = { name, arguments: args, _meta: { trace: 1 } }
      const long = await send(service, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      expect(outcomeOf(long.body)).toEqual(outcome)
    }
    expect(await everything()).toBe(before)
  })

  it('a hundred calls on one item at once: each is done or refused with the reason, none is lost', async () => {
    const { id } = (await makeItem(service, 'posts', { slug: 'busy' })) as { id: string }
    const update = { collection: 'posts', id }
    const calls = Array.from({ length: 100 }, (_, index) =>
      callTool(service, 'content_update', { ...update, data: { title: `Change ${index}` } }),
    )
    const outcomes = await Promise.all(calls)
    const done = outcomes.filter(({ kind }) => kind === 'done').length
    for (const outcome of outcomes) if (outcome.kind !== 'done') expectFailed(outcome, 'CONFLICT')
    expect(done).toBeGreaterThan(0)
    const { total } = await resultOf(service, 'revision_list', { collection: 'posts', id, limit: 1 })
    expect(total).toBe(done + 1)

    const { _rev } = await resultOf(service, 'content_get', { collection: 'posts', id })
    const guarded = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        callTool(service, 'content_update', { ...update, _rev, data: { title: `Guarded ${index}` } }),
      ),
    )
    expect(guarded.filter(({ kind }) => kind === 'done')).toHaveLength(1)
    const refused = guarded.find(({ kind }) => kind === 'failed') as Outcome
    const now = await resultOf(service, 'content_get', { collection: 'posts', id })
    expectFailed(refused, 'CONFLICT', `"${now._rev}"`)
  })
})
