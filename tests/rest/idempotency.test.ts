import { operations } from '@octavo/contract/operations/registry'
import type { Operation } from '@octavo/contract/define'
import { limits } from '@octavo/contract/limits'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import { type Cluster, type Node, startCluster } from '../setup/cluster.ts'
import { makeCollection } from '../setup/content.ts'
import { callTool, expectFailed, resultOf } from '../setup/mcp.ts'
import { make } from '../setup/site.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'

const all: readonly Operation[] = Object.values(operations).flatMap((resource) => Object.values(resource))

it('no answer that is kept has a secret in it', () => {
  const keyed = all.filter(({ takesIdempotencyKey }) => takesIdempotencyKey === true)
  expect(keyed.length).toBeGreaterThan(5)
  for (const { name, output, effect } of keyed) {
    expect(Object.keys((output as { shape?: object }).shape ?? {}), name).not.toContain('secret')
    expect(Object.keys((output as { shape?: object }).shape ?? {}), name).not.toContain('token')
    expect(['write', 'schema'], name).toContain(effect)
  }
})

describe.each(engines)('calls with an idempotency key on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    const fields = [
      { slug: 'title', type: 'string' },
      { slug: 'body', type: 'text' },
    ]
    await makeCollection(service, 'posts', { supports: ['drafts'], fields })
    await make(service, '/taxonomies', { name: 'topics', label: 'Topics', collections: ['posts'] })
  })
  afterAll(() => service.close())

  const post = (path: string, body: object, key: string, token = service.token): Promise<Answer> =>
    service.ask('POST', path, { body, token, headers: { 'idempotency-key': key } })
  const count = async (): Promise<number> =>
    dataOf(await service.ask('GET', '/content/posts?count=true')).total as number

  async function ownToken(rights: object): Promise<string> {
    const { email } = dataOf(await service.ask('GET', '/auth/me')).item
    const input = { email, name: 'own', scopes: ['content:read', 'content:write'], ...rights }
    const { create } = operations.tokens
    return (
      (await invoke(service.services, { operation: create, caller: serviceCaller('cli'), input })) as {
        token: string
      }
    ).token
  }

  it('are done once, and answered alike', async () => {
    const before = await count()
    const first = await post('/content/posts', { data: { title: 'Once' } }, 'k-1')
    const second = await post('/content/posts', { data: { title: 'Once' } }, 'k-1')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    expect(await count()).toBe(before + 1)
    const other = await post('/content/posts', { data: { title: 'Once' } }, 'k-2')
    expect(dataOf(other, 201).item.id).not.toBe(dataOf(first, 201).item.id)
  })

  it('with another input are refused', async () => {
    dataOf(await post('/content/posts', { data: { title: 'A' } }, 'k-input'), 201)
    const answer = await post('/content/posts', { data: { title: 'B' } }, 'k-input')
    expectFailure(answer, '409 CONFLICT', 'idempotency key')
    expect(answer.body.error.details.reason).toBe('idempotencyKeyUsed')
  })

  it('that failed are done when they are sent again', async () => {
    await makeCollection(service, 'late', {
      supports: [],
      fields: [{ slug: 'title', type: 'string', unique: true }],
    })
    const { id } = dataOf(
      await service.ask('POST', '/content/late', { body: { data: { title: 'X' } } }),
      201,
    ).item
    const body = { data: { title: 'X' }, slug: 'again' }
    expect((await post('/content/late', body, 'k-failed')).status).toBe(409)
    await service.ask('DELETE', `/content/late/${id}`)
    await service.ask('DELETE', `/content/late/${id}/permanent`)
    dataOf(await post('/content/late', body, 'k-failed'), 201)
  })

  it('of each person and operation are their own', async () => {
    const other = await service.person(50, ['admin'])
    const body = { data: { title: 'Mine' } }
    const mine = dataOf(await post('/content/posts', body, 'k-person'), 201).item.id
    const theirs = dataOf(await post('/content/posts', body, 'k-person', other.token), 201).item.id
    expect(theirs).not.toBe(mine)
    dataOf(await post('/taxonomies/topics/terms', { slug: 'a', label: 'A' }, 'k-person'), 201)
    dataOf(await post(`/content/posts/${mine}/duplicate`, {}, 'k-person'), 201)
  })

  it.each([
    ['collections', { collections: ['posts'] }],
    ['scopes', { scopes: ['content:read', 'content:write', 'media:read'] }],
    ['no right to publish', { canPublish: false }],
    ['no right to delete', { canDelete: false }],
    ['confirmations', { confirmDestructive: true }],
  ])('are refused to a token of the same person with other rights: %s', async (what, rights) => {
    const [mine, same, other] = await Promise.all([{}, {}, rights].map((one) => ownToken(one)))
    const body = { data: { title: what }, status: 'published' }
    const key = `k-${what.replaceAll(' ', '-')}`
    const { item } = dataOf(await post('/content/posts', body, key, mine), 201)
    expect(dataOf(await post('/content/posts', body, key, same), 201).item).toEqual(item)
    expectFailure(await post('/content/posts', body, key, other), '409 CONFLICT', 'idempotency key')
  })

  it.each(['', ' ', 'a b', 'ü', 'x'.repeat(256)])('a bad key is refused: %j', async (key) => {
    const header = await post('/content/posts', { data: { title: 'Bad' } }, key)
    const args = { collection: 'posts', data: { title: 'Bad' }, idempotencyKey: key }
    expectFailed(await callTool(service, 'content_create', args), 'idempotencyKey')
    // A header without a value is one that was not sent.
    if (key.trim() !== '') expectFailure(header, '400 VALIDATION_ERROR', 'idempotencyKey')
  })

  it('work over MCP, for every tool that makes something', async () => {
    const calls: [string, object][] = [
      ['content_create', { collection: 'posts', data: { title: 'M' } }],
      [
        'content_duplicate',
        { collection: 'posts', id: dataOf(await service.ask('GET', '/content/posts')).items[0].id },
      ],
      ['taxonomy_create_term', { taxonomy: 'topics', slug: 'mcp', label: 'MCP' }],
      ['schema_create_collection', { slug: 'made', label: 'Made' }],
      ['schema_create_field', { collection: 'made', slug: 'title', label: 'Title', type: 'string' }],
    ]
    for (const [name, args] of calls) {
      const keyed = { ...args, idempotencyKey: `mcp-${name}` }
      const first = await resultOf(service, name, keyed)
      expect(await resultOf(service, name, keyed), name).toEqual(first)
    }
    const changed = { ...calls[0]?.[1], data: { title: 'N' }, idempotencyKey: 'mcp-content_create' }
    expectFailed(await callTool(service, 'content_create', changed), 'idempotency key')
  })

  it('end after a day', async () => {
    const body = { data: { title: 'Day' } }
    const first = dataOf(await post('/content/posts', body, 'k-day'), 201).item.id
    service.clock.forward(limits.idempotency.time - 1000)
    expect(dataOf(await post('/content/posts', body, 'k-day'), 201).item.id).toBe(first)
    service.clock.forward(1000)
    expect(dataOf(await post('/content/posts', body, 'k-day'), 201).item.id).not.toBe(first)
  })

  it('whose answer is too long to keep are not done again', async () => {
    const before = await count()
    const body = { data: { title: 'Long', body: 'x'.repeat(limits.idempotency.answer) } }
    dataOf(await post('/content/posts', body, 'k-long'), 201)
    const again = await post('/content/posts', body, 'k-long')
    expectFailure(again, '409 CONFLICT', 'was executed before')
    expect(await count()).toBe(before + 1)
  })

  it('are bounded for each person', async () => {
    const { token, userId } = await service.person(50, ['admin'])
    await service.services.database.transaction('write', async (tx) => {
      for (let index = 0; index < limits.idempotency.keys; index++)
        await tx.run(
          `INSERT INTO idempotency_keys (user_id, operation, key_hash, input_hash, expires_at) VALUES (?, 'x', ?, '', '9999')`,
          [userId, `${index}`],
        )
    })
    const before = await count()
    const answer = await post('/content/posts', { data: { title: 'Much' } }, 'k-much', token)
    expectFailure(answer, '429 RATE_LIMITED', 'idempotency keys')
    expect(await count()).toBe(before)
    dataOf(await post('/content/posts', { data: { title: 'Other' } }, 'k-much'), 201)
  })
})

describe.each(engines)('the same key at two nodes at once, on %s', (engine) => {
  let cluster: Cluster
  let nodes: readonly Node[]

  beforeAll(async () => {
    cluster = await startCluster(engine, 2)
    nodes = cluster.nodes
    await makeCollection(nodes[0] as Node, 'posts', {
      supports: [],
      fields: [{ slug: 'title', type: 'string' }],
    })
  })
  afterAll(() => cluster.close())

  it('makes one item', async () => {
    for (let round = 0; round < 5; round++) {
      const ask = (node: Node): Promise<Answer> =>
        node.ask('POST', '/content/posts', {
          body: { data: { title: `Round ${round}` } },
          headers: { 'idempotency-key': `round-${round}` },
        })
      const answers = await Promise.all([...nodes, ...nodes, ...nodes].map(ask))
      const ids = answers.map((answer) => dataOf(answer, 201).item.id as string)
      expect(new Set(ids).size).toBe(1)
    }
    const [node] = nodes as [Node]
    expect(dataOf(await node.ask('GET', '/content/posts?count=true')).total).toBe(5)
  })
})
