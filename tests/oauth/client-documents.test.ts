import type { ServerResponse } from 'node:http'
import { Outbound } from '@octavo/server/platform/outbound/outbound'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type HttpsServer, startHttpsServer } from '../setup/https-server.ts'
import {
  approvedCode,
  askToken,
  exchangeForm,
  expectRefusal,
  authorizeApp,
  openConsent,
  type Person,
  personWithSession,
  redirectUri,
  refresh,
  requestFor,
  send,
} from '../setup/oauth.ts'
import { startService, type TestService } from '../setup/service.ts'

const host = 'app.example.com'

describe('apps whose id is the address of a document', () => {
  let server: HttpsServer
  let service: TestService
  let person: Person
  let answer: (response: ServerResponse, url: string) => void
  let resolved: string[]
  /** where the name leads, one list for each time that it is asked for; the last stays */
  let addresses: string[][]
  let count = 0

  beforeAll(async () => {
    server = await startHttpsServer(host, ({ url = '' }, response) => answer(response, url))
    const outbound = new Outbound({
      resolve: async (name) => {
        resolved.push(name)
        const list = addresses.length > 1 ? addresses.shift() : addresses[0]
        return (list ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      },
      mayReach: (address) => address === '127.0.0.1',
      ca: server.ca,
    })
    service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT: 'off' }, outbound })
    person = await personWithSession(service, 40)
  })
  afterAll(async () => {
    await service.close()
    await server.close()
  })
  afterEach(() => {
    addresses = [['127.0.0.1']]
  })

  /** A new address of a document, which is answered by it, changed as `changes` say. */
  function newDocument(changes: Record<string, unknown> = {}): string {
    const id = `https://${host}:${server.port}/apps/${++count}`
    addresses ??= [['127.0.0.1']]
    resolved = []
    answer = (response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(
        JSON.stringify({
          client_id: id,
          client_name: 'Documented app',
          redirect_uris: [redirectUri],
          token_endpoint_auth_method: 'none',
          ...changes,
        }),
      )
    }
    return id
  }

  const open = (id: string) => openConsent(service, person, requestFor(id))

  /** The page says why; nobody is sent anywhere. */
  async function expectUnusable(id: string, reason: string): Promise<void> {
    const page = await open(id)
    expect([page.status, page.headers['location']]).toEqual([400, undefined])
    expect(page.text).toContain(reason)
  }

  it('are let in like others, and are asked for their document once', async () => {
    const id = newDocument()
    const request = requestFor(id)
    const tokens = await authorizeApp(service, person, request)
    expect((await refresh(service, id, tokens)).status).toBe(200)
    const page = await open(id)
    expect(page.text).toContain('Documented app')
    expect(page.text).toContain(id)
    expect(resolved).toEqual([host])
    expect(server.requests.at(-1)).toEqual({
      url: new URL(id).pathname,
      host: new URL(id).host,
      cookie: undefined,
    })
    const { items } = (await service.ask('GET', '/auth/apps', { token: null, headers: person.session })).body
      .data
    expect(items[0]).toMatchObject({ clientId: id, name: 'Documented app' })
  })

  it('have the host for a name when they give none, and their document is asked for again in time', async () => {
    const id = newDocument({ client_name: undefined })
    expect((await open(id)).text).toContain(`Allow access for ${new URL(id).host}?`)
    service.clock.forward(10 * 60_000)
    person = await personWithSession(service, 40)
    await open(id)
    expect(resolved).toHaveLength(2)
  })

  it('may not use the codes of others', async () => {
    const [id, other] = [newDocument(), `https://${host}:${server.port}/apps/other`]
    newDocument({ client_id: id })
    const request = requestFor(id)
    const code = await approvedCode(service, person, request)
    expectRefusal(
      await askToken(service, { ...exchangeForm(code, request), client_id: other }),
      'invalid_grant',
    )
  })

  it('are not fetched for strangers', async () => {
    const id = newDocument()
    const page = await openConsent(service, null, requestFor(id))
    expect(page.headers['location']).toMatch(/^\/_cms\/sign-in\?/)
    expect(resolved).toEqual([])
  })

  describe('in the device flow', () => {
    const device = 'urn:ietf:params:oauth:grant-type:device_code'
    const start = async (id: string): Promise<{ device_code: string; user_code: string }> => {
      const form = { client_id: id, scope: 'content:read content:write' }
      const answered = await send(service, 'POST', '/_cms/api/oauth/device/code', { form })
      expect(answered.status, answered.text).toBe(200)
      return answered.body
    }
    const page = (code: string, session: Record<string, string>) =>
      send(service, 'GET', '/_cms/device', { query: { user_code: code }, headers: session })
    const poll = (id: string, device_code: string) =>
      askToken(service, { grant_type: device, client_id: id, device_code })
    const decide = (code: string, action: string) =>
      service.ask('POST', '/oauth/device/authorize', {
        token: null,
        headers: person.session,
        body: { user_code: code, action },
      })

    it('are fetched for a person who is signed in, not for anybody before', async () => {
      const id = newDocument({ grant_types: [device], scope: 'content:read media:read' })
      const { device_code, user_code } = await start(id)
      expect((await page(user_code, {})).status).toBe(302)
      expectRefusal(await poll(id, device_code), 'authorization_pending')
      expect(resolved).toEqual([])
      const shown = await page(user_code, person.session)
      expect([shown.status, resolved]).toEqual([200, [host]])
      expect(shown.text).toContain('Documented app')
      expect(shown.text).not.toContain('content:write')
      const { data } = (await decide(user_code, 'approve')).body
      expect(data).toMatchObject({ client: { id, name: 'Documented app' }, scopes: ['content:read'] })
      expect((await poll(id, device_code)).body.scope).toBe('content:read')
      expect(resolved).toEqual([host])
    })

    it.each([
      ['says nothing of it', {}, 'did not register', 'unauthorized_client'],
      ['is that of another', { client_id: 'https://other.example/x' }, 'own address', 'invalid_client'],
      [
        'has other scopes',
        { grant_types: [device], scope: 'media:read' },
        'any of the scopes',
        'invalid_scope',
      ],
    ])(
      'whose document %s: the page says why, and the app gets the error',
      async (_, changes, reason, error) => {
        const id = newDocument(changes)
        const { device_code, user_code } = await start(id)
        const shown = await page(user_code, person.session)
        expect(shown.status).toBe(409)
        expect(shown.text).toContain(reason)
        expectRefusal(await poll(id, device_code), error)
        expect((await decide(user_code, 'approve')).status).toBe(404)
      },
    )

    it('are looked at also where somebody approves without the page, and not to say no', async () => {
      const [id, other] = [newDocument(), await start(newDocument())]
      expect((await decide(other.user_code, 'deny')).status).toBe(200)
      expect(resolved).toEqual([])
      newDocument({ client_id: id })
      const { user_code, device_code } = await start(id)
      expect((await decide(user_code, 'approve')).status).toBe(409)
      expectRefusal(await poll(id, device_code), 'unauthorized_client')
    })
  })

  it.each([
    ['another id', { client_id: 'https://app.example.com/other' }, 'own address'],
    ['no id', { client_id: undefined }, 'own address'],
    ['a secret', { client_secret: 'x' }, 'secret'],
    ['a way to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }, 'must be none'],
    ['no addresses', { redirect_uris: [] }, 'redirect_uris'],
    ['a dangerous address', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris'],
    ['a name that is none', { client_name: { toString: 'x' } }, 'client_name'],
  ])('%s: cannot be used', async (_, changes, reason) => {
    await expectUnusable(newDocument(changes), reason)
  })

  it('with an address that is not in the document nobody is sent anywhere', async () => {
    const request = requestFor(newDocument(), { redirect_uri: 'https://evil.example/' })
    const page = await openConsent(service, person, request)
    expect([page.status, page.headers['location']]).toEqual([400, undefined])
  })

  it.each<[name: string, answer: (response: ServerResponse) => void, reason: string]>([
    ['not found', (response) => response.writeHead(404).end('{}'), '200'],
    [
      'sent on',
      (response) => response.writeHead(302, { location: `https://${host}/elsewhere` }).end(),
      '200',
    ],
    ['a page', (response) => response.setHeader('content-type', 'text/html').end('<p>'), 'application/json'],
    ['no type', (response) => response.end('{}'), 'application/json'],
    ['no JSON', (response) => response.setHeader('content-type', 'application/json').end('{'), 'JSON object'],
    ['a list', (response) => response.setHeader('content-type', 'application/json').end('[]'), 'JSON object'],
    [
      'not UTF-8',
      (response) =>
        response.setHeader('content-type', 'application/json').end(Buffer.from([0x22, 0xff, 0x22])),
      'JSON object',
    ],
    [
      'too large',
      (response) => response.setHeader('content-type', 'application/json').end(`"${'x'.repeat(40_000)}"`),
      'larger than',
    ],
    [
      'too large without saying how large',
      (response) => {
        response.setHeader('content-type', 'application/json')
        const timer = setInterval(() => response.write('x'.repeat(10_000)), 1)
        response.on('close', () => clearInterval(timer))
      },
      'larger than',
    ],
    ['cut off', (response) => response.destroy(), 'could not be reached'],
    [
      'of another protocol',
      (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'websocket' }).end(),
      'could not be reached',
    ],
  ])('a document that is %s', async (_, answers, reason) => {
    const id = newDocument()
    answer = answers
    await expectUnusable(id, reason)
  })

  it('a document that never ends', { tags: 'long' }, async () => {
    const id = newDocument()
    answer = (response) => {
      response.setHeader('content-type', 'application/json')
      const timer = setInterval(() => response.write(' '), 200)
      response.on('close', () => clearInterval(timer))
    }
    const began = Date.now()
    await expectUnusable(id, 'could not be reached')
    expect(Date.now() - began).toBeLessThan(20_000)
  })

  it.each([
    ['a private address', [['10.0.0.1']], 'not on the public network'],
    ['a private address beside a public one', [['127.0.0.1', '10.0.0.1']], 'not on the public network'],
    ['the same the other way round', [['10.0.0.1', '127.0.0.1']], 'not on the public network'],
    ['no address', [[]], 'its host is unknown'],
  ])('a name that leads to %s is not followed', async (_, leads, reason) => {
    const before = server.requests.length
    const id = newDocument()
    addresses = leads
    await expectUnusable(id, reason)
    expect(server.requests).toHaveLength(before)
  })

  it('a name that leads elsewhere the second time: the checked address is the one that is asked', async () => {
    const id = newDocument()
    addresses = [['127.0.0.1'], ['10.0.0.1']]
    expect((await open(id)).status).toBe(200)
    expect(resolved).toEqual([host])
  })

  it.each([
    'http://app.example.com/app',
    'https://app.example.com',
    'https://app.example.com/',
    'https://app.example.com/app#x',
    'https://app.example.com/a/../b',
    'https://APP.example.com/app',
    'https://user@app.example.com/app',
    'https://app.example.com:443/app',
    'https://127.1/app',
    'https://2130706433/app',
    'ftp://app.example.com/app',
  ])('%s is no address of a document', async (id) => {
    newDocument()
    await expectUnusable(id, 'no app with this client_id')
    expect(resolved).toEqual([])
  })
})

