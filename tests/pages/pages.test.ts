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

  it.each([...pages, '/_cms/device'])('%s loads nothing but files of its own', async (url) => {
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

  it.each(['/', '/_cms', '/_cms/'])('%s leads people to the admin', async (url) => {
    const { statusCode, headers } = await open(url)
    expect([statusCode, headers['location']]).toEqual([302, '/_cms/admin'])
    expect((await open(url, { accept: 'application/json' })).statusCode).toBe(404)
  })

  it.each(['/nothing', '/_cms/nothing', '/_cms/api/nothing', '/%ZZ', '/_cms/api/content/posts/%ZZ'])(
    '%s leads nowhere: people get a page, programs JSON',
    async (url) => {
      const shown = await open(url, { 'accept-language': 'de' })
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect(shown.body).toContain('<h1>Seite nicht gefunden</h1>')
      for (const accept of ['application/json', '*/*']) {
        const answered = await open(url, { accept })
        expect(answered.statusCode).toBe(404)
        expect(JSON.parse(answered.body)).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
      }
    },
  )

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

  it('speak the language that was chosen in the browser', async () => {
    const languageOf = async (cookie: string): Promise<string | undefined> => {
      const { body } = await open('/_cms/sign-in', { 'accept-language': 'en', cookie })
      return /<html lang="(\w+)"/.exec(body)?.[1]
    }
    expect(await languageOf('a=b; octavo_language=de')).toBe('de')
    for (const other of [
      'octavo_language=',
      'octavo_language=xx',
      'x_octavo_language=de',
      'a="octavo_language=de"',
    ])
      expect([other, await languageOf(other)]).toEqual([other, 'en'])
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

  it('the old address of the account leads to the new one, whatever token comes along', async () => {
    const others: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${service.token}` },
      { cookie: '__Host-octavo_session=x' },
    ]
    for (const headers of others) {
      const { statusCode, headers: reported } = await open('/_cms/account', headers)
      expect([statusCode, reported.location]).toEqual([302, '/_cms/sign-in?return=%2F_cms%2Fadmin%2Faccount'])
    }
    const { statusCode, headers } = await open('/_cms/account', signedIn)
    expect([statusCode, headers.location]).toEqual([302, '/_cms/admin/account'])
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
    const { headers } = await open('/_cms/device', { ...signedIn, origin: 'https://www.example.com' })
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
