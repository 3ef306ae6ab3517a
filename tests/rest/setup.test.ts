import { setupNotice } from '@octavo/server/identity/sign-in/setup-notice'
import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { Authenticator } from '../setup/authenticator.ts'
import { secretIn, startMailServer } from '../setup/mail.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { Browser, cookiesOf } from '../setup/sessions.ts'

const origin = 'http://localhost:4400'
const ada = { email: 'ada@example.com', name: 'Ada' }
const day = 24 * 60 * 60 * 1000

describe.each(engines)('the first setup on %s', (engine) => {
  let service: TestService
  let code: string
  const printed: string[] = []

  beforeEach(async () => {
    printed.length = 0
    service = await startService(engine, {
      isEmpty: true,
      env: { OCTAVO_RATE_LIMIT: 'off' },
      onPrint: (text) => void printed.push(text),
    })
    code = await newCode()
  })
  afterEach(() => service.close())

  const newCode = async (): Promise<string> =>
    secretIn((await setupNotice(service.services)) ?? '', '/_cms/setup')
  const begin = (browser: Browser, body: object = { code, ...ada }): Promise<Answer> =>
    browser.ask('POST', '/setup/admin', body)
  async function finish(
    browser: Browser,
    begun: Answer,
    device = new Authenticator(origin),
  ): Promise<Answer> {
    return browser.ask('POST', '/setup/admin/verify', device.create(dataOf(begun).options))
  }
  const status = async () => dataOf(await service.ask('GET', '/setup/status', { token: null }))
  const operator = (operation: (typeof operations)['users']['create'], input: object): Promise<unknown> =>
    invoke(service.services, { operation, caller: serviceCaller('cli'), input })

  it('makes an admin with a passkey, who is signed in', async () => {
    expect(await status()).toEqual({ setupComplete: false, usersExist: false })
    const browser = new Browser(service)
    const device = new Authenticator(origin)
    const begun = await begin(browser)
    expect(cookiesOf(begun)['octavo_setup']?.attributes).toEqual([
      'HttpOnly',
      'Max-Age=3600',
      'Path=/',
      'SameSite=Strict',
    ])
    expect(dataOf(begun).options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: 'ada@example.com', displayName: 'Ada' },
    })
    expect(await status()).toEqual({ setupComplete: false, usersExist: false })
    const finished = await finish(browser, begun, device)
    expect(dataOf(finished, 201).item).toMatchObject({ ...ada, role: 50, disabled: false })
    expect(Object.keys(cookiesOf(finished)).toSorted()).toEqual(['octavo_session', 'octavo_setup'])
    expect(await status()).toEqual({ setupComplete: true, usersExist: true })
    expect(dataOf(await browser.ask('GET', '/admin/users')).items).toHaveLength(1)
    const another = new Browser(service)
    const { options } = dataOf(await another.ask('POST', '/auth/passkey/options'))
    dataOf(await another.ask('POST', '/auth/passkey/verify', device.get(options)))
  })

  it('is closed for good afterwards', async () => {
    const late = new Browser(service)
    const begunEarly = await begin(late, { code, email: 'eve@example.com', name: 'Eve' })
    const browser = new Browser(service)
    dataOf(await finish(browser, await begin(browser)), 201)
    expectFailure(await finish(late, begunEarly), '409 CONFLICT', 'complete')
    expectFailure(await begin(browser), '409 CONFLICT', 'complete')
    expectFailure(
      await browser.ask('POST', '/setup/admin/link', { code, ...ada }),
      '409 CONFLICT',
      'complete',
    )
    expect(await setupNotice(service.services)).toBeNull()
  })

  it('needs a code that the service has printed', async () => {
    for (const wrong of ['x', 'A'.repeat(43), `${code}x`, code.slice(1)]) {
      const body = { code: wrong, ...ada }
      expectFailure(await begin(new Browser(service), body), '401 UNAUTHORIZED', 'setup code')
      expectFailure(await new Browser(service).ask('POST', '/setup/admin/link', body), '401 UNAUTHORIZED')
    }
    service.clock.forward(7 * day)
    expectFailure(await begin(new Browser(service)), '401 UNAUTHORIZED')
    code = await newCode()
    dataOf(await begin(new Browser(service)))
  })

  it('takes the codes of all processes', async () => {
    const other = await newCode()
    expect(other).not.toBe(code)
    for (const one of [code, other]) dataOf(await begin(new Browser(service), { code: one, ...ada }))
  })

  it('can be begun again, with other words', async () => {
    const browser = new Browser(service)
    await begin(browser, { code, email: 'adda@example.com', name: 'Adda' })
    expect(dataOf(await finish(browser, await begin(browser)), 201).item).toMatchObject(ada)
  })

  it('is finished by the browser that began it alone', async () => {
    const browser = new Browser(service)
    const begun = await begin(browser)
    expectFailure(await finish(new Browser(service), begun), '401 UNAUTHORIZED', 'did not start')
    const stranger = new Browser(service)
    await begin(stranger, { code, email: 'eve@example.com', name: 'Eve' })
    expectFailure(await finish(stranger, await begin(browser)), '401 UNAUTHORIZED', 'did not start')
    expect((await status()).usersExist).toBe(false)
    dataOf(await finish(browser, await begin(browser)), 201)
  })

  it('of several who finish at once, one becomes the admin', async () => {
    const browsers = ['a', 'b', 'c', 'd'].map((name) => ({ name, browser: new Browser(service) }))
    const begun = await Promise.all(
      browsers.map(({ name, browser }) => begin(browser, { code, email: `${name}@example.com`, name })),
    )
    const answers = await Promise.all(
      browsers.map(({ browser }, index) => finish(browser, begun[index] as Answer)),
    )
    expect(answers.map(outcome).toSorted()).toEqual(['201', '409 CONFLICT', '409 CONFLICT', '409 CONFLICT'])
    const rows = await service.services.database.reader.rows('SELECT id FROM users', [])
    expect(rows).toHaveLength(1)
  })

  it('a wrong passkey leaves it open', async () => {
    const browser = new Browser(service)
    const begun = await begin(browser)
    expectFailure(
      await finish(browser, begun, new Authenticator('https://evil.example.com')),
      '400 VALIDATION_ERROR',
    )
    expectFailure(await finish(browser, begun), '400 VALIDATION_ERROR')
    dataOf(await finish(browser, await begin(browser)), 201)
  })

  it('makes an admin with a link in the log, where a passkey cannot be had', async () => {
    const browser = new Browser(service)
    const answer = await browser.ask('POST', '/setup/admin/link', { code, ...ada })
    expect(dataOf(answer, 201).item).toMatchObject({ ...ada, role: 50 })
    expect(answer.text).not.toContain('token')
    const token = secretIn(printed.join(), '/_cms/sign-in/link')
    dataOf(await browser.ask('GET', `/auth/magic-link/verify?token=${token}`))
    expect(dataOf(await browser.ask('GET', '/auth/me')).item.role).toBe(50)
  })

  it('goes on while there are users, but no admin, and takes nobody over', async () => {
    await operator(operations.users.create, { email: 'ada@example.com', name: 'Ada', role: 30 })
    expect(await status()).toEqual({ setupComplete: false, usersExist: true })
    expectFailure(await begin(new Browser(service)), '409 CONFLICT', 'ada@example.com')
    const body = { code, ...ada, email: 'grace@example.com' }
    dataOf(await new Browser(service).ask('POST', '/setup/admin/link', body), 201)
    expect((await status()).setupComplete).toBe(true)
  })

  it('is over with an admin of the command line', async () => {
    await operator(operations.users.create, { email: 'grace@example.com', name: 'Grace', role: 50 })
    expectFailure(await begin(new Browser(service)), '409 CONFLICT')
  })

  it('keeps only hashes', async () => {
    await begin(new Browser(service))
    const rows = [
      ...(await service.services.database.reader.rows('SELECT * FROM sign_in_links', [])),
      ...(await service.services.database.reader.rows('SELECT * FROM challenges', [])),
    ]
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  it('names every problem', async () => {
    const answer = await begin(new Browser(service), { email: 'x', name: '', role: 50 })
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual(['code', 'email', 'name', 'role'])
  })
})

it('the link of the first admin is mailed where that is set up', async () => {
  const mail = await startMailServer()
  const service = await startService('sqlite', { isEmpty: true, env: { OCTAVO_SMTP_URL: mail.url } })
  const code = secretIn((await setupNotice(service.services)) ?? '', '/_cms/setup')
  const browser = new Browser(service)
  dataOf(await browser.ask('POST', '/setup/admin/link', { code, ...ada }), 201)
  const { to, text } = await mail.next()
  expect(to).toEqual([ada.email])
  dataOf(await browser.ask('GET', `/auth/magic-link/verify?token=${secretIn(text, '/_cms/sign-in/link')}`))
  await service.close()
  await mail.close()
})
