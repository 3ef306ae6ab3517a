import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { authorizeApp, registerApp, requestFor } from '../setup/oauth.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { askAs, askAsAdmin, sessionOf } from '../setup/sessions.ts'

const path = '/admin/api-tokens'
const day = 24 * 60 * 60 * 1000

const refusedCalls: [method: string, to: string, body?: object][] = [
  ['POST', path, { name: 'x', scopes: ['admin'] }],
  ['GET', path],
  ['DELETE', `${path}/x`],
  ['GET', '/auth/passkey'],
  ['POST', '/auth/passkey/register/options'],
  ['PATCH', '/auth/passkey/x', { name: 'x' }],
  ['DELETE', '/auth/passkey/x'],
  ['GET', '/auth/sessions'],
  ['DELETE', '/auth/sessions'],
  ['GET', '/auth/apps'],
  ['DELETE', '/auth/apps/x'],
  ['POST', '/auth/invite', { email: 'guest@example.com', role: 10 }],
]

describe.each(engines)('personal tokens on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())

  /** A person by session, who has no token of this test yet. */
  async function person(role: number) {
    const { userId } = await service.person(role, ['content:read'])
    const headers = await sessionOf(service, userId)
    return { ask: askAs(service, headers) }
  }

  it('are made, used, listed and revoked by whoever they are of', async () => {
    const author = await person(30)
    const expiresAt = new Date(service.clock.now.getTime() + day).toISOString()
    const scopes = ['content:write', 'content:read', 'content:read', 'schema:write', 'admin']
    const made = dataOf(await author.ask('POST', path, { name: ' Laptop ', scopes, expiresAt }), 201)
    expect(made).toEqual({
      token: expect.stringMatching(/^cms_pat_[\w-]{43}$/),
      item: {
        id: expect.any(String),
        name: 'Laptop',
        prefix: made.token.slice(0, 12),
        scopes: ['content:write', 'content:read'],
        view: 'latest',
        collections: null,
        locales: null,
        canPublish: true,
        canDelete: true,
        changeSetsOnly: false,
        confirmDestructive: false,
        expiresAt,
        lastUsedAt: null,
        createdAt: service.clock.now.toISOString(),
      },
      removedScopes: ['schema:write', 'admin'],
    })
    const use = async (): Promise<string> =>
      outcome(await service.ask('GET', '/auth/me', { token: made.token }))
    expect(await use()).toBe('200')
    // A write that fails loses no time of use.
    vi.spyOn(service.services.database, 'transaction').mockRejectedValueOnce(
      new Error('There is no database.'),
    )
    await expect(service.services.tokens.flushUses()).rejects.toThrow('There is no database.')
    await service.services.tokens.flushUses()
    const { items } = dataOf(await author.ask('GET', path))
    expect(items[0]).toEqual({ ...made.item, lastUsedAt: service.clock.now.toISOString() })
    expect(JSON.stringify(items)).not.toContain(made.token)
    const stranger = await person(50)
    expectFailure(await stranger.ask('DELETE', `${path}/${made.item.id}`), '404 NOT_FOUND')
    expect(await use()).toBe('200')
    expect(dataOf(await author.ask('DELETE', `${path}/${made.item.id}`))).toEqual({ success: true })
    expect(await use()).toBe('401 UNAUTHORIZED')
    expectFailure(await author.ask('DELETE', `${path}/${made.item.id}`), '404 NOT_FOUND')
  })

  it('are over when they say so', async () => {
    const author = await person(30)
    const expiresAt = new Date(service.clock.now.getTime() + day).toISOString()
    const { token } = dataOf(
      await author.ask('POST', path, { name: 'x', scopes: ['media:read'], expiresAt }),
      201,
    )
    service.clock.forward(day - 1)
    expect(outcome(await service.ask('GET', '/auth/me', { token }))).toBe('200')
    service.clock.forward(1)
    expect(outcome(await service.ask('GET', '/auth/me', { token }))).toBe('401 UNAUTHORIZED')
  })

  it('are kept as hashes', async () => {
    const author = await person(30)
    const { token } = dataOf(await author.ask('POST', path, { name: 'x', scopes: ['media:read'] }), 201)
    const rows = await service.services.database.reader.rows('SELECT * FROM tokens', [])
    expect(JSON.stringify(rows)).not.toContain(token.slice(13))
  })

  it('can hold nothing that the role may not', async () => {
    const subscriber = await person(10)
    const answer = await subscriber.ask('POST', path, { name: 'x', scopes: ['content:write', 'admin'] })
    expectFailure(answer, '403 FORBIDDEN', 'content:write, admin')
    expect(dataOf(await subscriber.ask('GET', path)).items).toHaveLength(1)
  })

  it('are made for sites by admins, by a session, and belong to no person', async () => {
    const site = '/admin/site-tokens'
    const made = dataOf(await askAsAdmin(service, 'POST', site, { name: 'web' }), 201)
    expect(made.item).toMatchObject({ name: 'web', scopes: ['content:read', 'media:read'], view: 'live' })
    const use = async () => outcome(await service.ask('GET', '/menus', { token: made.token }))
    expect(await use()).toBe('200')
    const { items } = dataOf(await askAsAdmin(service, 'GET', site))
    expect(items.map(({ id }: { id: string }) => id)).toContain(made.item.id)
    const editor = await person(40)
    for (const [method, to] of [
      ['GET', site],
      ['POST', site],
      ['DELETE', `${site}/${made.item.id}`],
    ] as const) {
      const body = method === 'POST' ? { name: 'mine' } : undefined
      expectFailure(await editor.ask(method, to, body), '403 FORBIDDEN')
      const byToken = await service.ask(method, to, body === undefined ? {} : { body })
      expectFailure(byToken, '403 FORBIDDEN', 'browser session')
    }
    expect(dataOf(await askAsAdmin(service, 'DELETE', `${site}/${made.item.id}`))).toEqual({ success: true })
    expect(await use()).toBe('401 UNAUTHORIZED')
  })

  it.each(refusedCalls)(
    'no token, not even an app of an admin, can do this: %s %s',
    async (method, to, body) => {
      const { userId, token } = await service.person(50)
      const admin = { userId, token, session: await sessionOf(service, userId) }
      const request = requestFor(await registerApp(service), { scope: 'admin' })
      const app = (await authorizeApp(service, admin, request)).access_token
      for (const presented of [token, app]) {
        const answer = await service.ask(method, to, { token: presented, ...(body && { body }) })
        expectFailure(answer, '403 FORBIDDEN', 'browser session')
        expect(answer.body.error.details.reason).toBe('sessionRequired')
      }
    },
  )

  it.each([
    [{}, ['name', 'scopes']],
    [{ name: ' ', scopes: [] }, ['name', 'scopes']],
    [{ name: 'x'.repeat(101), scopes: ['content'] }, ['name', 'scopes.0']],
    [{ name: 'x', scopes: ['__proto__', 'admin'] }, ['scopes.0']],
    [{ name: 'x', scopes: 'admin', userId: 'y' }, ['scopes', 'userId']],
    [{ name: 'x', scopes: ['admin'], expiresAt: 'tomorrow' }, ['expiresAt']],
    [{ name: 'x', scopes: ['admin'], expiresAt: '2001-01-01T00:00:00Z' }, ['expiresAt']],
  ])('%j names what is wrong', async (body, paths) => {
    const answer = await askAsAdmin(service, 'POST', path, body)
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual(paths)
  })
})
