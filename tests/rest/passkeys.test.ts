import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { Authenticator, type Deviation } from '../setup/authenticator.ts'
import { type MailServer, startMailServer } from '../setup/mail.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAs, Browser, cookiesOf, sessionOf } from '../setup/sessions.ts'

const origin = 'https://cms.example.com'
const env = { OCTAVO_BASE_URL: origin }

/** The session of a person on a service that is reached by https. */
async function secureSessionOf(service: TestService, userId: string): Promise<Record<string, string>> {
  const headers = await sessionOf(service, userId)
  return { ...headers, cookie: `__Host-${headers['cookie']}` }
}

describe.each(engines)('passkeys on %s', (engine) => {
  let service: TestService
  let person: { token: string; userId: string }
  let device: Authenticator
  let signedIn: Record<string, string>

  beforeAll(async () => {
    service = await startService(engine, { env: { ...env, OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    person = await service.person(30, ['content:read'])
    signedIn = await secureSessionOf(service, person.userId)
    device = new Authenticator(origin)
  })

  const as = (headers: Record<string, string>) => askAs(service, headers)
  const own = (method: string, path: string, body?: unknown): Promise<Answer> =>
    as(signedIn)(method, path, body)
  const registerOptions = async (headers = signedIn) =>
    dataOf(await as(headers)('POST', '/auth/passkey/register/options')).options
  async function register(more: object = {}, deviation: Deviation = {}): Promise<Answer> {
    const created = device.create(await registerOptions(), deviation)
    return own('POST', '/auth/passkey/register/verify', { ...created, ...more })
  }
  const options = async (browser = new Browser(service)) =>
    dataOf(await browser.ask('POST', '/auth/passkey/options')).options
  async function signIn(deviation: Deviation = {}, browser = new Browser(service)): Promise<Answer> {
    return browser.ask('POST', '/auth/passkey/verify', device.get(await options(browser), deviation))
  }

  it('are made, and sign in', async () => {
    const { item } = dataOf(await register({ name: ' Phone ' }), 201)
    expect(item).toEqual({
      id: expect.any(String),
      name: 'Phone',
      backedUp: false,
      userVerified: true,
      createdAt: service.clock.now.toISOString(),
      lastUsedAt: null,
    })
    const browser = new Browser(service)
    const answer = await signIn({}, browser)
    expect(dataOf(answer).item).toMatchObject({
      id: person.userId,
      role: 30,
      lastSignInAt: service.clock.now.toISOString(),
    })
    expect(cookiesOf(answer)['__Host-octavo_session']?.attributes).toEqual([
      'HttpOnly',
      'Max-Age=34560000',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ])
    expect(dataOf(await browser.ask('GET', '/auth/me')).item.id).toBe(person.userId)
    expect(dataOf(await own('GET', '/auth/passkey')).items).toEqual([
      { ...item, lastUsedAt: service.clock.now.toISOString(), isOnlyWayIn: true },
    ])
    dataOf(await signIn())
  })

  it('ask for what the public address says, whatever host a request names', async () => {
    const { body } = await service.ask('POST', '/auth/passkey/options', {
      token: null,
      headers: {
        host: 'evil.example.com',
        'x-forwarded-host': 'evil.example.com',
        origin: 'https://evil.example.com',
      },
    })
    expect(body.data.options).toMatchObject({
      rpId: 'cms.example.com',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      userVerification: 'required',
    })
    expect(await registerOptions()).toMatchObject({
      rp: { id: 'cms.example.com', name: 'Octavo' },
      user: { id: Buffer.from(person.userId).toString('base64url') },
      authenticatorSelection: { residentKey: 'required' },
      attestation: 'none',
      excludeCredentials: [],
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
    })
  })

  it.each<[string, Deviation]>([
    ['of another site', { origin: 'https://evil.example.com' }],
    ['of the same host without https', { origin: 'http://cms.example.com' }],
    ['of another port', { origin: `${origin}:8443` }],
    ['for another domain', { rpId: 'example.com' }],
    ['with another key', { hasWrongKey: true }],
    ['that nobody was present for', { isUserPresent: false }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['with a challenge that was never given', { challenge: 'A'.repeat(43) }],
    ['of another user', { userHandle: Buffer.from('01JZZZZZZZZZZZZZZZZZZZZZZZ').toString('base64url') }],
    ['with a count that stands still', { counter: 1 }],
    ['with a count that goes back', { counter: 0 }],
  ])('a signature %s is refused, with the same words as all others', async (_, deviation) => {
    dataOf(await register(), 201)
    dataOf(await signIn())
    const answer = await signIn(deviation)
    expectFailure(answer, '401 UNAUTHORIZED', 'The passkey was not accepted.')
    expect(answer.headers['set-cookie']).toBeUndefined()
    dataOf(await signIn({ counter: 9 }))
  })

  it('an unknown passkey is refused in the same words', async () => {
    device.create(await registerOptions())
    expectFailure(await signIn(), '401 UNAUTHORIZED', 'The passkey was not accepted.')
  })

  it('those that do not count may say 0 for ever', async () => {
    device = new Authenticator(origin, { countsUp: false })
    dataOf(await register(), 201)
    for (let times = 0; times < 3; times++) dataOf(await signIn())
  })

  it('a challenge works once, also when it is answered twice at the same time', async () => {
    dataOf(await register(), 201)
    const browser = new Browser(service)
    const response = device.get(await options(browser))
    const verify = (): Promise<Answer> => new Browser(service).ask('POST', '/auth/passkey/verify', response)
    const outcomes = (await Promise.all([verify(), verify(), verify()])).map(outcome)
    expect(outcomes.toSorted()).toEqual(['200', '401 UNAUTHORIZED', '401 UNAUTHORIZED'])
    expect(outcome(await verify())).toBe('401 UNAUTHORIZED')
  })

  it('a challenge is used up by a wrong answer', async () => {
    dataOf(await register(), 201)
    const given = await options()
    const wrong = device.get(given, { hasWrongKey: true })
    expect(outcome(await new Browser(service).ask('POST', '/auth/passkey/verify', wrong))).toBe(
      '401 UNAUTHORIZED',
    )
    const right = device.get(given)
    expect(outcome(await new Browser(service).ask('POST', '/auth/passkey/verify', right))).toBe(
      '401 UNAUTHORIZED',
    )
  })

  it('of two answers with the same count, to two challenges at once, one signs in', async () => {
    dataOf(await register(), 201)
    const responses = [
      device.get(await options(), { counter: 7 }),
      device.get(await options(), { counter: 7 }),
    ]
    const answers = await Promise.all(
      responses.map((response) => new Browser(service).ask('POST', '/auth/passkey/verify', response)),
    )
    expect(answers.map(outcome).toSorted()).toEqual(['200', '401 UNAUTHORIZED'])
  })

  it('a challenge is over after five minutes', async () => {
    dataOf(await register(), 201)
    const given = await options()
    service.clock.forward(5 * 60 * 1000)
    const late = device.get(given)
    expect(outcome(await new Browser(service).ask('POST', '/auth/passkey/verify', late))).toBe(
      '401 UNAUTHORIZED',
    )
  })

  it('a challenge of one purpose is none for another', async () => {
    dataOf(await register(), 201)
    const forRegistering = await registerOptions()
    const response = device.get({ ...forRegistering, rpId: 'cms.example.com' })
    expect(outcome(await new Browser(service).ask('POST', '/auth/passkey/verify', response))).toBe(
      '401 UNAUTHORIZED',
    )
    const created = device.create({ ...(await registerOptions()), challenge: (await options()).challenge })
    expect(outcome(await own('POST', '/auth/passkey/register/verify', created))).toBe('400 VALIDATION_ERROR')
  })

  it.each<[string, Deviation]>([
    ['of another site', { origin: 'https://evil.example.com' }],
    ['for another domain', { rpId: 'evil.example.com' }],
    ['that nobody was present for', { isUserPresent: false }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['with another challenge', { challenge: 'A'.repeat(43) }],
  ])('a new passkey %s is refused', async (_, deviation) => {
    expectFailure(await register({}, deviation), '400 VALIDATION_ERROR', 'could not be verified')
    expect(dataOf(await own('GET', '/auth/passkey')).items).toEqual([])
  })

  it('options of one person add no passkey to another', async () => {
    const other = await secureSessionOf(service, (await service.person(30, ['content:read'])).userId)
    const created = device.create(await registerOptions(other))
    expectFailure(await own('POST', '/auth/passkey/register/verify', created), '403 FORBIDDEN')
  })

  it('the same passkey is not registered twice', async () => {
    const { challenge } = await registerOptions()
    const created = device.create({ ...(await registerOptions()), challenge })
    dataOf(await own('POST', '/auth/passkey/register/verify', created), 201)
    const again = await registerOptions()
    expect(again.excludeCredentials).toEqual([
      { id: created.id, transports: ['internal'], type: 'public-key' },
    ])
    const clientDataJSON = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge: again.challenge, origin, crossOrigin: false }),
    ).toString('base64url')
    const copy = { ...created, response: { ...created.response, clientDataJSON } }
    expectFailure(await own('POST', '/auth/passkey/register/verify', copy), '409 CONFLICT')
  })

  it('are named by themselves, renamed, and found by their owner alone', async () => {
    for (let times = 0; times < 3; times++) dataOf(await register(), 201)
    const { items } = dataOf(await own('GET', '/auth/passkey'))
    expect(items.map(({ name }: { name: string }) => name)).toEqual(['Passkey', 'Passkey 2', 'Passkey 3'])
    const { isOnlyWayIn, ...second } = items[1]
    expect(isOnlyWayIn).toBe(false)
    const path = `/auth/passkey/${second.id}`
    expect(dataOf(await own('PATCH', path, { name: 'Key ring' })).item).toEqual({
      ...second,
      name: 'Key ring',
    })
    const stranger = await secureSessionOf(service, (await service.person(50)).userId)
    expectFailure(await as(stranger)('PATCH', path, { name: 'Mine' }), '404 NOT_FOUND')
    expectFailure(await as(stranger)('DELETE', path), '404 NOT_FOUND')
    const wrong = await own('PATCH', path, { name: '  ', colour: 'red' })
    expect(issuePaths(wrong).toSorted()).toEqual(['colour', 'name'])
  })

  it('the last one stays, also when two are deleted at once', async () => {
    for (let times = 0; times < 2; times++) dataOf(await register(), 201)
    const { items } = dataOf(await own('GET', '/auth/passkey'))
    const answers = await Promise.all(
      items.map(({ id }: { id: string }) => own('DELETE', `/auth/passkey/${id}`)),
    )
    expect(answers.map(outcome).toSorted()).toEqual(['200', '409 CONFLICT'])
    const [last] = dataOf(await own('GET', '/auth/passkey')).items
    expect([...items.map((one: { isOnlyWayIn: boolean }) => one.isOnlyWayIn), last.isOnlyWayIn]).toEqual([
      false,
      false,
      true,
    ])
    expectFailure(await own('DELETE', `/auth/passkey/${last.id}`), '409 CONFLICT', 'the only way to sign in')
  })

  it('one that was deleted signs in no longer', async () => {
    const { item } = dataOf(await register(), 201)
    const kept = device
    device = new Authenticator(origin)
    dataOf(await register(), 201)
    dataOf(await own('DELETE', `/auth/passkey/${item.id}`))
    device = kept
    expectFailure(await signIn(), '401 UNAUTHORIZED')
  })

  it('of somebody disabled sign in no longer', async () => {
    dataOf(await register(), 201)
    dataOf(await service.ask('POST', `/admin/users/${person.userId}/disable`))
    expectFailure(await signIn(), '401 UNAUTHORIZED', 'The passkey was not accepted.')
    dataOf(await service.ask('POST', `/admin/users/${person.userId}/enable`))
    dataOf(await signIn())
  })

  it.each([
    ['nothing', {}, ['id', 'rawId', 'type', 'response']],
    ['text', { id: 1, rawId: null, type: 'password', response: 'x' }, ['id', 'rawId', 'type', 'response']],
    [
      'more than there is',
      { id: 'a', rawId: 'a', type: 'public-key', response: {}, user: 'x' },
      ['response.clientDataJSON', 'response.authenticatorData', 'response.signature', 'user'],
    ],
  ])('an answer of %s names every problem', async (_, body, paths) => {
    const answer = await new Browser(service).ask('POST', '/auth/passkey/verify', body)
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual([...paths].toSorted())
  })

  it.each(['AAAA', 'bm90IGpzb24', 'bnVsbA', 'W10', 'eyJjaGFsbGVuZ2UiOnt9fQ', 'eyJjaGFsbGVuZ2UiOiJ4In0'])(
    'the client data %s are refused like any wrong passkey',
    async (clientDataJSON) => {
      const response = { clientDataJSON, authenticatorData: 'AAAA', signature: 'AAAA' }
      const body = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response }
      expectFailure(await new Browser(service).ask('POST', '/auth/passkey/verify', body), '401 UNAUTHORIZED')
    },
  )
})

describe.each(engines)('passkeys where mail is set up, on %s', (engine) => {
  let service: TestService
  let mail: MailServer

  beforeAll(async () => {
    mail = await startMailServer()
    service = await startService(engine, { env: { OCTAVO_SMTP_URL: mail.url } })
  })
  afterAll(async () => {
    await service.close()
    await mail.close()
  })

  it('the last one may go: a mailed link is a way in', async () => {
    const { userId } = await service.person(30, ['content:read'])
    const headers = await sessionOf(service, userId)
    const ask = askAs(service, headers)
    const { options } = dataOf(await ask('POST', '/auth/passkey/register/options'))
    const created = new Authenticator('http://localhost:4400').create(options)
    const { item } = dataOf(await ask('POST', '/auth/passkey/register/verify', created), 201)
    expect(dataOf(await ask('GET', '/auth/passkey')).items).toEqual([{ ...item, isOnlyWayIn: false }])
    dataOf(await ask('DELETE', `/auth/passkey/${item.id}`))
    expect(dataOf(await ask('GET', '/auth/passkey')).items).toEqual([])
  })
})

it('thirty times a minute and address, and no more', async () => {
  const service = await startService('sqlite')
  const outcomes: string[] = []
  for (let times = 0; times < 32; times++)
    outcomes.push(outcome(await service.ask('POST', '/auth/passkey/options', { token: null })))
  expect(outcomes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => '200'))
  expect(outcomes.slice(30)).toEqual(['429 RATE_LIMITED', '429 RATE_LIMITED'])
  await service.close()
})
