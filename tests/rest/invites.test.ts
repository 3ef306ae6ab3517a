import { operations } from '@octavo/contract/operations/registry'
import { serviceCaller } from '@octavo/server/core/caller'
import { invoke } from '@octavo/server/core/invoke'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { Authenticator } from '../setup/authenticator.ts'
import { type MailServer, secretIn, startMailServer } from '../setup/mail.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { askAs, askAsAdmin, Browser, sessionOf } from '../setup/sessions.ts'

const page = '/_cms/invite'
const origin = 'http://localhost:4400'
const day = 24 * 60 * 60 * 1000

describe.each(engines)('invites on %s', (engine) => {
  let service: TestService
  let count = 0
  let email: string

  beforeAll(async () => {
    service = await startService(engine, { env: { OCTAVO_RATE_LIMIT: 'off' } })
  })
  afterAll(() => service.close())
  beforeEach(() => void (email = `guest${++count}@example.com`))

  const invite = (more: object = {}): Promise<Answer> =>
    askAsAdmin(service, 'POST', '/auth/invite', { email, role: 30, ...more })
  const invited = async (more: object = {}): Promise<string> =>
    secretIn(dataOf(await invite(more), 201).link, page)
  const open = (token: string): Promise<Answer> =>
    new Browser(service).ask('POST', '/auth/invite/accept/options', { token })
  const accept = (body: object, browser = new Browser(service)): Promise<Answer> =>
    browser.ask('POST', '/auth/invite/accept', body)

  it('make a user with a role, who accepts with a passkey', async () => {
    const made = dataOf(await invite({ role: 40, name: 'Guest' }), 201)
    expect(made).toEqual({
      item: expect.objectContaining({ email, role: 40, name: 'Guest', disabled: false, lastSignInAt: null }),
      link: expect.stringContaining(`${origin}${page}?token=`),
      expiresAt: new Date(service.clock.now.getTime() + 7 * day).toISOString(),
    })
    const token = secretIn(made.link, page)
    const opened = dataOf(await open(token))
    expect(opened).toMatchObject({ email, name: 'Guest', role: 40, options: { rp: { id: 'localhost' } } })
    const device = new Authenticator(origin)
    const browser = new Browser(service)
    const credential = device.create(opened.options)
    expect(dataOf(await accept({ token, name: 'Grace', credential }, browser)).item).toMatchObject({
      id: made.item.id,
      name: 'Grace',
      role: 40,
      lastSignInAt: service.clock.now.toISOString(),
    })
    expect(dataOf(await browser.ask('GET', '/auth/passkey')).items).toHaveLength(1)
    const another = new Browser(service)
    const { options } = dataOf(await another.ask('POST', '/auth/passkey/options'))
    dataOf(await another.ask('POST', '/auth/passkey/verify', device.get(options)))
    expectFailure(await accept({ token }), '401 UNAUTHORIZED', 'is not valid')
    expectFailure(await open(token), '401 UNAUTHORIZED')
  })

  it('can be accepted without a passkey, which is added later', async () => {
    const token = await invited()
    const browser = new Browser(service)
    dataOf(await accept({ token }, browser))
    const { options } = dataOf(await browser.ask('POST', '/auth/passkey/register/options'))
    const created = new Authenticator(origin).create(options)
    dataOf(await browser.ask('POST', '/auth/passkey/register/verify', created), 201)
  })

  it('end when the invited come in another way', async () => {
    const { item, link } = dataOf(await invite(), 201)
    const { operation, caller } = { operation: operations.users.createLink, caller: serviceCaller('cli') }
    const made = (await invoke(service.services, { operation, caller, input: { email } })) as { link: string }
    const token = secretIn(made.link, '/_cms/sign-in/link')
    const answer = await new Browser(service).ask('GET', `/auth/magic-link/verify?token=${token}`)
    expect(dataOf(answer).item.id).toBe(item.id)
    expectFailure(await accept({ token: secretIn(link, page) }), '401 UNAUTHORIZED')
  })

  it('are for an author by default', async () => {
    const answer = await askAsAdmin(service, 'POST', '/auth/invite', { email })
    expect(dataOf(answer, 201).item).toMatchObject({ role: 30, name: null })
  })

  it('let in one of two who accept at once', async () => {
    const token = await invited()
    const answers = await Promise.all([accept({ token }), accept({ token }), accept({ token })])
    expect(answers.map(outcome).toSorted()).toEqual(['200', '401 UNAUTHORIZED', '401 UNAUTHORIZED'])
  })

  it('work for seven days', async () => {
    const token = await invited()
    service.clock.forward(7 * day - 1)
    dataOf(await open(token))
    service.clock.forward(1)
    expectFailure(await open(token), '401 UNAUTHORIZED')
    expectFailure(await accept({ token }), '401 UNAUTHORIZED')
  })

  it('can be repeated until they are accepted; the links before work no longer', async () => {
    const first = await invited()
    const second = await invited({ name: 'Guest' })
    expectFailure(await accept({ token: first }), '401 UNAUTHORIZED')
    expect(dataOf(await accept({ token: second })).item.name).toBe('Guest')
    expectFailure(await invite(), '409 CONFLICT', 'signed in')
  })

  it('are not for an account that programs work with: whoever opened the link would have it', async () => {
    const { userId } = await service.person(50)
    const { item } = dataOf(await service.ask('GET', `/admin/users/${userId}`))
    const answer = await askAsAdmin(service, 'POST', '/auth/invite', { email: item.email, role: 50 })
    expectFailure(answer, '409 CONFLICT', 'has tokens or passkeys already')
  })

  it('do not change the role of somebody who is there', async () => {
    await invited({ role: 30 })
    expectFailure(await invite({ role: 50 }), '409 CONFLICT', 'role 30')
  })

  it('end with the user', async () => {
    const { item, link } = dataOf(await invite(), 201)
    dataOf(await service.ask('POST', `/admin/users/${item.id}/disable`))
    expectFailure(await open(secretIn(link, page)), '401 UNAUTHORIZED')
    expectFailure(await invite(), '409 CONFLICT', 'disabled')
  })

  it('two at once for one address make one user', async () => {
    const answers = await Promise.all([invite(), invite(), invite()])
    const made = answers.filter(({ status }) => status === 201)
    expect(made.length).toBeGreaterThan(0)
    for (const answer of answers) expect(['201', '409 CONFLICT']).toContain(outcome(answer))
    const { items } = dataOf(await service.ask('GET', `/admin/users?search=${email}`))
    expect(items).toHaveLength(1)
  })

  it('a passkey made for one invite does not come with another', async () => {
    const token = await invited()
    email = `other${count}@example.com`
    const { options } = dataOf(await open(await invited()))
    const credential = new Authenticator(origin).create(options)
    expectFailure(await accept({ token, credential }), '401 UNAUTHORIZED')
    dataOf(await accept({ token }))
  })

  it('a wrong passkey leaves the invite as it is', async () => {
    const token = await invited()
    const { options } = dataOf(await open(token))
    const credential = new Authenticator('https://evil.example.com').create(options)
    expectFailure(await accept({ token, credential }), '400 VALIDATION_ERROR')
    dataOf(await accept({ token }))
  })

  it('a link of another kind is no invite', async () => {
    const token = await invited()
    expectFailure(
      await service.ask('GET', `/auth/magic-link/verify?token=${token}`, { token: null }),
      '401 UNAUTHORIZED',
    )
  })

  it.each([
    [{ email: 'x', role: 35 }, ['email', 'role']],
    [{ role: '30' }, ['role']],
    [{ admin: true, name: '' }, ['admin', 'name']],
  ])('%j names what is wrong', async (more, paths) => {
    const answer = await invite(more)
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual(paths)
  })

  it.each([10, 20, 30, 40])('the role %i may not invite', async (role) => {
    const { userId } = await service.person(role, ['content:read'])
    const ask = askAs(service, await sessionOf(service, userId))
    expectFailure(await ask('POST', '/auth/invite', { email, role: 30 }), '403 FORBIDDEN', '50')
  })
})

describe.each(engines)('invites where mail is set up, on %s', (engine) => {
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

  it('are mailed, and shown to nobody else', async () => {
    const body = { email: 'grace@example.com', role: 30 }
    const answer = dataOf(await askAsAdmin(service, 'POST', '/auth/invite', body), 201)
    expect(answer.link).toBeNull()
    const { to, from, text } = await mail.next()
    expect({ to, from }).toEqual({ to: ['grace@example.com'], from: 'octavo@localhost' })
    dataOf(await new Browser(service).ask('POST', '/auth/invite/accept', { token: secretIn(text, page) }))
  })

  it('whoever asked gets the link when the server does not take the mail', async () => {
    mail.refuse()
    const body = { email: 'ada@example.com', role: 30 }
    const { link } = dataOf(await askAsAdmin(service, 'POST', '/auth/invite', body), 201)
    dataOf(await new Browser(service).ask('POST', '/auth/invite/accept', { token: secretIn(link, page) }))
  })
})
