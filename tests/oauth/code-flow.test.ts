import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure } from '../setup/answers.ts'
import {
  answerConsent,
  approvedCode,
  askToken,
  changeUser,
  exchangeForm,
  expectRefusal,
  formOf,
  openConsent,
  parametersOf,
  type Person,
  personWithSession,
  redirectUri,
  refresh,
  registerApp,
  requestFor,
  send,
  redirectOf,
} from '../setup/oauth.ts'
import { engines, rowsFor, startService, type TestService } from '../setup/service.ts'

const minute = 60_000

describe.each(engines)('the code flow on %s', (engine) => {
  let service: TestService
  let editor: Person
  let admin: Person
  let clientId: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
    editor = await personWithSession(service, 40)
    admin = await personWithSession(service, 50)
    clientId = await registerApp(service)
  })
  afterAll(() => service.close())

  const me = (token: string) => service.ask('GET', '/auth/me', { token })

  it('gives an app what the person approved', async () => {
    const request = requestFor(clientId)
    const page = await openConsent(service, editor, request)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Test app')
    expect(formOf(page)['approved']).toEqual(['content:read', 'content:write'])
    const answer = await answerConsent(service, editor, { page })
    expect(answer.status).toBe(303)
    expect(answer.headers['location']).toMatch(/^https:\/\/app\.example\.com\/callback\?from=octavo&code=/)
    const { code = '', ...others } = parametersOf(answer)
    expect(others).toEqual({ from: 'octavo', state: 'st&te=1 ü', iss: 'http://localhost:4400/_cms' })
    const tokens = await askToken(service, exchangeForm(code, request))
    expect(tokens.status).toBe(200)
    expect(tokens.headers['cache-control']).toBe('no-store')
    expect(tokens.headers['access-control-allow-origin']).toBe('*')
    expect(tokens.body).toEqual({
      access_token: expect.stringMatching(/^cms_oat_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^cms_ort_[\w-]{43}$/),
      scope: 'content:read content:write',
    })
    const { item, scopes } = dataOf(await me(tokens.body.access_token))
    expect([item.id, scopes]).toEqual([editor.userId, ['content:read', 'content:write']])
  })

  it('works with JSON bodies too, and without redirect_uri, as OAuth 2.1 has it', async () => {
    const request = requestFor(clientId)
    const code = await approvedCode(service, editor, request)
    const { redirect_uri: _, ...json } = exchangeForm(code, request)
    const answer = await send(service, 'POST', '/_cms/api/oauth/token', { json })
    expect(answer.status, answer.text).toBe(200)
  })

  it('lets a person take scopes away, and add none', async () => {
    const request = requestFor(clientId)
    const page = await openConsent(service, admin, request)
    const answer = await answerConsent(service, admin, {
      page,
      changes: { approved: ['content:read', 'schema:write', 'admin'] },
    })
    const tokens = await askToken(service, exchangeForm(parametersOf(answer)['code'] ?? '', request))
    expect(tokens.body.scope).toBe('content:read')
  })

  it.each(
    rowsFor(engine, [
      ['an unknown scope is ticked', { approved: ['content:read', '__proto__'] }, 400],
      ['the form token is missing', { form_token: undefined }, 403],
      ['the form token is wrong', { form_token: 'x'.repeat(43) }, 403],
    ]),
  )('%s: nothing is granted', async (_, changes, status) => {
    const page = await openConsent(service, editor, requestFor(clientId))
    const answer = await answerConsent(service, editor, { page, changes })
    expect(answer.status).toBe(status)
    expect(answer.headers['location']).toBeUndefined()
  })

  it.each(
    rowsFor(engine, [
      [{ 'sec-fetch-site': 'cross-site' }],
      [{ 'sec-fetch-site': 'same-site' }],
      [{ 'sec-fetch-site': 'none' }],
      [{ origin: 'https://evil.example' }],
    ]),
  )('a form from elsewhere (%o) is refused', async (headers) => {
    const page = await openConsent(service, editor, requestFor(clientId))
    expect((await answerConsent(service, editor, { page, headers })).status).toBe(403)
  })

  it("a form of another person's session is refused", async () => {
    const page = await openConsent(service, editor, requestFor(clientId))
    expect((await answerConsent(service, admin, { page })).status).toBe(403)
  })

  it('nothing ticked: the app gets invalid_scope', async () => {
    const page = await openConsent(service, editor, requestFor(clientId))
    const answer = await answerConsent(service, editor, { page, changes: { approved: undefined } })
    expect(parametersOf(answer)).toMatchObject({ error: 'invalid_scope', state: 'st&te=1 ü' })
  })

  it('the person says no: access_denied, with state and iss', async () => {
    const page = await openConsent(service, editor, requestFor(clientId))
    const answer = await answerConsent(service, editor, { page, changes: { action: 'deny' } })
    expect(answer.status).toBe(303)
    expect(parametersOf(answer)).toMatchObject({
      error: 'access_denied',
      state: 'st&te=1 ü',
      iss: 'http://localhost:4400/_cms',
    })
  })

  it('who is not signed in comes back after signing in, with the whole request', async () => {
    const request = requestFor(clientId, { resource: ['http://localhost:4400/_cms/api/mcp'] })
    const answer = await openConsent(service, null, request)
    expect(answer.status).toBe(302)
    const location = new URL(answer.headers['location'] ?? '', 'http://localhost')
    expect(location.pathname).toBe('/_cms/sign-in')
    const back = new URL(location.searchParams.get('return') ?? '', 'http://localhost')
    expect(back.pathname).toBe('/_cms/oauth/authorize')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      ...request.parameters,
      resource: 'http://localhost:4400/_cms/api/mcp',
    })
  })

  it('the session ended meanwhile: the form leads to signing in, and grants nothing', async () => {
    const page = await openConsent(service, editor, requestFor(clientId))
    const answer = await answerConsent(service, null, { page })
    expect(answer.status).toBe(303)
    expect(answer.headers['location']).toMatch(/^\/_cms\/sign-in\?return=%2F_cms%2Foauth%2Fauthorize%3F/)
    expect(answer.headers['location']).not.toContain('form_token')
  })

  it('the page is shown in no frame, kept by nobody, and forms lead here and to apps alone', async () => {
    const page = await openConsent(service, editor, requestFor(clientId))
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain(`frame-ancestors 'none'`)
    expect(policy).toContain(`form-action 'self' https:;`)
    expect(policy).not.toContain('unsafe')
    expect(page.headers['cache-control']).toContain('no-store')
    expect(page.headers['x-frame-options']).toBe('DENY')
  })

  it('what an app says of itself is text on the page', async () => {
    const id = await registerApp(service, { client_name: '<script>alert(1)</script>"\'' })
    const page = await openConsent(service, editor, requestFor(id, { state: '"><script>x</script>' }))
    expect(page.text).not.toContain('<script>alert')
    expect(page.text).not.toContain('<script>x')
    expect(page.text).toContain('&lt;script&gt;alert(1)')
  })

  it('scopes beyond the role are withheld, and the page says so', async () => {
    const request = requestFor(clientId, { scope: 'content:read schema:read schema:write admin' })
    const page = await openConsent(service, editor, request)
    expect(formOf(page)['approved']).toEqual(['content:read', 'schema:read'])
    expect(page.text).toContain('does not allow')
    expect(page.text).toContain('Administer the service')
    expect(page.text).not.toContain('Everything that your role may do')
    const answer = await answerConsent(service, editor, {
      page,
      changes: { approved: ['content:read', 'admin'] },
    })
    const tokens = await askToken(service, exchangeForm(parametersOf(answer)['code'] ?? '', request))
    expect(tokens.body.scope).toBe('content:read')
  })

  it('nothing that the role may hold was asked for: invalid_scope', async () => {
    const answer = await openConsent(service, editor, requestFor(clientId, { scope: 'admin schema:write' }))
    expect(answer.status).toBe(400)
    expect(redirectOf(answer)['error']).toBe('invalid_scope')
  })

  describe('requests that stay on a page, with no redirect', () => {
    it.each(
      rowsFor(engine, [
        ['an unknown app', { client_id: 'nobody' }],
        ['an app called __proto__', { client_id: '__proto__' }],
        ['no app', { client_id: undefined }],
        ['two apps', { client_id: ['octavo-cli', 'octavo-cli'] }],
        ['an address that was not registered', { redirect_uri: 'https://evil.example/callback' }],
        ['another path', { redirect_uri: 'https://app.example.com/callback/../other?from=octavo' }],
        ['a longer path', { redirect_uri: `${redirectUri}/more` }],
        ['another query', { redirect_uri: 'https://app.example.com/callback?from=octavo&x=1' }],
        ['upper case', { redirect_uri: redirectUri.toUpperCase() }],
        ['another port', { redirect_uri: 'https://app.example.com:8443/callback?from=octavo' }],
        ['http', { redirect_uri: redirectUri.replace('https', 'http') }],
        [
          'a name before the host',
          { redirect_uri: 'https://app.example.com@evil.example/callback?from=octavo' },
        ],
        ['a fragment', { redirect_uri: `${redirectUri}#x` }],
        ['a blank at the end', { redirect_uri: `${redirectUri} ` }],
        ['two addresses', { redirect_uri: [redirectUri, 'https://evil.example/'] }],
        ['a script', { redirect_uri: 'javascript:alert(1)' }],
      ]),
    )('%s', async (_, changes) => {
      for (const person of [null, editor]) {
        const answer = await openConsent(service, person, requestFor(clientId, changes))
        expect(answer.status, answer.text).toBe(400)
        expect(answer.headers['location']).toBeUndefined()
        expect(answer.headers['content-type']).toContain('text/html')
        expect(answer.text).not.toContain('javascript:alert')
      }
      const page = await openConsent(service, editor, requestFor(clientId))
      const forged = await answerConsent(service, editor, { page, changes })
      expect(forged.headers['location']).toBeUndefined()
      const denied = await answerConsent(service, editor, { page, changes: { ...changes, action: 'deny' } })
      expect(denied.headers['location']).toBeUndefined()
    })
  })

  it.each(
    rowsFor(engine, [
      ['no response_type', { response_type: undefined }, 'invalid_request'],
      ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
      ['two response_types', { response_type: ['code', 'code'] }, 'invalid_request'],
      ['no challenge', { code_challenge: undefined }, 'invalid_request'],
      ['an empty challenge', { code_challenge: '' }, 'invalid_request'],
      ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
      ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['no method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
      ['an unknown scope', { scope: 'content:read everything' }, 'invalid_scope'],
      ['the scope __proto__', { scope: '__proto__' }, 'invalid_scope'],
      ['a foreign resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
      [
        'one foreign resource of two',
        { resource: ['http://localhost:4400', 'https://evil.example'] },
        'invalid_target',
      ],
    ]),
  )('%s: strangers sign in first, then a page leads back with %3$s', async (_, changes, error) => {
    const stranger = await openConsent(service, null, requestFor(clientId, changes))
    expect(stranger.status).toBe(302)
    expect(stranger.headers['location']).toMatch(/^\/_cms\/sign-in\?return=/)
    const answer = await openConsent(service, editor, requestFor(clientId, changes))
    expect(answer.status).toBe(400)
    expect(answer.headers['location']).toBeUndefined()
    expect(answer.text).not.toContain('The app is told')
    const reported = { error, state: 'st&te=1 ü', iss: 'http://localhost:4400/_cms' }
    expect(redirectOf(answer)).toMatchObject(reported)
    const redirect_uri = 'http://localhost:41234/cb'
    const own = requestFor('octavo-cli', { redirect_uri, ...changes })
    expect((await openConsent(service, null, own)).headers['location']).toMatch(/^\/_cms\/sign-in\?/)
    const direct = await openConsent(service, editor, own)
    expect(direct.status).toBe(302)
    expect(direct.headers['location']).toMatch(/^http:\/\/localhost:41234\/cb\?error=/)
    expect(parametersOf(direct)).toMatchObject(reported)
  })

  it.each(
    rowsFor(engine, [
      'http://localhost:1/é',
      'http://localhost:1/é😀',
      'http://localhost:99999/cb',
      'http://localhost:1/\u0001',
      'http://localhost:1/\u007f',
    ]),
  )('the command line cannot be answered at %j: a page, and nothing is written', async (redirect_uri) => {
    const request = requestFor('octavo-cli', { redirect_uri })
    for (const person of [null, editor]) {
      const answer = await openConsent(service, person, request)
      expect(answer.status, answer.text).toBe(400)
      expect(answer.headers['location']).toBeUndefined()
      expect(answer.headers['content-type']).toContain('text/html')
    }
    const count = () => service.services.database.reader.rows('SELECT id FROM oauth_grants', [])
    const before = await count()
    const right = requestFor('octavo-cli', { redirect_uri: 'http://localhost:1/%C3%A9' })
    const page = await openConsent(service, editor, right)
    const answer = await answerConsent(service, editor, { page, changes: { redirect_uri } })
    expect([answer.status, answer.headers['location']]).toEqual([400, undefined])
    expect(await count()).toEqual(before)
    const accepted = await answerConsent(service, editor, { page })
    expect(accepted.headers['location']).toMatch(/^http:\/\/localhost:1\/%C3%A9\?code=/)
  })

  it.each(
    rowsFor(engine, [
      'http://localhost:4400',
      'http://localhost:4400/',
      'http://localhost:4400/_cms/api',
      'http://localhost:4400/_cms/api/mcp',
    ]),
  )('the resource %s is ours', async (resource) => {
    const request = requestFor(clientId, { resource })
    const code = await approvedCode(service, editor, request)
    const answer = await askToken(service, { ...exchangeForm(code, request), resource })
    expect(answer.status, answer.text).toBe(200)
  })

  describe('exchanges', () => {
    const foreign = 'M'.repeat(43)

    it.each(
      rowsFor(engine, [
        ['no grant_type', { grant_type: undefined }, 'invalid_request'],
        ['another grant_type', { grant_type: 'password' }, 'unsupported_grant_type'],
        ['the grant_type __proto__', { grant_type: '__proto__' }, 'unsupported_grant_type'],
        ['no client_id', { client_id: undefined }, 'invalid_request'],
        ['an unknown client_id', { client_id: 'nobody' }, 'invalid_client'],
        ['no code', { code: undefined }, 'invalid_request'],
        ['an unknown code', { code: 'x' }, 'invalid_grant'],
        ['two codes', { code: ['x', 'y'] }, 'invalid_request'],
        ['no verifier', { code_verifier: undefined }, 'invalid_request'],
      ]),
    )('%s: %3$s, and the code can still be used', async (_, changes, error) => {
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(service, editor, request), request)
      expectRefusal(await askToken(service, { ...form, ...changes }), error)
      expect((await askToken(service, form)).status).toBe(200)
    })

    it.each(
      rowsFor(engine, [
        ['a foreign app', { client_id: 'octavo-cli' }, 'invalid_grant'],
        ['a wrong verifier', { code_verifier: foreign }, 'invalid_grant'],
        ['a verifier that is too short', { code_verifier: 'x' }, 'invalid_grant'],
        ['another redirect_uri', { redirect_uri: 'https://app.example.com/other' }, 'invalid_grant'],
        ['a foreign resource', { resource: 'https://evil.example' }, 'invalid_target'],
      ]),
    )('%s: %3$s, and the code is burnt', async (_, changes, error) => {
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(service, editor, request), request)
      expectRefusal(await askToken(service, { ...form, ...changes }), error)
      expectRefusal(await askToken(service, form), 'invalid_grant')
    })

    it('the challenge itself is no verifier', async () => {
      const request = requestFor(clientId)
      const code = await approvedCode(service, editor, request)
      const form = { ...exchangeForm(code, request), code_verifier: request.pkce.challenge }
      expectRefusal(await askToken(service, form), 'invalid_grant')
    })

    it('a resource other than the approved one is refused', async () => {
      const request = requestFor(clientId, { resource: 'http://localhost:4400/_cms/api/mcp' })
      const code = await approvedCode(service, editor, request)
      const form = { ...exchangeForm(code, request), resource: 'http://localhost:4400' }
      expectRefusal(await askToken(service, form), 'invalid_target')
    })

    it('a code is good for ten minutes', async () => {
      const request = requestFor(clientId)
      const [first, second] = [
        await approvedCode(service, editor, request),
        await approvedCode(service, editor, request),
      ]
      service.clock.forward(10 * minute - 1)
      expect((await askToken(service, exchangeForm(first, request))).status).toBe(200)
      service.clock.forward(1)
      expectRefusal(await askToken(service, exchangeForm(second, request)), 'invalid_grant')
    })

    it('a code that comes again ends all that it gave', async () => {
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(service, editor, request), request)
      const { body } = await askToken(service, form)
      dataOf(await me(body.access_token))
      expectRefusal(await askToken(service, form), 'invalid_grant')
      expectFailure(await me(body.access_token), '401 UNAUTHORIZED')
      expectRefusal(await refresh(service, clientId, body), 'invalid_grant')
    })

    it('of exchanges at once one wins, and what it got ends with the second', async () => {
      const request = requestFor(clientId)
      const form = exchangeForm(await approvedCode(service, editor, request), request)
      const answers = await Promise.all(Array.from({ length: 4 }, () => askToken(service, form)))
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200))
        expectRefusal(answer, 'invalid_grant')
      expectFailure(await me(won[0]?.body.access_token), '401 UNAUTHORIZED')
    })

    it('a person who was disabled or lost the role meanwhile gives nothing', async () => {
      const person = await personWithSession(service, 50)
      const request = requestFor(clientId, { scope: 'schema:write content:read' })
      const [demoted, disabled] = [
        await approvedCode(service, person, request),
        await approvedCode(service, person, request),
      ]
      await changeUser(service, person, 'role = 40')
      expect((await askToken(service, exchangeForm(demoted, request))).body.scope).toBe('content:read')
      await changeUser(service, person, 'disabled = 1')
      expectRefusal(await askToken(service, exchangeForm(disabled, request)), 'invalid_grant')
    })
  })

  it('secrets are kept as hashes alone', async () => {
    const request = requestFor(clientId)
    const code = await approvedCode(service, editor, request)
    const { body } = await askToken(service, exchangeForm(code, request))
    const { reader } = service.services.database
    const stored = JSON.stringify([
      await reader.rows('SELECT * FROM oauth_codes', []),
      await reader.rows('SELECT * FROM oauth_tokens', []),
      await reader.rows('SELECT * FROM oauth_grants', []),
    ])
    for (const secret of [code, body.access_token, body.refresh_token]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(secret.slice(8))
    }
  })
})
