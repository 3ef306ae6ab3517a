import { pathToFileURL } from 'node:url'
import { tmpdir } from 'node:os'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { playerOrigins } from '@octavo/contract/players'
import { AdminFolder } from '@octavo/server/http/pages/admin-build'
import { showAdmin } from '@octavo/server/http/pages/admin'
import { callerOfSession } from '@octavo/server/identity/sign-in/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf } from '../setup/answers.ts'
import { startObjectStore } from '../setup/s3.ts'
import { startService, type TestService } from '../setup/service.ts'
import { sessionOf } from '../setup/sessions.ts'

/** The admin has no state of its own, and nothing here asks the database for more than who is signed in. */
describe('the admin', () => {
  let service: TestService
  let signedIn: Record<string, string>

  beforeAll(async () => {
    service = await startService('sqlite')
    signedIn = await signIn(service)
  })
  afterAll(() => service.close())

  async function open(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
    return service.server.inject({ method, url, headers: { accept: 'text/html', ...headers } })
  }

  async function assets(): Promise<string[]> {
    const { body } = await open('/_cms/admin', signedIn)
    return [...body.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  }

  it.each(['/_cms/admin', '/_cms/admin/', '/_cms/admin/content/posts/01J?tab=seo', '/_cms/admin/a%2f..%2fb'])(
    '%s is its page',
    async (url) => {
      const { statusCode, headers, body } = await open(url, signedIn)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'private, no-store',
        vary: 'Accept-Language, Cookie',
        'x-frame-options': 'DENY',
      })
      const nonce = /<script type="module"[^>]* nonce="([\w-]{22})"/.exec(body)?.[1] ?? ''
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; media-src 'self'; font-src 'self'; connect-src 'self'; frame-src ${playerOrigins.join(' ')}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      expect(body).not.toMatch(/__[A-Z_]+__/)
      expect((await open(url, signedIn)).body).not.toContain(nonce)
      expect((await open(url, signedIn, 'HEAD')).body).toBe('')
    },
  )

  it('speaks the language of the visitor', async () => {
    const german = await open('/_cms/admin', { ...signedIn, 'accept-language': 'de-AT' })
    expect(german.body).toContain('<html lang="de"')
    expect(german.body).toContain('Diese Seite braucht JavaScript.')
    const english = await open('/_cms/admin', { ...signedIn, 'accept-language': 'fr' })
    expect(english.body).toContain('<html lang="en"')
    expect(english.body).toContain('This page needs JavaScript.')
  })

  const ways: [asked: string, leadsTo: string][] = [
    ['/_cms/admin', '/_cms/admin'],
    ['/_cms/admin/content/posts?status=draft&q=a%20b', '/_cms/admin/content/posts?status=draft&q=a%20b'],
    [`/_cms/admin/${'x'.repeat(3000)}`, '/_cms/admin'],
  ]

  it.each(ways)('sends who is not signed in to the sign-in, and back to %s', async (asked, leadsTo) => {
    const others: Record<string, string>[] = [{}, { authorization: `Bearer ${service.token}` }]
    for (const headers of others) {
      const { statusCode, headers: reported } = await open(asked, headers)
      expect([statusCode, reported['cache-control']]).toEqual([302, 'private, no-store'])
      const { pathname, searchParams } = new URL(String(reported.location), 'http://localhost')
      expect([pathname, searchParams.get('return')]).toEqual(['/_cms/sign-in', leadsTo])
      expect((await open(String(reported.location), signedIn)).headers.location).toBe(leadsTo)
    }
  })

  it('loads files that browsers keep, for everyone', async () => {
    const paths = await assets()
    expect(paths.length).toBeGreaterThan(1)
    for (const path of paths) {
      const { statusCode, headers } = await open(path)
      expect([path, statusCode, headers['cache-control'], headers['vary']]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
        'Accept-Encoding',
      ])
      expect(headers['content-type']).toMatch(/^(text\/(javascript|css); charset=utf-8|image\/svg\+xml)$/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })

  it('sends scripts as they were compressed, to those who take it', async () => {
    const script = (await assets()).find((path) => path.endsWith('.js')) ?? ''
    const plain = (await open(script)).rawPayload
    const br = await open(script, { 'accept-encoding': 'gzip, deflate, br' })
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).equals(plain)]).toEqual([
      'br',
      true,
    ])
    const gzip = await open(script, { 'accept-encoding': 'gzip;q=1, br;q=0' })
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).equals(plain)]).toEqual([
      'gzip',
      true,
    ])
    expect((await open(script, { 'accept-encoding': 'zstd' })).headers['content-encoding']).toBeUndefined()
    expect((await open(script, {}, 'HEAD')).headers['content-length']).toBe(String(plain.length))
  })

  it.each([
    'nothing.js',
    '..%2findex.html',
    '..%2f..%2fpackage.json',
    '__proto__',
    'constructor',
    '%00',
    'a/b.js',
  ])('has no file %j', async (name) => {
    const { statusCode, headers, body } = await open(`/_cms/admin/assets/${name}`, signedIn)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'private, no-store'])
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } })
  })

  it('says how it is built while it is not', async () => {
    const { cookie } = signedIn
    const visitor = {
      services: service.services,
      language: 'en' as const,
      caller: await callerOfSession(service.services, { headers: { cookie } } as never),
      hasMail: false,
      path: '/_cms/admin',
      query: () => undefined,
    }
    const shown = await showAdmin(visitor, new AdminFolder(pathToFileURL(`${tmpdir()}/nothing/`)))
    expect(shown).toMatchObject({ status: 503, title: 'The admin is not built' })
    expect(JSON.stringify(shown)).toContain('npm run build')
  })
})

describe('the admin elsewhere', () => {
  it('is not there before the setup', async () => {
    const service = await startService('sqlite', { isEmpty: true })
    for (const url of ['/_cms/admin', '/_cms/admin/content/posts']) {
      const { statusCode, body } = await service.server.inject({ method: 'GET', url })
      expect(statusCode).toBe(200)
      expect(body).toContain('Not set up yet')
    }
    await service.close()
  })

  it('may send large files to the store that takes them', async () => {
    const store = await startObjectStore()
    const service = await startService('sqlite', { env: { OCTAVO_FILES_URL: store.url } })
    const { headers } = await service.server.inject({
      method: 'GET',
      url: '/_cms/admin',
      headers: await signIn(service),
    })
    const { origin } = new URL(new URL(store.url).searchParams.get('endpoint') ?? '')
    expect(headers['content-security-policy']).toContain(`; connect-src 'self' ${origin}; `)
    await service.close()
    await store.close()
  })
})

async function signIn(service: TestService): Promise<Record<string, string>> {
  const { item } = dataOf(await service.ask('GET', '/auth/me'))
  const { cookie = '' } = await sessionOf(service, item.id)
  return { cookie }
}
