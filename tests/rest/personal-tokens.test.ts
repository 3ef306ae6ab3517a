import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { askAs, sessionOf } from '../setup/sessions.ts'

const path = '/admin/api-tokens'
const day = 24 * 60 * 60 * 1000

describe.each(engines)('personal tokens on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine)
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
        expiresAt,
        lastUsedAt: null,
        createdAt: service.clock.now.toISOString(),
      },
      removedScopes: ['schema:write', 'admin'],
    })
    const use = async (): Promise<string> =>
      outcome(await service.ask('GET', '/auth/me', { token: made.token }))
    expect(await use()).toBe('200')
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

  it('are made by a token with the scope admin alone', async () => {
    const narrow = (await service.person(50, ['content:read', 'schema:write'])).token
    const body = { name: 'x', scopes: ['admin'] }
    expectFailure(await service.ask('POST', path, { token: narrow, body }), '403 FORBIDDEN', 'admin')
    expectFailure(await service.ask('GET', path, { token: narrow }), '403 FORBIDDEN', 'admin')
    expectFailure(await service.ask('DELETE', `${path}/x`, { token: narrow }), '403 FORBIDDEN', 'admin')
    dataOf(await service.ask('POST', path, { body }), 201)
  })

  it.each([
    [{}, ['name', 'scopes']],
    [{ name: ' ', scopes: [] }, ['name', 'scopes']],
    [{ name: 'x'.repeat(101), scopes: ['content'] }, ['name', 'scopes.0']],
    [{ name: 'x', scopes: ['__proto__', 'admin'] }, ['scopes.0']],
    [{ name: 'x', scopes: 'admin', userId: 'y' }, ['scopes', 'userId']],
    [{ name: 'x', scopes: ['admin'], expiresAt: 'tomorrow' }, ['expiresAt']],
    [{ name: 'x', scopes: ['admin'], expiresAt: '2001-01-01T00:00:00Z' }, ['expiresAt']],
  ])('%j names what is wrong', async (body, paths) => {
    const answer = await service.ask('POST', path, { body })
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual(paths)
  })
})
