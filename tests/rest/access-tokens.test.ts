import { operationList, operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { hashToken } from '@octavo/server/identity/secrets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { hour, makeCollection } from '../setup/content.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { passesWithin } from '../setup/timing.ts'

const scopes = [
  'content:read',
  'content:write',
  'media:read',
  'media:write',
  'schema:read',
  'schema:write',
  'admin',
]

/** The scope of each REST path of content, revisions and schema. */
const endpoints = operationList.flatMap(({ rest }) => {
  const area = /^\/(content|revisions|schema)\b/.exec(rest?.path ?? '')?.[1]
  if (rest === undefined || area === undefined) return []
  const scope = `${area === 'schema' ? 'schema' : 'content'}:${rest.method === 'GET' ? 'read' : 'write'}`
  return [{ method: rest.method, path: rest.path.replaceAll(/:\w+/g, 'nothing'), scope }]
})

describe.each(engines)('tokens on %s', (engine) => {
  let service: TestService

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => service.close())

  const list = (token: string | null, headers = {}): Promise<Answer> =>
    service.ask('GET', '/content/posts', { token, headers })
  const create = (token: string): Promise<Answer> =>
    service.ask('POST', '/content/posts', { token, body: {} })

  /** Changes the database like another process: with the counter that announces the change. */
  async function change(sql: string, parameters: readonly unknown[]): Promise<void> {
    await service.services.database.transaction('write', async (tx) => {
      await tx.run(sql, parameters)
      await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
    })
  }

  /** How a request ends once the change has reached this process: within 1.2 seconds. */
  async function soon(ask: () => Promise<Answer>, expected: string): Promise<void> {
    await passesWithin(1500, async () => expect(outcome(await ask())).toBe(expected))
  }

  it.each(scopes)('the scope %s alone opens what it says', async (scope) => {
    const { token } = await service.person(50, [scope])
    const opened: string[] = []
    for (const { method, path } of endpoints) {
      const answer = await service.ask(method, path, {
        token,
        ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
      })
      if (outcome(answer) !== '403 FORBIDDEN') opened.push(`${method} ${path}`)
    }
    const expected = endpoints.filter((endpoint) => scope === 'admin' || endpoint.scope === scope)
    expect(opened).toEqual(expected.map(({ method, path }) => `${method} ${path}`))
  })

  it('says which scope or role is missing', async () => {
    const { token } = await service.person(50, ['media:read'])
    expectFailure(await list(token), '403 FORBIDDEN', 'Insufficient scope: requires content:read')
    const contributor = await service.person(20, ['content:read', 'content:write'])
    const answer = await service.ask('POST', '/content/posts', {
      token: contributor.token,
      body: { status: 'published' },
    })
    expectFailure(
      answer,
      '403 FORBIDDEN',
      'Insufficient scope: requires content:write (role 30 needed, yours is 20)',
    )
    expect(answer.body.error.details).toEqual({ requiredScope: 'content:write', requiredRole: 30 })
  })

  it.each([
    [10, ['admin'], '403 FORBIDDEN', '403 FORBIDDEN'],
    [10, ['content:read', 'content:write', 'schema:write', 'admin'], '200', '403 FORBIDDEN'],
    [20, ['admin'], '403 FORBIDDEN', '403 FORBIDDEN'],
    [40, ['admin'], '403 FORBIDDEN', '403 FORBIDDEN'],
    [40, ['content:read', 'schema:write'], '200', '403 FORBIDDEN'],
    [50, [], '403 FORBIDDEN', '403 FORBIDDEN'],
    [
      50,
      ['__proto__', 'constructor', 'content', 'content:*', '*', 'CONTENT:READ'],
      '403 FORBIDDEN',
      '403 FORBIDDEN',
    ],
  ])(
    'the role %i with the scopes %j in the database: list %s, create %s',
    async (role, held, lists, creates) => {
      const { token } = await service.person(role, ['content:read'])
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE tokens SET scopes = ? WHERE hash = ?', [JSON.stringify(held), hashToken(token)]),
      )
      expect([outcome(await list(token)), outcome(await create(token))]).toEqual([lists, creates])
      const field = { slug: 'more', label: 'More', type: 'string' }
      const widens = await service.ask('POST', '/schema/collections/posts/fields', { token, body: field })
      expectFailure(widens, '403 FORBIDDEN')
    },
  )

  it.concurrent('a role that falls takes its scopes along, and one that rises gives no more than was granted', async () => {
    const { token, userId } = await service.person(50, ['content:read', 'content:write', 'schema:read'])
    dataOf(await create(token), 201)
    await change('UPDATE users SET role = 10 WHERE id = ?', [userId])
    await soon(() => create(token), '403 FORBIDDEN')
    dataOf(await list(token))
    await change('UPDATE users SET role = 50 WHERE id = ?', [userId])
    await soon(() => create(token), '201')
    expectFailure(await service.ask('POST', '/schema/collections', { token, body: {} }), '403 FORBIDDEN')
  })

  it.concurrent('a disabled user is refused, and let in again when enabled', async () => {
    const { token, userId } = await service.person(50)
    dataOf(await list(token))
    await change('UPDATE users SET disabled = 1 WHERE id = ?', [userId])
    await soon(() => list(token), '401 UNAUTHORIZED')
    await change('UPDATE users SET disabled = 0 WHERE id = ?', [userId])
    await soon(() => list(token), '200')
  })

  it.concurrent.each([
    ['the token', 'DELETE FROM tokens WHERE user_id = ?'],
    ['the user', 'DELETE FROM users WHERE id = ?'],
  ])('%s is gone: refused', async (_, sql) => {
    const { token, userId } = await service.person(50)
    dataOf(await list(token))
    await change(sql, [userId])
    await soon(() => list(token), '401 UNAUTHORIZED')
  })

  it('an expired token is refused from that moment on', async () => {
    const { userId } = await service.person(40, ['content:read'])
    const [user] = await service.services.database.reader.rows<{ email: string }>(
      'SELECT email FROM users WHERE id = ?',
      [userId],
    )
    const expiresAt = new Date(service.clock.now.getTime() + hour).toISOString()
    const input = { email: user?.email, name: 'brief', scopes: ['content:read'], expiresAt }
    const { token } = (await invoke(service.services, {
      operation: operations.tokens.create,
      caller: serviceCaller('cli'),
      input,
    })) as { token: string }
    service.clock.forward(hour - 1)
    dataOf(await list(token))
    service.clock.forward(1)
    expectFailure(await list(token), '401 UNAUTHORIZED')
  })

  it('a token is kept as its hash alone', async () => {
    const { token } = await service.person(40, ['content:read'])
    const rows = await service.services.database.reader.rows('SELECT * FROM tokens', [])
    expect(token).toMatch(/^cms_pat_/)
    expect(JSON.stringify(rows)).not.toContain(token.slice(14))
  })

  const real = (): string => service.token

  it.each<[name: string, header: () => string | undefined]>([
    ['nothing', () => undefined],
    ['an empty header', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['the scheme and a space', () => 'Bearer '],
    ['another scheme', () => `Basic ${Buffer.from(`x:${real()}`).toString('base64')}`],
    ['no scheme', () => real()],
    ['the token twice', () => `Bearer ${real()} ${real()}`],
    ['two tokens', () => `Bearer ${real()}, Bearer ${real()}`],
    ['quotes', () => `Bearer "${real()}"`],
    ['one letter more', () => `Bearer ${real()}x`],
    ['one letter less', () => `Bearer ${real().slice(0, -1)}`],
    ['upper case', () => `Bearer ${real().toUpperCase()}`],
    ['the hash of the token', () => `Bearer ${hashToken(real())}`],
    ['an unknown token', () => `Bearer cms_pat_${'a'.repeat(43)}`],
    ['a long token', () => `Bearer ${'a'.repeat(10_000)}`],
    ['the prefix alone', () => 'Bearer cms_pat_'],
    ['SQL', () => "Bearer ' OR '1'='1"],
    ['a prototype', () => 'Bearer __proto__'],
    ['undefined', () => 'Bearer undefined'],
  ])('Authorization with %s is refused', async (_, header) => {
    const authorization = header()
    const answer = await list(null, authorization === undefined ? {} : { authorization })
    expectFailure(answer, '401 UNAUTHORIZED')
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  it('nothing but the header counts', async () => {
    expectFailure(
      await service.ask('GET', `/content/posts?access_token=${real()}`, { token: null }),
      '401 UNAUTHORIZED',
    )
    const answer = await service.ask('POST', '/content/posts', {
      token: null,
      body: { token: real() },
      headers: { cookie: `token=${real()}` },
    })
    expectFailure(answer, '401 UNAUTHORIZED')
  })

  it('the scheme is written in any case', async () => {
    for (const scheme of ['bearer', 'BEARER'])
      dataOf(await list(null, { authorization: `${scheme} ${real()}` }))
  })

  it('callers without a token learn nothing of what there is', async () => {
    const paths = [
      '/content/posts',
      '/content/nothing',
      '/content/posts/nothing',
      '/revisions/x',
      '/schema/collections/nothing',
    ]
    const answers = await Promise.all(paths.map((path) => service.ask('GET', path, { token: null })))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})
