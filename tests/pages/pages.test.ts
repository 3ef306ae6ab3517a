import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { engines, startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

const pages = ['/_cms/sign-in', '/_cms/sign-in/link?token=x', '/_cms/setup', '/_cms/invite?token=x']

describe.each(engines)('pages (%s)', (engine) => {
  let service: TestService
  let signedIn: Record<string, string>

  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_BASE_URL: 'https://cms.example.com', OCTAVO_CORS_ORIGINS: 'https://www.example.com' },
    })
    const { item } = dataOf(await service.ask('GET', '/auth/me'))
    const { cookie = '' } = await sessionOf(service, item.id)
    signedIn = { cookie: cookie.replace('octavo_session', '__Host-octavo_session') }
  })
  afterAll(() => service.close())

  async function open(url: string, headers: Record<string, string> = {}) {
    return service.server.inject({ method: 'GET', url, headers: { accept: 'text/html', ...headers } })
  }

  it.each(pages)('%s is a page that browsers keep safe and do not keep', async (url) => {
    const { statusCode, headers, body } = await open(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    const nonce = /<script type="module" nonce="([\w-]{22})"/.exec(body)?.[1] ?? ''
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    )
    expect((await open(url)).body).not.toContain(nonce)
  })

  it.each([...pages, '/_cms/account'])('%s loads nothing but files of its own', async (url) => {
    const { body } = await open(url, signedIn)
    const loaded = [...body.matchAll(/ (?:src|href)="(\/_cms\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? '',
    )
    for (const path of new Set(loaded)) {
      const { statusCode, headers } = await open(path)
      expect(statusCode, path).toBe(200)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['content-type']).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/svg\+xml)$/)
    }
    const others = [...body.matchAll(/ (?:src|href|action)="([^"#][^"]*)"/g)].map(
      ([, address]) => address ?? '',
    )
    expect(others.filter((address) => !/^(\/_cms\/|https:\/\/cms\.example\.com$)/.test(address))).toEqual([])
    expect(body).not.toMatch(/<style| style=| on\w+="/)
  })

  it('files of another build are not kept, and there are no others', async () => {
    const { statusCode, headers } = await open('/_cms/assets/another/page.js')
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    for (const name of ['nothing.js', 'tsconfig.json', '__proto__', '..%2fpackage.json', 'webauthn.d.ts'])
      expect((await open(`/_cms/assets/another/${name}`)).statusCode, name).toBe(404)
  })

  it('speak the language that is asked for', async () => {
    const german = await open('/_cms/sign-in', { 'accept-language': 'de-CH, en;q=0.5' })
    expect(german.body).toContain('<html lang="de"')
    expect(german.body).toContain('Mit Passkey anmelden')
    expect(german.headers['vary']).toContain('Accept-Language')
    expect((await open('/_cms/sign-in')).body).toContain('<html lang="en"')
  })

  it('put nothing of the address into the page but as text', async () => {
    const attack = encodeURIComponent(`"><img src=x onerror=alert(1)>`)
    for (const url of [
      `/_cms/sign-in?return=/${attack}`,
      `/_cms/sign-in?return=${attack}`,
      `/_cms/invite?token=${attack}`,
    ])
      expect((await open(url)).body).not.toContain('<img src=x')
  })

  const returns: [string, string][] = [
    ['/_cms/account?x=1', '/_cms/account?x=1'],
    ['/_cms/device?user_code=ABCD-EFGH', '/_cms/device?user_code=ABCD-EFGH'],
    ['//evil.example', '/_cms/admin'],
    ['/\\evil.example', '/_cms/admin'],
    ['https://evil.example', '/_cms/admin'],
    ['javascript:alert(1)', '/_cms/admin'],
    ['/\t/evil.example', '/_cms/admin'],
  ]

  it.each(returns)('sign-in with the return path %j leads to %s', async (path, expected) => {
    const url = `/_cms/sign-in?return=${encodeURIComponent(path)}`
    const { statusCode, headers } = await open(url, signedIn)
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      302,
      expected,
      'private, no-store',
    ])
    expect((await open(url)).body).toContain(`data-return="${expected}"`)
  })

  it('the account is for who is signed in, whatever token comes along', async () => {
    const others: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${service.token}` },
      { cookie: '__Host-octavo_session=x' },
    ]
    for (const headers of others) {
      const { statusCode, headers: told } = await open('/_cms/account', headers)
      expect([statusCode, told.location]).toEqual([302, '/_cms/sign-in?return=%2F_cms%2Faccount'])
    }
    const { statusCode, body } = await open('/_cms/account', signedIn)
    expect(statusCode).toBe(200)
    expect(body).toContain('person1@example.com')
  })

  it('/_cms leads to the admin', async () => {
    const { statusCode, headers } = await open('/_cms')
    expect([statusCode, headers.location]).toEqual([302, '/_cms/admin'])
  })

  it('the address of the API for a mailed link leads browsers to its page, and answers programs', async () => {
    const url = '/_cms/api/auth/magic-link/verify?token=a%2Fb&return=%2Fx'
    const { statusCode, headers } = await open(url)
    expect([statusCode, headers.location]).toEqual([302, '/_cms/sign-in/link?token=a%2Fb&return=%2Fx'])
    const program = await service.server.inject({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
    })
    expect(program.headers['content-type']).toContain('application/json')
  })

  it('are for the person in front of them, not for scripts of other origins', async () => {
    const { headers } = await open('/_cms/account', { ...signedIn, origin: 'https://www.example.com' })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('a failure of the service is a page, which tells nothing of what is inside', async () => {
    const { tokens } = service.services
    const find = tokens.findSession
    tokens.findSession = () => {
      throw new Error('the inside')
    }
    const { statusCode, headers, body } = await open('/_cms/account', {
      ...signedIn,
      'accept-language': 'de',
    })
    tokens.findSession = find
    expect(statusCode).toBe(500)
    expect(body).toContain('Das hat nicht geklappt')
    expect(body).toContain(String(headers['x-request-id']))
    expect(body).not.toContain('the inside')
  })
})

describe('pages before the setup', () => {
  it('sign-in tells where the setup link is, and the setup takes its code', async () => {
    const service = await startService('sqlite', { isEmpty: true })
    const show = (url: string) => service.server.inject({ method: 'GET', url })
    expect((await show('/_cms/sign-in')).body).toContain('Not set up yet')
    expect((await show('/_cms/setup')).body).toContain('Setup code')
    const { body } = await show('/_cms/setup?code=abc%22')
    expect(body).toContain('<input type="hidden" name="code" value="abc&quot;" />')
    await service.close()
  })
})
