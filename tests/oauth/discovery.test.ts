import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectFailure } from '../setup/answers.ts'
import { expectRefusal, send } from '../setup/oauth.ts'
import { startService, type TestService } from '../setup/service.ts'

const base = 'https://cms.example.com'
const scopes = [
  'content:read',
  'content:write',
  'media:read',
  'media:write',
  'schema:read',
  'schema:write',
  'admin',
]

const documents = {
  '/.well-known/oauth-protected-resource': 'resource',
  '/.well-known/oauth-protected-resource/_cms/api/mcp': 'resource',
  '/_cms/.well-known/oauth-authorization-server': 'server',
  '/.well-known/oauth-authorization-server/_cms': 'server',
} as const

const bodies = {
  resource: {
    resource: `${base}/_cms/api/mcp`,
    authorization_servers: [`${base}/_cms`],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  },
  server: {
    issuer: `${base}/_cms`,
    authorization_endpoint: `${base}/_cms/oauth/authorize`,
    token_endpoint: `${base}/_cms/api/oauth/token`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    device_authorization_endpoint: `${base}/_cms/api/oauth/device/code`,
    registration_endpoint: `${base}/_cms/api/oauth/register`,
    revocation_endpoint: `${base}/_cms/api/oauth/revoke`,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  },
} as const

const endpoints = [
  '/_cms/api/oauth/token',
  '/_cms/api/oauth/token/revoke',
  '/_cms/api/oauth/revoke',
  '/_cms/api/oauth/register',
  '/_cms/api/oauth/device/code',
]

