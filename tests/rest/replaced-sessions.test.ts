import { operations } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { Authenticator } from '../setup/authenticator.ts'
import { operate } from '../setup/change.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAs, askAsAdmin, Browser, sessionOf } from '../setup/sessions.ts'

const origin = 'http://localhost:4400'
const partner = 'https://app.example.com'

/** A way to sign in, with the credentials that the user has. */
interface Completion {
  readonly userId: string
  complete(browser: Browser, replacing?: object): Promise<Answer>
}

describe.each(engines)('who signs in where somebody else is signed in, on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, {
      env: { OCTAVO_RATE_LIMIT: 'off', OCTAVO_CORS_ORIGINS: partner },
    })
  })
  afterAll(() => service.close())

  async function signedIn(userId?: string): Promise<{ browser: Browser; userId: string }> {
    const browser = new Browser(service)
    const id = userId ?? (await service.person(30, ['content:read'])).userId
    browser.take(await sessionOf(service, id))
    return { browser, userId: id }
  }
  const me = (browser: Browser): Promise<Answer> => browser.ask('GET', '/auth/me')
  const whoIs = async (browser: Browser): Promise<string> => dataOf(await me(browser)).item.id

  async function linkFor(userId: string): Promise<string> {
    const { email } = dataOf(await service.ask('GET', `/admin/users/${userId}`)).item
    const { link } = (await operate(service, operations.users.createLink, { email })) as { link: string }
    return new URL(link).searchParams.get('token') ?? ''
  }

  const completions: Record<string, () => Promise<Completion>> = {
    'a mailed link': async () => {
      const { userId } = await service.person(20, ['content:read'])
      const token = await linkFor(userId)
      const complete: Completion['complete'] = (browser, replacing = {}) => {
        const query = new URLSearchParams({ token, ...(replacing as Record<string, string>) })
        return browser.ask('GET', `/auth/magic-link/verify?${query}`)
      }
      return { userId, complete }
    },
    'a passkey': async () => {
      const { browser: own, userId } = await signedIn()
      const device = new Authenticator(origin)
      const { options } = dataOf(await own.ask('POST', '/auth/passkey/register/options'))
      dataOf(await own.ask('POST', '/auth/passkey/register/verify', device.create(options)), 201)
      const complete: Completion['complete'] = async (browser, replacing = {}) => {
        const begun = dataOf(await browser.ask('POST', '/auth/passkey/options'))
        return browser.ask('POST', '/auth/passkey/verify', { ...device.get(begun.options), ...replacing })
      }
      return { userId, complete }
    },
    'an invite': async () => {
      const body = { email: `invited${++count}@example.com`, role: 20, name: 'Guest' }
      const { item, link } = dataOf(await askAsAdmin(service, 'POST', '/auth/invite', body), 201)
      const token = new URL(link).searchParams.get('token')
      const { options } = dataOf(
        await new Browser(service).ask('POST', '/auth/invite/accept/options', { token }),
      )
      // One passkey: it must still be good when the person has agreed.
      const credential = new Authenticator(origin).create(options)
      const complete: Completion['complete'] = (browser, replacing = {}) =>
        browser.ask('POST', '/auth/invite/accept', { token, credential, ...replacing })
      return { userId: item.id, complete }
    },
  }

  describe.each(Object.keys(completions))('by %s', (way) => {
    const prepare = (): Promise<Completion> => (completions[way] as () => Promise<Completion>)()

    it('is asked first, and ends the session that is replaced', async () => {
      const { complete, userId: nextId } = await prepare()
      const { browser, userId } = await signedIn()
      const copy = new Browser(service)
      copy.take(browser.headers)
      const refused = await complete(browser)
      expectFailure(refused, '409 CONFLICT', 'replaceSession=true')
      const next = dataOf(await service.ask('GET', `/admin/users/${nextId}`)).item
      const { name: current } = dataOf(await service.ask('GET', `/admin/users/${userId}`)).item
      expect(refused.body.error.details).toMatchObject({
        reason: 'otherSignedIn',
        params: { current, next: next.name },
      })
      expect(await whoIs(browser)).toBe(userId)
      dataOf(await complete(browser, { replaceSession: true }))
      expect(await whoIs(browser)).toBe(nextId)
      expectFailure(await me(copy), '401 UNAUTHORIZED')
    })

    it('is not asked about a session of their own, which is replaced too', async () => {
      const { complete, userId } = await prepare()
      const { browser } = await signedIn(userId)
      const copy = new Browser(service)
      copy.take(browser.headers)
      dataOf(await complete(browser))
      expect(await whoIs(browser)).toBe(userId)
      expectFailure(await me(copy), '401 UNAUTHORIZED')
    })
  })

  const foreign: [name: string, headers: Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that may read answers', { origin: partner }],
    ['no origin of its own', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['another port', { origin: 'http://localhost:9' }],
  ]

  it.each(foreign)('pages of %s neither start sessions nor write by them', async (_, headers) => {
    const { userId } = await service.person(20, ['content:read'])
    const token = await linkFor(userId)
    const verify = (more: Record<string, string>): Promise<Answer> =>
      service.ask('GET', `/auth/magic-link/verify?token=${token}`, { token: null, headers: more })
    const refused = [
      await verify(headers),
      await service.ask('POST', '/auth/passkey/verify', { token: null, headers, body: {} }),
      await service.ask('POST', '/auth/invite/accept', { token: null, headers, body: {} }),
      await service.ask('POST', '/setup/admin/verify', { token: null, headers, body: {} }),
      await askAs(service, { ...(await sessionOf(service, userId)), ...headers })('POST', '/auth/logout'),
    ]
    for (const answer of refused) {
      expectFailure(answer, '403 FORBIDDEN', 'another site')
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
    // The link is still good.
    expect(outcome(await verify({ origin, 'sec-fetch-site': 'same-origin' }))).toBe('200')
  })

  it('a session does not write at the MCP endpoint for another origin either', async () => {
    const { userId } = await service.person(30, ['content:read'])
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const ask = async (from: string): Promise<string> =>
      outcome(
        await askAs(service, { ...(await sessionOf(service, userId)), origin: from })('POST', '/mcp', body),
      )
    expect([await ask(partner), await ask(origin)]).toEqual(['403 FORBIDDEN', '200'])
  })
})
