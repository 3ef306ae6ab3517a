import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { makeCollection } from '../setup/content.ts'
import { authorizeApp, registerApp, requestFor } from '../setup/oauth.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAs, cookiesOf, sessionOf } from '../setup/sessions.ts'

const day = 24 * 60 * 60 * 1000

describe.each(engines)('sessions on %s', (engine) => {
  let service: TestService
  let person: { token: string; userId: string }
  let browser: Record<string, string>

  beforeAll(async () => {
    service = await startService(engine)
    await makeCollection(service, 'posts', { supports: [], fields: [{ slug: 'title', type: 'string' }] })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    person = await service.person(40, ['content:read'])
    browser = await sessionOf(service, person.userId)
  })

  const as = (headers: Record<string, string>) => askAs(service, headers)
  const me = (headers = browser): Promise<Answer> => as(headers)('GET', '/auth/me')
  const sessions = async (headers = browser) => dataOf(await as(headers)('GET', '/auth/sessions')).items

  it('has all that the role may, and no more', async () => {
    expect(dataOf(await me())).toEqual({
      item: expect.objectContaining({ id: person.userId, role: 40, disabled: false }),
      scopes: null,
    })
    dataOf(await as(browser)('POST', '/content/posts', { status: 'published' }), 201)
    for (const path of ['/settings', '/plugins', '/plugins/embeds'])
      expect([path, outcome(await as(browser)('GET', path))]).toEqual([path, '200'])
    expectFailure(await as(browser)('POST', '/plugins/embeds/enable'), '403 FORBIDDEN', '50')
    expectFailure(await as(browser)('POST', '/schema/collections', {}), '403 FORBIDDEN', '50')
  })

  it('is started by signing in alone: a token in the cookie is none, whatever it was used for before', async () => {
    const live = await service.person(50, ['admin'], 'live')
    const app = await authorizeApp(
      service,
      { userId: person.userId, token: '', session: browser },
      requestFor(await registerApp(service)),
    )
    for (const token of [person.token, live.token, app.access_token]) {
      for (let turn = 0; turn < 2; turn++)
        expect((await service.ask('GET', '/auth/me', { token })).status).toBe(200)
      const headers = { cookie: `octavo_session=${token}`, 'x-octavo-request': '1' }
      expectFailure(await me(headers), '401 UNAUTHORIZED')
    }
    const secret = browser['cookie']?.split('=')[1] ?? ''
    expect((await me()).status).toBe(200)
    expectFailure(await service.ask('GET', '/auth/me', { token: secret }), '401 UNAUTHORIZED')
  })

  it('tells a token what it may', async () => {
    const { item, scopes } = dataOf(await service.ask('GET', '/auth/me', { token: person.token }))
    expect(scopes).toEqual(['content:read'])
    expect(item.id).toBe(person.userId)
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('a %s of another site is refused', async (method) => {
    const path =
      method === 'POST'
        ? '/content/posts'
        : method === 'PATCH'
          ? '/schema/collections/posts'
          : '/content/posts/x'
    for (const value of [undefined, '', '0', 'true', '1, 1']) {
      const headers = {
        cookie: browser['cookie'] ?? '',
        ...(value !== undefined && { 'x-octavo-request': value }),
      }
      const answer = await as(headers)(method, path, method === 'DELETE' ? undefined : {})
      expectFailure(answer, '403 FORBIDDEN', 'X-Octavo-Request')
    }
    expect(outcome(await as(browser)(method, path, method === 'DELETE' ? undefined : {}))).not.toBe(
      '401 UNAUTHORIZED',
    )
  })

  it('a change by token needs no header', async () => {
    const { token } = await service.person(40, ['content:write'])
    dataOf(await service.ask('POST', '/content/posts', { token, body: {} }), 201)
  })

  it.each([
    ['wrong', 'Bearer cms_pat_wrong'],
    ['of another kind', 'Basic YTpi'],
    ['empty', ''],
    ['the secret of the session itself', 'SECRET'],
  ])('a presented token that is %s never falls back to the session', async (_, given) => {
    const secret = browser['cookie']?.split('=')[1] ?? ''
    const authorization = given === 'SECRET' ? `Bearer ${secret}` : given
    expectFailure(await me({ ...browser, authorization }), '401 UNAUTHORIZED')
  })

  it.each([
    '',
    'octavo_session=',
    'octavo_session=wrong',
    'octavo_session=%00',
    '__Host-octavo_session=',
    ';;=;',
  ])('the cookie %j is no session', async (cookie) => {
    expectFailure(await me({ cookie }), '401 UNAUTHORIZED')
  })

  it('changes what the person is called, and nothing else of them', async () => {
    const change = (body: object): Promise<Answer> => as(browser)('PATCH', '/auth/me', body)
    const { item: before } = dataOf(await me())
    service.clock.forward(1000)
    const updatedAt = service.clock.now.toISOString()
    const { item } = dataOf(await change({ name: '  Ada 👩‍💻 King ' }))
    expect(item).toEqual({ ...before, name: 'Ada 👩‍💻 King', updatedAt })
    expect(dataOf(await me()).item).toEqual(item)
    const bad = [
      {},
      { name: '' },
      { name: ' ' },
      { name: null },
      { name: 'a\u0000' },
      { name: 'x'.repeat(201) },
    ]
    for (const body of [...bad, { name: 'A', role: 50 }, { name: 'A', email: 'a@example.com' }])
      expect([body, outcome(await change(body))]).toEqual([body, '400 VALIDATION_ERROR'])
    expectFailure(
      await service.ask('PATCH', '/auth/me', { body: { name: 'A' }, token: person.token }),
      '403 FORBIDDEN',
    )
    expectFailure(
      await service.ask('PATCH', '/auth/me', { body: { name: 'A' }, token: null }),
      '401 UNAUTHORIZED',
    )
    expect(dataOf(await me()).item).toEqual(item)
  })

  it('a token is no session', async () => {
    expectFailure(await me({ cookie: `octavo_session=${person.token}` }), '401 UNAUTHORIZED')
  })

  it('logout ends it, and takes the cookie away', async () => {
    dataOf(await me())
    const answer = await as(browser)('POST', '/auth/logout')
    expect(dataOf(answer)).toEqual({ success: true })
    expect(cookiesOf(answer)['octavo_session']).toEqual({
      value: '',
      attributes: ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax'],
    })
    expectFailure(await me(), '401 UNAUTHORIZED')
    expectFailure(await as(browser)('POST', '/auth/logout'), '401 UNAUTHORIZED')
  })

  it('lists where one is signed in, and ends one or all others', async () => {
    const phone = await sessionOf(service, person.userId)
    const library = await sessionOf(service, person.userId)
    const stranger = await sessionOf(service, (await service.person(50)).userId)
    const listed = await sessions()
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
    expect(listed[0]).toEqual({
      id: expect.any(String),
      isCurrent: expect.any(Boolean),
      address: '192.0.2.1',
      userAgent: 'Test/1.0',
      createdAt: service.clock.now.toISOString(),
      authenticatedAt: service.clock.now.toISOString(),
      lastUsedAt: service.clock.now.toISOString(),
      expiresAt: new Date(service.clock.now.getTime() + 30 * day).toISOString(),
    })
    const currentOf = async (of: Record<string, string>): Promise<string> =>
      (await sessions(of)).find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id
    const phoneId = await currentOf(phone)
    expectFailure(await as(stranger)('DELETE', `/auth/sessions/${phoneId}`), '404 NOT_FOUND')
    dataOf(await as(browser)('DELETE', `/auth/sessions/${phoneId}`))
    expectFailure(await as(browser)('DELETE', `/auth/sessions/${phoneId}`), '404 NOT_FOUND')
    expectFailure(await me(phone), '401 UNAUTHORIZED')
    dataOf(await me(library))
    dataOf(await as(browser)('DELETE', '/auth/sessions'))
    expectFailure(await me(library), '401 UNAUTHORIZED')
    dataOf(await me())
    dataOf(await me(stranger))
  })

  it('lasts 30 days after its last use', async () => {
    for (let month = 0; month < 2; month++) {
      service.clock.forward(29 * day)
      dataOf(await me())
    }
    await service.services.tokens.flushUses()
    expect((await sessions())[0]).toMatchObject({
      lastUsedAt: service.clock.now.toISOString(),
      expiresAt: new Date(service.clock.now.getTime() + 30 * day).toISOString(),
    })
    service.clock.forward(30 * day)
    expectFailure(await me(), '401 UNAUTHORIZED')
  })

  it('lasts 90 days at the most, however much it is used', async () => {
    const end = new Date(service.clock.now.getTime() + 90 * day)
    for (let part = 0; part < 4; part++) {
      service.clock.forward(22 * day)
      dataOf(await me())
    }
    await service.services.tokens.flushUses()
    expect((await sessions())[0].expiresAt).toBe(end.toISOString())
    service.clock.forward(2 * day - 1)
    dataOf(await me())
    service.clock.forward(1)
    expectFailure(await me(), '401 UNAUTHORIZED')
  })

  it('keeps only a hash of what the browser holds', async () => {
    const rows = await service.services.database.reader.rows('SELECT * FROM sessions', [])
    const secret = browser['cookie']?.split('=')[1] ?? ''
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it.each([
    ['a stranger', null],
    ['a session', 'session'],
  ])('%s gets no farther with an unknown key', async (_, kind) => {
    const answer = await as(kind === null ? {} : browser)('POST', '/auth/logout', { all: true })
    expect(outcome(answer)).toBe(kind === null ? '401 UNAUTHORIZED' : '400 VALIDATION_ERROR')
  })
})
