import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  approvedCode,
  askToken,
  exchangeForm,
  expectRefusal,
  authorizeApp,
  openConsent,
  personWithSession,
  refresh,
  registerApp,
  requestFor,
  send,
  redirectOf,
} from '../setup/oauth.ts'
import { rowsOf } from '../setup/tables.ts'
import { engines, rowsFor, startService, type TestService } from '../setup/service.ts'
import { removeExpiredGrants } from '@octavo/server/identity/grants/expiry-store'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'
const uri = 'https://app.example.com/callback'
const day = 24 * 60 * 60 * 1000

describe.each(engines)('apps on %s', (engine) => {
  let service: TestService
  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())

  const register = (json: unknown) => send(service, 'POST', '/_cms/api/oauth/register', { json })

  it('register, and get what was registered', async () => {
    const answer = await register({
      client_name: 'Néw ✨ app',
      client_uri: 'https://app.example.com',
      redirect_uris: [uri, 'http://127.0.0.1/cb'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'media:read content:read',
      software_id: 'something',
      jwks: { keys: [] },
    })
    expect([answer.status, answer.headers['cache-control']]).toEqual([201, 'no-store'])
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^app_[\w-]{22}$/),
      client_id_issued_at: Math.floor(service.clock.now.getTime() / 1000),
      client_name: 'Néw ✨ app',
      client_uri: 'https://app.example.com',
      redirect_uris: [uri, 'http://127.0.0.1/cb'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'content:read media:read',
    })
  })

  it.each(
    rowsFor(engine, [
      ['nothing', undefined, 'invalid_client_metadata'],
      ['a list', [], 'invalid_client_metadata'],
      ['no addresses', { client_name: 'X' }, 'invalid_redirect_uri'],
      ['an empty list of addresses', { redirect_uris: [] }, 'invalid_redirect_uri'],
      ['addresses that are no list', { redirect_uris: uri }, 'invalid_redirect_uri'],
      ['an address that is a number', { redirect_uris: [1] }, 'invalid_redirect_uri'],
      [
        'too many addresses',
        { redirect_uris: Array.from({ length: 21 }, () => uri) },
        'invalid_redirect_uri',
      ],
      [
        'one wrong address of two',
        { redirect_uris: [uri, 'http://app.example.com'] },
        'invalid_redirect_uri',
      ],
      ['an unknown grant', { redirect_uris: [uri], grant_types: ['password'] }, 'invalid_client_metadata'],
      [
        'no grant that begins',
        { redirect_uris: [uri], grant_types: ['refresh_token'] },
        'invalid_client_metadata',
      ],
      ['the implicit grant', { redirect_uris: [uri], response_types: ['token'] }, 'invalid_client_metadata'],
      ['an unknown scope', { redirect_uris: [uri], scope: 'content:read openid' }, 'invalid_client_metadata'],
      ['the scope __proto__', { redirect_uris: [uri], scope: '__proto__' }, 'invalid_client_metadata'],
      ['a name that is a number', { redirect_uris: [uri], client_name: 1 }, 'invalid_client_metadata'],
      ['a name of two lines', { redirect_uris: [uri], client_name: 'a\nb' }, 'invalid_client_metadata'],
      [
        'a name that turns around',
        { redirect_uris: [uri], client_name: 'a\u202Eb' },
        'invalid_client_metadata',
      ],
      ['a long name', { redirect_uris: [uri], client_name: 'x'.repeat(101) }, 'invalid_client_metadata'],
      [
        'a script as home page',
        { redirect_uris: [uri], client_uri: 'javascript:alert(1)' },
        'invalid_client_metadata',
      ],
    ]),
  )('%s: %3$s', async (_, json, error) => {
    expectRefusal(await register(json), error)
  })

  it.each(
    rowsFor(engine, [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'ftp://app.example.com/',
      'mailto:x@example.com',
      'ms-msdt:/id',
      'ms-officecmd:x',
      'itms-services://?action=download-manifest',
      'android-app://com.example/cb',
      'steam://run/1',
      'x-apple.systempreferences:x',
      'http://localhost:99999/cb',
      'http://app.example.com/cb',
      'http://127.0.0.1.evil.example/cb',
      'http://localhost.evil.example/cb',
      'http://127.0.0.1@evil.example/cb',
      'http://0x7f.1/cb',
      'http://[::ffff:127.0.0.1]/cb',
      'http://localhost/cb#x',
      'https://app.example.com/cb#x',
      'https://user:password@app.example.com/cb',
      'https://*.example.com/cb',
      'https:app.example.com',
      'https:///app.example.com',
      'https://app.example.com\\@evil.example',
      'https://app.example.com;default-src/cb',
      'https://app.exämple.com/cb',
      ' https://app.example.com/cb',
      'https://app.example.com/c b',
      '//app.example.com/cb',
      '/callback',
      'callback',
      '',
    ]),
  )('the address %j is none to be sent back to', async (redirect) => {
    expectRefusal(await register({ redirect_uris: [redirect] }), 'invalid_redirect_uri')
  })

  it.each(
    rowsFor(engine, [
      'https://app.example.com',
      'https://app.example.com:8443/cb?x=%20y',
      'http://localhost',
      'http://localhost:3000/cb',
      'http://[::1]:3000/',
      'com.example.app:/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://publisher.extension/cb',
      'vscode-insiders://publisher.extension/cb',
      'claude://cb',
      'windsurf://cb',
      'zed://cb',
    ]),
  )('the address %j is one', async (redirect) => {
    expect((await register({ redirect_uris: [redirect] })).status).toBe(201)
  })

  describe('on the way back', () => {
    const opens = async (
      registered: readonly string[],
      redirect_uri: string | undefined,
    ): Promise<number> => {
      const person = await personWithSession(service, 40)
      const id = await registerApp(service, { redirect_uris: registered })
      return (await openConsent(service, person, requestFor(id, { redirect_uri }))).status
    }

    it.each(
      rowsFor(engine, [
        [['http://127.0.0.1/cb'], 'http://127.0.0.1:41234/cb', 200],
        [['http://127.0.0.1:8080/cb'], 'http://127.0.0.1/cb', 200],
        [['http://localhost:1/cb?a=b'], 'http://localhost:2/cb?a=b', 200],
        [['http://[::1]/cb'], 'http://[::1]:9/cb', 200],
        [['http://127.0.0.1/cb'], 'http://localhost:1/cb', 400],
        [['http://127.0.0.1/cb'], 'http://127.0.0.1:1/other', 400],
        [['http://127.0.0.1/cb'], 'http://127.0.0.1:1/cb?x', 400],
        [['http://127.0.0.1/cb'], 'https://127.0.0.1:1/cb', 400],
        [['http://127.0.0.1/cb'], 'http://127.0.0.1:1@evil.example/cb', 400],
        [['https://app.example.com:1/cb'], 'https://app.example.com:2/cb', 400],
        [['com.example.app:/cb'], 'com.example.app:/cb', 200],
        [['com.example.app:/cb'], 'com.example.app:/other', 400],
        [[uri], undefined, 200],
        [[uri, 'https://app.example.com/b'], undefined, 400],
      ]),
    )('registered %j, asked %j: %i', async (registered, asked, status) => {
      expect(await opens(registered, asked)).toBe(status)
    })

    it.each(
      rowsFor(engine, [
        ['http://127.0.0.1:50000/any/path', 200],
        ['http://localhost:50000', 200],
        ['https://localhost:50000/', 400],
        ['http://example.com/', 400],
        ['com.example.app:/cb', 400],
      ]),
    )('the command line is on its own machine: %s, %i', async (redirect_uri, status) => {
      const person = await personWithSession(service, 40)
      const answer = await openConsent(service, person, requestFor('octavo-cli', { redirect_uri }))
      expect(answer.status).toBe(status)
    })
  })

  it('may ask for the scopes that they registered for, and no others', async () => {
    const person = await personWithSession(service, 50)
    const id = await registerApp(service, { scope: 'content:read media:read' })
    const beyond = await openConsent(service, person, requestFor(id, { scope: 'content:write' }))
    expect(redirectOf(beyond)['error']).toBe('invalid_scope')
    const tokens = await authorizeApp(service, person, requestFor(id, { scope: undefined }))
    expect(tokens.scope).toBe('content:read media:read')
  })

  it('that ask for nothing get what most need', async () => {
    const person = await personWithSession(service, 50)
    const id = await registerApp(service)
    const { scope } = await authorizeApp(service, person, requestFor(id, { scope: undefined }))
    expect(scope).toBe('content:read content:write media:read media:write schema:read')
  })

  it('that registered for the device flow alone have no code flow', async () => {
    const id = await registerApp(service, { grant_types: [deviceGrant] })
    const person = await personWithSession(service, 40)
    const answer = await openConsent(service, person, requestFor(id))
    expect(redirectOf(answer)['error']).toBe('unauthorized_client')
  })

  it('what is over is removed, what is granted stays', async () => {
    const person = await personWithSession(service, 40)
    const [used, unused] = [await registerApp(service), await registerApp(service)]
    const request = requestFor(used)
    const tokens = await authorizeApp(service, person, request)
    await approvedCode(service, person, requestFor('octavo-cli', { redirect_uri: 'http://127.0.0.1/' }))
    await send(service, 'POST', '/_cms/api/oauth/device/code', { form: { client_id: 'octavo-cli' } })
    const clean = () => removeExpiredGrants(service.services.database, service.clock.now.toISOString())
    const count = async (table: string): Promise<number> =>
      (await rowsOf(service, `SELECT 1 FROM ${table}`)).length
    await clean()
    expect(await count('device_codes')).toBe(1)
    service.clock.forward(day)
    expect(await clean()).toBeGreaterThan(0)
    expect([await count('device_codes'), await count('oauth_codes')]).toEqual([0, 0])
    const clients = (await rowsOf(service, 'SELECT id FROM oauth_clients')).map(({ id }) => id)
    expect(clients).toContain(used)
    expect(clients).not.toContain(unused)
    const next = await refresh(service, used, tokens)
    expect(next.status, next.text).toBe(200)
    // A used one is still known for what it is.
    service.clock.forward(80 * day)
    await clean()
    expectRefusal(await refresh(service, used, tokens), 'invalid_grant')
    expectRefusal(await refresh(service, used, next.body), 'invalid_grant')
    service.clock.forward(200 * day)
    await clean()
    for (const table of ['oauth_clients', 'oauth_grants', 'oauth_tokens']) expect(await count(table)).toBe(0)
    expect(await clean()).toBe(0)
    const form = exchangeForm('x', request)
    expectRefusal(await askToken(service, form), 'invalid_client')
  })
})