describe('with the real network', () => {
  let service: TestService
  let person: Person
  beforeAll(async () => {
    service = await startService('sqlite', { env: { OCTAVO_RATE_LIMIT: 'off' } })
    person = await personWithSession(service, 50)
  })
  afterAll(() => service.close())

  it.each([
    'https://127.0.0.1/app',
    'https://10.0.0.1/app',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/app',
    'https://[::ffff:7f00:1]/app',
    'https://[fe80::1]/app',
    'https://localhost/app',
  ])('%s is not asked', async (id) => {
    const page = await openConsent(service, person, requestFor(id))
    expect([page.status, page.headers['location']]).toEqual([400, undefined])
    expect(page.text).toContain('not on the public network')
  })

  it('addresses of this machine are refused though something listens there', async () => {
    const server = await startHttpsServer('localhost', (_request, response) => response.end('{}'))
    for (const name of ['localhost', '127.0.0.1']) {
      const page = await openConsent(service, person, requestFor(`https://${name}:${server.port}/app`))
      expect(page.text).toContain('not on the public network')
    }
    expect(server.requests).toEqual([])
    await server.close()
  })
})

describe('many at once', () => {
  it('are not all fetched', async () => {
    const server = await startHttpsServer(host, () => undefined)
    const outbound = new Outbound({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      mayReach: () => true,
      ca: server.ca,
    })
    const limits = { milliseconds: 500, maxBytes: 10, accept: '*/*' }
    const all = await Promise.allSettled(
      Array.from({ length: 15 }, () => outbound.get(new URL(`https://${host}:${server.port}/`), limits)),
    )
    const reasons = all.map((one) => (one.status === 'rejected' ? String(one.reason) : ''))
    expect(reasons.filter((reason) => reason.includes('too many downloads'))).toHaveLength(5)
    expect(reasons.filter((reason) => reason.includes('in time'))).toHaveLength(10)
    expect(server.requests.length).toBeLessThanOrEqual(10)
    await server.close()
  })
})