describe('discovery', () => {
  let service: TestService
  beforeAll(async () => {
    // An origin that the API lets in with credentials must not get them here.
    service = await startService('sqlite', {
      env: {
        OCTAVO_BASE_URL: base,
        OCTAVO_CORS_ORIGINS: 'https://app.example.com',
        OCTAVO_RATE_LIMIT: 'off',
      },
    })
  })
  afterAll(() => service.close())

  it.each(Object.entries(documents))(
    '%s is as specified, whatever the Host header says',
    async (path, kind) => {
      const answer = await send(service, 'GET', path, {
        headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      })
      expect([answer.status, answer.body]).toEqual([200, bodies[kind]])
      expect(answer.headers['content-type']).toContain('application/json')
    },
  )

  it.each([...Object.keys(documents), ...endpoints])(
    '%s may be asked by any origin, without credentials',
    async (path) => {
      const method = path in documents ? 'GET' : 'POST'
      for (const origin of ['https://anything.example', 'https://app.example.com', 'null']) {
        const headers = {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type, mcp-protocol-version, authorization',
        }
        const asked = await send(service, 'OPTIONS', path, { headers })
        expect(asked.status).toBe(204)
        const answer = await send(service, method, path, {
          headers: { origin },
          ...(method === 'POST' && { json: {} }),
        })
        for (const { headers: reported } of [asked, answer]) {
          expect(reported['access-control-allow-origin']).toBe('*')
          expect(reported['access-control-allow-credentials']).toBeUndefined()
        }
        expect(asked.headers['access-control-allow-methods']).toBe(method)
        expect(asked.headers['access-control-allow-headers']).toBe('*, Authorization')
      }
    },
  )

  it('the rest of the API keeps to the configured origins', async () => {
    const { headers } = await send(service, 'GET', '/_cms/api/content/posts', {
      headers: { origin: 'https://anything.example' },
    })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('a 401 of the API asks for a token', async () => {
    const answer = await service.ask('GET', '/content/posts', { token: null })
    expectFailure(answer, '401 UNAUTHORIZED')
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  describe('bodies that are none', () => {
    it.each(endpoints.filter((path) => !path.endsWith('register')))(
      '%s refuses them in the form of the RFCs',
      async (path) => {
        for (const json of [
          '{',
          '[]',
          '"x"',
          '1',
          'null',
          '{"client_id": 1, "token": {}}',
          '{"client_id":{"a":1}}',
        ])
          expectRefusal(await send(service, 'POST', path, { json }), 'invalid_request')
        expectRefusal(await send(service, 'POST', path), 'invalid_request')
        expectRefusal(
          await send(service, 'POST', path, { form: { client_id: 'a\u0000b', token: '\u0000' } }),
          'invalid_request',
        )
        const headers = { 'content-type': 'text/plain' }
        expectRefusal(await send(service, 'POST', path, { json: 'x', headers }), 'invalid_request', 415)
        const large = { json: { token: 'x'.repeat(70_000) } }
        expectRefusal(await send(service, 'POST', path, large), 'invalid_request', 413)
      },
    )
  })

  it('keys that reach into prototypes are keys like others', async () => {
    const json = '{"grant_type":"refresh_token","__proto__":{"client_id":"octavo-cli"},"constructor":"x"}'
    for (const path of ['/_cms/api/oauth/token', '/_cms/api/oauth/revoke'])
      expectRefusal(await send(service, 'POST', path, { json }), 'invalid_request')
  })

  it('a client that sends a secret gets the error that there are none', async () => {
    const answer = await send(service, 'POST', '/_cms/api/oauth/token', {
      form: { grant_type: 'refresh_token', refresh_token: 'x' },
      headers: { authorization: `Basic ${Buffer.from('app:secret').toString('base64')}` },
    })
    expectRefusal(answer, 'invalid_client', 401)
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /)
  })
})

describe('rate limits', () => {
  const form = { client_id: 'octavo-cli' }

  it.each([
    ['/_cms/api/oauth/token', '/_cms/api/oauth/token', '/_cms/api/oauth/revoke'],
    ['/_cms/api/oauth/revoke', '/_cms/api/oauth/token/revoke', '/_cms/api/oauth/token'],
    ['/_cms/api/oauth/device/code', '/_cms/api/oauth/device/code', '/_cms/api/oauth/device/authorize'],
    ['/_cms/api/oauth/register', '/_cms/api/oauth/register', '/_cms/api/oauth/device/code'],
  ])('thirty a minute and address at %s', async (path, sibling, other) => {
    const service = await startService('sqlite')
    const ask = (url: string) => send(service, 'POST', url, { form })
    for (let turn = 0; turn < 30; turn++) expect((await ask(path)).status).not.toBe(429)
    for (const url of [path, sibling]) {
      const answer = await ask(url)
      expectRefusal(answer, 'too_many_requests', 429)
      expect(answer.headers['retry-after']).toBe('60')
    }
    expect((await ask(other)).status).not.toBe(429)
    service.clock.forward(60_000)
    expect((await ask(path)).status).not.toBe(429)
    await service.close()
  })

  it('the log keeps nothing of a request that somebody else could use', async () => {
    const lines: Record<string, unknown>[] = []
    const service = await startService('sqlite', { onLog: (line) => void lines.push(line) })
    const secrets = 'state=S3CRET%261&code_challenge=S3CRET&user_code=S3CRET&code=S3CRET&token=S3CRET'
    const inside = encodeURIComponent(`/_cms/oauth/authorize?${secrets}`)
    await send(service, 'GET', `/_cms/oauth/authorize?client_id=nobody&${secrets}&return=${inside}&scope=x`)
    const text = JSON.stringify(lines)
    expect(text).toContain('/_cms/oauth/authorize?client_id=nobody&state=…&code_challenge=…&user_code=…')
    expect(text).toContain('&return=…')
    expect(text).toContain('&scope=x')
    expect(text).not.toContain('S3CRET')
    await service.close()
  })

  it('codes cannot be guessed at the page and by REST together', async () => {
    const { personWithSession } = await import('../setup/oauth.ts')
    const service = await startService('sqlite')
    const { session } = await personWithSession(service, 40)
    const page = () =>
      send(service, 'GET', '/_cms/device?user_code=BBBB-BBBB', {
        headers: { cookie: session['cookie'] ?? '' },
      })
    const rest = () =>
      service.ask('POST', '/oauth/device/authorize', {
        token: null,
        headers: session,
        body: { user_code: 'BBBB-BBBB', action: 'approve' },
      })
    for (let turn = 0; turn < 15; turn++) {
      expect((await page()).status).toBe(404)
      expectFailure(await rest(), '404 NOT_FOUND')
    }
    const limited = await page()
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60'])
    expectFailure(await rest(), '429 RATE_LIMITED')
    await service.close()
  })
})
