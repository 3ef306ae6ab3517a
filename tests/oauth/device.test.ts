import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import {
  askToken,
  changeUser,
  expectRefusal,
  formOf,
  authorizeApp,
  type Pairs,
  type Person,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
  send,
} from '../setup/oauth.ts'
import { type Answer, engines, rowsFor, startService, type TestService } from '../setup/service.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const second = 1000

describe.each(engines)('the device flow on %s', (engine) => {
  let service: TestService
  let editor: Person

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
    editor = await personWithSession(service, 40)
  })
  afterAll(() => service.close())

  const start = (form: Pairs = {}) =>
    send(service, 'POST', '/_cms/api/oauth/device/code', {
      form: { client_id: 'octavo-cli', scope: 'content:read content:write', ...form },
    })
  const begin = async (form: Pairs = {}): Promise<{ device_code: string; user_code: string }> => {
    const answer = await start(form)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const poll = (device_code: string, changes: Pairs = {}) =>
    askToken(service, { grant_type: deviceGrant, client_id: 'octavo-cli', device_code, ...changes })
  const decide = (person: Person, body: unknown) =>
    service.ask('POST', '/oauth/device/authorize', { token: null, headers: person.session, body })
  const page = (person: Person | null, path = '') =>
    send(service, 'GET', `/_cms/device${path}`, { headers: person === null ? {} : cookieOf(person) })
  const answerPage = (person: Person, shown: Answer, changes: Pairs) =>
    send(service, 'POST', '/_cms/device', {
      form: { ...formOf(shown), ...changes },
      headers: cookieOf(person),
    })

  it('begins with a bare answer, that nobody keeps', async () => {
    const answer = await start()
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const { user_code } = answer.body
    expect(answer.body).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: 'http://localhost:4400/_cms/device',
      verification_uri_complete: `http://localhost:4400/_cms/device?user_code=${user_code}`,
      expires_in: 900,
      interval: 5,
    })
  })

  it.each(
    rowsFor(engine, [
      ['no app', { client_id: undefined }, 'invalid_request'],
      ['an unknown app', { client_id: 'nobody' }, 'invalid_client'],
      ['an unknown scope', { scope: 'content:read __proto__' }, 'invalid_scope'],
      ['a foreign resource', { resource: 'https://evil.example' }, 'invalid_target'],
      ['two scopes parameters', { scope: ['content:read', 'admin'] }, 'invalid_request'],
    ]),
  )('%s: %3$s', async (_, changes, error) => {
    expectRefusal(await start(changes), error)
  })

  it('is not for apps that did not register for it', async () => {
    expectRefusal(await start({ client_id: await registerApp(service) }), 'unauthorized_client')
    const id = await registerApp(service, { grant_types: [deviceGrant], redirect_uris: [] })
    expect((await start({ client_id: id })).status).toBe(200)
  })

  it('brings tokens once the person has approved, and only once', async () => {
    const { device_code, user_code } = await begin()
    expectRefusal(await poll(device_code), 'authorization_pending')
    const decided = dataOf(await decide(editor, { user_code, action: 'approve' }))
    expect(decided).toEqual({
      status: 'approved',
      client: { id: 'octavo-cli', name: 'Octavo command line', uri: null, kind: 'builtIn' },
      scopes: ['content:read', 'content:write'],
      removedScopes: [],
    })
    const tokens = await poll(device_code)
    expect(tokens.status, tokens.text).toBe(200)
    expect(tokens.body.scope).toBe('content:read content:write')
    const { item } = dataOf(await service.ask('GET', '/auth/me', { token: tokens.body.access_token }))
    expect(item.id).toBe(editor.userId)
    expectRefusal(await poll(device_code), 'invalid_grant')
    expect((await refresh(service, 'octavo-cli', tokens.body)).status).toBe(200)
    expectFailure(await decide(editor, { user_code, action: 'approve' }), '404 NOT_FOUND')
  })

  it('of several polls at once one gets the tokens', async () => {
    const { device_code, user_code } = await begin()
    dataOf(await decide(editor, { user_code, action: 'approve' }))
    const answers = await Promise.all(Array.from({ length: 4 }, () => poll(device_code)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
  })

  it('of a yes and a no at once one counts', async () => {
    const { user_code } = await begin()
    const answers = await Promise.all(
      ['approve', 'deny'].map((action) => decide(editor, { user_code, action })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  })

  it('the person says no', async () => {
    const { device_code, user_code } = await begin()
    expect(dataOf(await decide(editor, { user_code, action: 'deny' })).status).toBe('denied')
    expectRefusal(await poll(device_code), 'access_denied')
  })

  it.each(
    rowsFor(engine, [
      ['lower case', (code: string) => code.toLowerCase()],
      ['no hyphen', (code: string) => code.replace('-', '')],
      ['blanks', (code: string) => ` ${code.replace('-', ' ')} `],
    ]),
  )('a code is read in %s', async (_, typed) => {
    const { user_code } = await begin()
    dataOf(await decide(editor, { user_code: typed(user_code), action: 'approve' }))
  })

  it('who polls too often is slowed down, more each time', async () => {
    const { device_code } = await begin()
    expectRefusal(await poll(device_code), 'authorization_pending')
    service.clock.forward(2 * second)
    expect(expectRefusal(await poll(device_code), 'slow_down')).toContain('10 seconds')
    service.clock.forward(8 * second)
    expect(expectRefusal(await poll(device_code), 'slow_down')).toContain('15 seconds')
    service.clock.forward(15 * second)
    expectRefusal(await poll(device_code), 'authorization_pending')
  })

  it('a code expires after a quarter of an hour, approved or not', async () => {
    const [one, other] = [await begin(), await begin()]
    dataOf(await decide(editor, { user_code: one.user_code, action: 'approve' }))
    service.clock.forward(900 * second)
    for (const { device_code } of [one, other]) expectRefusal(await poll(device_code), 'expired_token')
    expectFailure(await decide(editor, { user_code: other.user_code, action: 'approve' }), '404 NOT_FOUND')
  })

  it.each(
    rowsFor(engine, [
      ['an unknown code', { device_code: 'x' }, 'invalid_grant'],
      ['no code', { device_code: undefined }, 'invalid_request'],
      ['another app', { client_id: 'APP' }, 'invalid_grant'],
      ['an unknown app', { client_id: 'nobody' }, 'invalid_client'],
    ]),
  )('%s: %3$s', async (_, changes, error) => {
    const { device_code, user_code } = await begin()
    dataOf(await decide(editor, { user_code, action: 'approve' }))
    const id = await registerApp(service)
    const given = {
      ...changes,
      ...('client_id' in changes && changes.client_id === 'APP' && { client_id: id }),
    }
    expectRefusal(await poll(device_code, given), error)
    expect((await poll(device_code)).status).toBe(200)
  })

  it('the code for the person is none for the app', async () => {
    const { user_code } = await begin()
    expectRefusal(await poll(user_code), 'invalid_grant')
  })

  describe('deciding', () => {
    it('may take scopes away, and add none', async () => {
      const { device_code, user_code } = await begin()
      const added = await decide(editor, {
        user_code,
        action: 'approve',
        scopes: ['content:read', 'media:read'],
      })
      expectFailure(added, '400 VALIDATION_ERROR', 'media:read')
      dataOf(await decide(editor, { user_code, action: 'approve', scopes: ['content:read'] }))
      expect((await poll(device_code)).body.scope).toBe('content:read')
    })

    it('leaves out what the role does not reach, and says so', async () => {
      const { device_code, user_code } = await begin({ scope: 'content:read admin' })
      const decided = dataOf(await decide(editor, { user_code, action: 'approve' }))
      expect([decided.scopes, decided.removedScopes]).toEqual([['content:read'], ['admin']])
      expect((await poll(device_code)).body.scope).toBe('content:read')
    })

    it.each(
      rowsFor(engine, [
        ['nothing that the role may hold', 'admin schema:write', undefined],
        ['nothing ticked', 'content:read', []],
      ]),
    )('%s: forbidden, and still to be decided', async (_, scope, scopes) => {
      const { user_code } = await begin({ scope })
      expectFailure(await decide(editor, { user_code, action: 'approve', scopes }), '403 FORBIDDEN')
      dataOf(await decide(editor, { user_code, action: 'deny' }))
    })

    it('is for a person alone: an app cannot let in another', async () => {
      const { user_code } = await begin({ scope: 'admin' })
      const admin = await personWithSession(service, 50)
      const id = await registerApp(service)
      const { access_token } = await authorizeApp(service, admin, requestFor(id, { scope: 'admin' }))
      const body = { user_code, action: 'approve' }
      for (const token of [access_token, service.token]) {
        const answer = await service.ask('POST', '/oauth/device/authorize', { token, body })
        expectFailure(answer, '403 FORBIDDEN')
      }
      expectFailure(
        await service.ask('POST', '/oauth/device/authorize', { token: null, body }),
        '401 UNAUTHORIZED',
      )
      const { cookie = '' } = admin.session
      const crossSite = await service.ask('POST', '/oauth/device/authorize', {
        token: null,
        headers: { cookie },
        body,
      })
      expectFailure(crossSite, '403 FORBIDDEN')
    })

    it.each(
      rowsFor(engine, [
        ['an unknown action', { user_code: 'BBBB-BBBB', action: 'maybe' }, '400 VALIDATION_ERROR'],
        ['no code', { action: 'approve' }, '400 VALIDATION_ERROR'],
        ['an unknown code', { user_code: 'BBBB-BBBB', action: 'approve' }, '404 NOT_FOUND'],
        [
          'the scope __proto__',
          { user_code: 'B', action: 'approve', scopes: ['__proto__'] },
          '400 VALIDATION_ERROR',
        ],
        ['an unknown key', { user_code: 'B', action: 'deny', userId: 'x' }, '400 VALIDATION_ERROR'],
      ]),
    )('%s: %3$s', async (_, body, expected) => {
      expectFailure(await decide(editor, body), expected)
    })

    it('a person who was disabled meanwhile gives nothing', async () => {
      const person = await personWithSession(service, 40)
      const { device_code, user_code } = await begin()
      dataOf(await decide(person, { user_code, action: 'approve' }))
      await changeUser(service, person, 'disabled = 1')
      expectRefusal(await poll(device_code), 'invalid_grant')
    })
  })

  describe('the page', () => {
    it('asks strangers to sign in, and brings them back with their code', async () => {
      const answer = await page(null, '?user_code=ABCD-EFGH')
      expect(answer.status).toBe(302)
      const { searchParams } = new URL(answer.headers['location'] ?? '', 'http://localhost')
      expect(searchParams.get('return')).toBe('/_cms/device?user_code=ABCD-EFGH')
    })

    it('shows what the app asks for, and lets the person decide', async () => {
      const { device_code, user_code } = await begin({ scope: 'content:read media:read admin' })
      const empty = await page(editor)
      expect([empty.status, empty.text.includes('name="user_code"')]).toEqual([200, true])
      const shown = await page(editor, `?user_code=${user_code.toLowerCase()}`)
      expect(shown.text).toContain(`<code class="big-code">${user_code}</code>`)
      expect(shown.text).toContain('Octavo command line')
      expect(formOf(shown)['approved']).toEqual(['content:read', 'media:read'])
      expect(shown.headers['content-security-policy']).toContain(`frame-ancestors 'none'`)
      const done = await answerPage(editor, shown, { action: 'approve', approved: ['media:read'] })
      expect([done.status, done.text.includes('It is connected')]).toEqual([200, true])
      expect((await poll(device_code)).body.scope).toBe('media:read')
    })

    it('refuses for the person', async () => {
      const { device_code, user_code } = await begin()
      const shown = await page(editor, `?user_code=${user_code}`)
      expect((await answerPage(editor, shown, { action: 'deny' })).text).toContain('Refused')
      expectRefusal(await poll(device_code), 'access_denied')
    })

    it.each(
      rowsFor(engine, [
        ['no form token', { form_token: undefined }, 403, 'This form is no longer valid'],
        ['a foreign form token', { form_token: 'A'.repeat(43) }, 403, 'This form is no longer valid'],
        ['a scope that was not asked for', { approved: ['content:read', 'admin'] }, 404, 'no such code'],
        ['nothing ticked', { approved: undefined }, 400, 'No right is selected'],
        ['an unknown code', { user_code: 'BBBB-BBBB' }, 404, 'no such code'],
        ['two codes', { user_code: ['BBBB-BBBB', 'CCCC-CCCC'] }, 404, 'no such code'],
      ]),
    )('%s: nothing is granted', async (_, changes, status, said) => {
      const { device_code, user_code } = await begin()
      const shown = await page(editor, `?user_code=${user_code}`)
      const answer = await answerPage(editor, shown, { action: 'approve', ...changes })
      expect([answer.status, answer.text.includes(said)]).toEqual([status, true])
      expectRefusal(await poll(device_code), 'authorization_pending')
    })

    it.each(['BBBB-BBBB', 'x', '%00', '<script>', 'A'.repeat(200)])('knows no code %s', async (code) => {
      const answer = await page(editor, `?user_code=${encodeURIComponent(code).replace('%2500', '%00')}`)
      expect([answer.status, answer.text.includes('There is no such code')]).toEqual([404, true])
      expect(answer.text).not.toContain('<script>')
    })
  })

  it('codes are kept as hashes alone', async () => {
    const { device_code, user_code } = await begin()
    const stored = JSON.stringify(
      await service.services.database.reader.rows('SELECT * FROM device_codes', []),
    )
    for (const secret of [device_code, user_code, user_code.replace('-', '')])
      expect(stored).not.toContain(secret)
  })
})

function cookieOf({ session }: Person): Record<string, string> {
  return { cookie: session['cookie'] ?? '' }
}
