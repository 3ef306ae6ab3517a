import { operationList, operations } from '@octavo/contract/operations/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, outcome } from '../setup/answers.ts'
import { Authenticator, type Deviation } from '../setup/authenticator.ts'
import { operate } from '../setup/change.ts'
import { answerConsent, openConsent, type Person, registerApp, requestFor, send } from '../setup/oauth.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { Browser, sessionOf } from '../setup/sessions.ts'

const origin = 'http://localhost:4400'
const quarter = 15 * 60 * 1000

describe.each(engines)('proving again who one is, on %s', (engine) => {
  let service: TestService
  let count = 0

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())

  interface Admin {
    readonly userId: string
    readonly browser: Browser
    readonly device: Authenticator
  }

  /** An admin who has just signed in with a browser, and has a passkey. */
  async function admin(): Promise<Admin> {
    const { userId } = await service.person(50)
    const browser = new Browser(service)
    browser.take(await sessionOf(service, userId))
    const device = new Authenticator(origin)
    dataOf(await addPasskey(browser, device), 201)
    return { userId, browser, device }
  }

  async function addPasskey(browser: Browser, device: Authenticator): Promise<Answer> {
    const begun = await browser.ask('POST', '/auth/passkey/register/options')
    if (begun.status !== 200) return begun
    return browser.ask('POST', '/auth/passkey/register/verify', device.create(dataOf(begun).options))
  }

  async function prove({ browser, device }: Admin, deviation: Deviation = {}): Promise<Answer> {
    const { options } = dataOf(await browser.ask('POST', '/auth/reauthenticate/options'))
    return browser.ask('POST', '/auth/reauthenticate', device.get(options, deviation))
  }

  const makeToken = ({ browser }: Admin): Promise<Answer> =>
    browser.ask('POST', '/admin/api-tokens', { name: 'x', scopes: ['content:read'] })
  const invite = ({ browser }: Admin, role: number): Promise<Answer> =>
    browser.ask('POST', '/auth/invite', { email: `new${++count}@example.com`, role })
  async function changeRole({ browser }: Admin, role: number): Promise<Answer> {
    const { userId } = await service.person(20, ['content:read'])
    return browser.ask('PATCH', `/admin/users/${userId}`, { role })
  }
  async function decideDevice({ browser }: Admin, scope: string, action = 'approve'): Promise<Answer> {
    const form = { client_id: 'octavo-cli', scope }
    const { user_code } = (await send(service, 'POST', '/_cms/api/oauth/device/code', { form })).body
    return browser.ask('POST', '/oauth/device/authorize', { user_code, action })
  }
  async function deletePasskey({ browser }: Admin): Promise<Answer> {
    const { items } = dataOf(await browser.ask('GET', '/auth/passkey'))
    return browser.ask('DELETE', `/auth/passkey/${items[0].id}`)
  }
  /** The operation behind the consent page. */
  async function authorizeApp({ userId, browser }: Admin, scope: string): Promise<Answer> {
    const person: Person = { userId, token: '', session: browser.headers }
    const request = requestFor(await registerApp(service), { scope })
    const page = await openConsent(service, person, request)
    return page.status === 200
      ? answerConsent(service, person, { page, changes: { approved: [scope] } })
      : page
  }

  const sensitive: Record<string, (who: Admin) => Promise<Answer>> = {
    'tokens.createOwn': makeToken,
    'tokens.createForSite': ({ browser }) => browser.ask('POST', '/admin/site-tokens', { name: 'web' }),
    'passkeys.registerOptions': ({ browser }) => browser.ask('POST', '/auth/passkey/register/options'),
    'passkeys.register': ({ browser }) => addPasskey(browser, new Authenticator(origin)),
    'passkeys.delete': deletePasskey,
    'auth.invite': (who) => invite(who, 50),
    'users.update': (who) => changeRole(who, 50),
    'oauth.decideDevice': (who) => decideDevice(who, 'admin'),
  }

  it('is asked for by these operations, and by the consent page', () => {
    const marked = operationList.filter(({ sensitive: when }) => when !== undefined).map(({ name }) => name)
    expect(marked.toSorted()).toEqual([...Object.keys(sensitive), 'oauth.approveAuthorization'].toSorted())
  })

  it.each(Object.keys(sensitive))('%s: within 15 minutes, and again after it', async (name) => {
    const ask = sensitive[name] as (who: Admin) => Promise<Answer>
    const who = await admin()
    // Without mail the last one stays.
    dataOf(await addPasskey(who.browser, new Authenticator(origin)), 201)
    service.clock.forward(quarter + 1)
    const refused = await ask(who)
    expectFailure(refused, '403 REAUTHENTICATION_REQUIRED', 'auth/reauthenticate')
    dataOf(await prove(who))
    service.clock.forward(quarter)
    expect((await ask(who)).status, name).toBeLessThan(300)
  })

  it('nothing else asks for it', async () => {
    const who = await admin()
    service.clock.forward(quarter + 1)
    const answers = [
      await invite(who, 40),
      await changeRole(who, 40),
      await decideDevice(who, 'content:read'),
      await decideDevice(who, 'admin', 'deny'),
      await who.browser.ask('GET', '/auth/passkey'),
      await authorizeApp(who, 'content:read'),
    ]
    for (const { status, text } of answers) expect([200, 201, 303], text).toContain(status)
  })

  it('the consent page asks before it offers the scope admin, and comes back', async () => {
    const who = await admin()
    expect((await authorizeApp(who, 'admin')).headers['location']).toMatch(/^https:.*[?&]code=/)
    service.clock.forward(quarter + 1)
    const answer = await authorizeApp(who, 'admin')
    const location = new URL(answer.headers['location'] ?? '', origin)
    expect([answer.status, location.pathname]).toEqual([302, '/_cms/reauthenticate'])
    const back = new URL(location.searchParams.get('return') ?? '', origin)
    expect([back.pathname, back.searchParams.get('scope')]).toEqual(['/_cms/oauth/authorize', 'admin'])
  })

  it('the form of the consent page asks too, when it was open for long', async () => {
    const who = await admin()
    const person: Person = { userId: who.userId, token: '', session: who.browser.headers }
    const page = await openConsent(
      service,
      person,
      requestFor(await registerApp(service), { scope: 'admin' }),
    )
    service.clock.forward(quarter + 1)
    const answer = await answerConsent(service, person, { page, changes: { approved: ['admin'] } })
    expect(answer.headers['location']).toMatch(
      /^\/_cms\/reauthenticate\?return=%2F_cms%2Foauth%2Fauthorize%3F/,
    )
  })

  it('is said of a session', async () => {
    const who = await admin()
    service.clock.forward(quarter)
    dataOf(await prove(who))
    const { items } = dataOf(await who.browser.ask('GET', '/auth/sessions'))
    expect(items).toEqual([expect.objectContaining({ authenticatedAt: service.clock.now.toISOString() })])
  })

  it('takes a passkey of the same person, which answers these options, once', async () => {
    const who = await admin()
    const other = await admin()
    service.clock.forward(quarter + 1)
    const { options } = dataOf(await who.browser.ask('POST', '/auth/reauthenticate/options'))
    expect(options).toMatchObject({
      userVerification: 'required',
      allowCredentials: [{ type: 'public-key' }],
    })
    const verify = (answer: object): Promise<Answer> =>
      who.browser.ask('POST', '/auth/reauthenticate', answer)
    expectFailure(await verify(other.device.get(options)), '401 UNAUTHORIZED')
    const signIn = dataOf(await who.browser.ask('POST', '/auth/passkey/options')).options
    expectFailure(await verify(who.device.get(signIn)), '401 UNAUTHORIZED')
    const ofOther = dataOf(await other.browser.ask('POST', '/auth/reauthenticate/options')).options
    expectFailure(await verify(who.device.get(ofOther)), '401 UNAUTHORIZED')
    expectFailure(await makeToken(who), '403 REAUTHENTICATION_REQUIRED')
    const next = dataOf(await who.browser.ask('POST', '/auth/reauthenticate/options')).options
    const answer = who.device.get(next)
    dataOf(await verify(answer))
    expectFailure(await verify(answer), '401 UNAUTHORIZED')
    // It counts for this session alone.
    const elsewhere = new Browser(service)
    elsewhere.take(await sessionOf(service, who.userId))
    service.clock.forward(quarter + 1)
    dataOf(await prove(who))
    expectFailure(await makeToken({ ...who, browser: elsewhere }), '403 REAUTHENTICATION_REQUIRED')
  })

  it('is done by a fresh link where there is no passkey', async () => {
    const { userId } = await service.person(50)
    const browser = new Browser(service)
    browser.take(await sessionOf(service, userId))
    service.clock.forward(quarter + 1)
    expect(dataOf(await browser.ask('POST', '/auth/reauthenticate/options'))).toEqual({ options: null })
    const { email } = dataOf(await browser.ask('GET', '/auth/me')).item
    const { link } = (await operate(service, operations.users.createLink, { email })) as { link: string }
    const token = new URL(link).searchParams.get('token')
    dataOf(await browser.ask('GET', `/auth/magic-link/verify?token=${token}`))
    dataOf(await makeToken({ userId, browser, device: new Authenticator(origin) }), 201)
  })

  it('a token can make nobody an admin', async () => {
    const { userId, token } = await service.person(50)
    const { userId: other } = await service.person(20, ['content:read'])
    const change = (id: string, role: number): Promise<Answer> =>
      service.ask('PATCH', `/admin/users/${id}`, { token, body: { role } })
    const refused = await change(other, 50)
    expectFailure(refused, '403 FORBIDDEN', 'browser session')
    expect(refused.body.error.details.reason).toBe('sessionRequired')
    expect([outcome(await change(other, 40)), outcome(await change(userId, 50))]).toEqual(['200', '200'])
  })

  describe('devices that do not check who uses them', () => {
    const unverified = { isUserVerified: false }

    it('make no passkeys', async () => {
      const { browser } = await admin()
      const { options } = dataOf(await browser.ask('POST', '/auth/passkey/register/options'))
      expect(options.authenticatorSelection.userVerification).toBe('required')
      const created = new Authenticator(origin).create(options, unverified)
      const answer = await browser.ask('POST', '/auth/passkey/register/verify', created)
      expectFailure(answer, '400 VALIDATION_ERROR', 'did not verify who uses it')
      expect(answer.body.error.details.reason).toBe('passkeyUnverified')
    })

    it('do not sign in, nor prove anything', async () => {
      const who = await admin()
      const { options } = dataOf(await who.browser.ask('POST', '/auth/passkey/options'))
      expect(options.userVerification).toBe('required')
      const answer = await new Browser(service).ask(
        'POST',
        '/auth/passkey/verify',
        who.device.get(options, unverified),
      )
      expectFailure(answer, '401 UNAUTHORIZED', 'did not verify who uses it')
      expect(answer.body.error.details.reason).toBe('passkeyUnverified')
      expectFailure(await prove(who, unverified), '401 UNAUTHORIZED', 'did not verify who uses it')
    })

    it('a passkey of the release before signs in once its device checks, and is known from then on', async () => {
      const who = await admin()
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE passkeys SET user_verified = 0 WHERE user_id = ?', [who.userId]),
      )
      const passkeys = async () => dataOf(await who.browser.ask('GET', '/auth/passkey')).items
      expect(await passkeys()).toEqual([expect.objectContaining({ userVerified: false })])
      // Its device may make another one in its place.
      const { options } = dataOf(await who.browser.ask('POST', '/auth/passkey/register/options'))
      expect(options.excludeCredentials).toEqual([])
      const begun = dataOf(await who.browser.ask('POST', '/auth/passkey/options')).options
      dataOf(await who.browser.ask('POST', '/auth/passkey/verify', who.device.get(begun)))
      expect(await passkeys()).toEqual([expect.objectContaining({ userVerified: true })])
    })

    it('the last passkey that checks its user stays, whatever others there are', async () => {
      const who = await admin()
      await service.services.database.transaction('write', (tx) =>
        tx.run('UPDATE passkeys SET user_verified = 0 WHERE user_id = ?', [who.userId]),
      )
      dataOf(await addPasskey(who.browser, new Authenticator(origin)), 201)
      const [old, verified] = dataOf(await who.browser.ask('GET', '/auth/passkey')).items
      const remove = (id: string): Promise<Answer> => who.browser.ask('DELETE', `/auth/passkey/${id}`)
      expectFailure(await remove(verified.id), '409 CONFLICT', 'the only way to sign in')
      dataOf(await remove(old.id))
    })
  })
})
