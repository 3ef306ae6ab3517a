import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataOf, expectFailure, issuePaths, outcome } from '../setup/answers.ts'
import { type MailServer, type ReceivedMail, secretIn, startMailServer } from '../setup/mail.ts'
import { type Answer, engines, startService, type TestService } from '../setup/service.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import { Browser, cookiesOf } from '../setup/sessions.ts'

const base = 'https://cms.example.com:8443'
const page = '/_cms/sign-in/link'
const minute = 60_000

describe.each(engines)('magic links on %s', (engine) => {
  let service: TestService
  let mail: MailServer
  let email: string
  let userId: string

  beforeAll(async () => {
    mail = await startMailServer()
    service = await startService(engine, {
      env: {
        OCTAVO_SMTP_URL: mail.url,
        OCTAVO_MAIL_FROM: 'Octavo <site@example.com>',
        OCTAVO_BASE_URL: base,
        OCTAVO_RATE_LIMIT: 'off',
      },
    })
  })
  afterAll(async () => {
    await service.close()
    await mail.close()
  })
  beforeEach(async () => {
    userId = (await service.person(30, ['content:read'])).userId
    email = dataOf(await service.ask('GET', `/admin/users/${userId}`)).item.email
  })

  const send = (body: object, headers = {}): Promise<Answer> =>
    service.ask('POST', '/auth/magic-link/send', { token: null, body, headers })
  const verify = (token: string, browser = new Browser(service)): Promise<Answer> =>
    browser.ask('GET', `/auth/magic-link/verify?token=${encodeURIComponent(token)}`)
  async function mailed(body: object = { email }, headers = {}): Promise<ReceivedMail> {
    expect(dataOf(await send(body, headers))).toEqual({ success: true })
    return mail.next()
  }
  const linkIn = ({ text }: ReceivedMail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? ''

  it('are mailed, and sign in once', async () => {
    const received = await mailed({ email: email.toUpperCase() })
    expect(received).toMatchObject({ from: 'site@example.com', to: [email] })
    expect(received.raw).toContain('From: Octavo <site@example.com>')
    expect(received.raw).toContain('Subject: Sign in to cms.example.com:8443')
    const token = secretIn(received.text, page)
    expect(token).toMatch(/^[\w-]{43}$/)
    const browser = new Browser(service)
    const answer = await verify(token, browser)
    expect(dataOf(answer).item).toMatchObject({ id: userId, lastSignInAt: service.clock.now.toISOString() })
    expect(cookiesOf(answer)['__Host-octavo_session']?.attributes).toContain('Secure')
    expect(dataOf(await browser.ask('GET', '/auth/me')).item.id).toBe(userId)
    expectFailure(await verify(token), '401 UNAUTHORIZED', 'is not valid')
  })

  it('lead to the public address, whatever the request says of itself', async () => {
    const headers = {
      host: 'evil.example.com',
      'x-forwarded-host': 'evil.example.com',
      'x-forwarded-proto': 'http',
    }
    expect(linkIn(await mailed({ email }, headers))).toMatch(`${base}${page}?token=`)
  })

  it.each([
    ['/_cms/oauth/authorize?a=b&c=d', '/_cms/oauth/authorize?a=b&c=d'],
    ['//evil.example.com', null],
    ['/\\evil.example.com', null],
    ['https://evil.example.com', null],
    ['/_cms/account', '/_cms/account'],
    ['/_cms/admin', null],
  ])('go on to %s: %s', async (returnTo, expected) => {
    const link = new URL(linkIn(await mailed({ email, returnTo })))
    expect(link.searchParams.get('return')).toBe(expected)
    expect([...link.searchParams.keys()]).toEqual(expected === null ? ['token'] : ['token', 'return'])
  })

  it('sign in one of two who use them at once', async () => {
    const token = secretIn((await mailed()).text, page)
    const answers = await Promise.all([verify(token), verify(token), verify(token)])
    expect(answers.map(outcome).toSorted()).toEqual(['200', '401 UNAUTHORIZED', '401 UNAUTHORIZED'])
  })

  it('work for 15 minutes', async () => {
    const [early, late] = [await mailed(), await mailed()].map(({ text }) => secretIn(text, page))
    service.clock.forward(15 * minute - 1)
    dataOf(await verify(early ?? ''))
    service.clock.forward(1)
    expectFailure(await verify(late ?? ''), '401 UNAUTHORIZED')
  })

  it('are not used up by a program that only looks whether there is something', async () => {
    const token = secretIn((await mailed()).text, page)
    expect(
      (await service.ask('HEAD', `/auth/magic-link/verify?token=${token}`, { token: null })).status,
    ).toBe(405)
    dataOf(await verify(token))
  })

  it('are not sent to somebody disabled, nor do they let one in', async () => {
    const token = secretIn((await mailed()).text, page)
    dataOf(await service.ask('POST', `/admin/users/${userId}/disable`))
    expectFailure(await verify(token), '401 UNAUTHORIZED')
    dataOf(await send({ email }))
    await service.services.backgroundTasks.finish()
    const before = mail.mails.length
    dataOf(await service.ask('POST', `/admin/users/${userId}/enable`))
    expectFailure(await verify(token), '401 UNAUTHORIZED')
    await mailed()
    expect(mail.mails.length).toBe(before + 1)
  })

  it('say the same to whoever asks for an unknown address, and send nothing', async () => {
    const before = mail.mails.length
    const known = await send({ email })
    const unknown = await send({ email: 'nobody@example.com' })
    await service.services.backgroundTasks.finish()
    expect(unknown.status).toBe(known.status)
    expect(unknown.text).toBe(known.text)
    const shape = ({ headers }: Answer): string[] => Object.keys(headers)
    expect(shape(unknown)).toEqual(shape(known))
    expect(mail.mails.slice(before).map(({ to }) => to)).toEqual([[email]])
    await mail.next()
  })

  it('take the same time for a known and an unknown address', { tags: 'timing' }, async () => {
    const median = (list: number[] = []): number => list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0
    const ratio = async (): Promise<number> => {
      const times: Record<string, number[]> = { known: [], unknown: [] }
      for (let round = 0; round < 30; round++) {
        for (const kind of ['known', 'unknown']) {
          const start = performance.now()
          await send({ email: kind === 'known' ? email : `nobody${round}@example.com` })
          times[kind]?.push(performance.now() - start)
          await service.services.backgroundTasks.finish()
        }
      }
      const [known, unknown] = [median(times['known']), median(times['unknown'])]
      return Math.max(known, unknown) / Math.min(known, unknown)
    }
    // Finding the user, storing a link and mailing it would take several times as long as the response.
    await expectSomeUnder(1.7, ratio, 3)
    for (let count = 0; count < 5; count++) await mail.next()
  })

  it('are no more than five at a time for one person', async () => {
    const before = mail.mails.length
    for (let times = 0; times < 8; times++) dataOf(await send({ email }))
    await service.services.backgroundTasks.finish()
    expect(mail.mails.length - before).toBe(5)
    for (let count = 0; count < 5; count++) await mail.next()
    service.clock.forward(15 * minute)
    await mailed()
  })

  it('are stored as hashes only', async () => {
    const token = secretIn((await mailed()).text, page)
    const rows = await service.services.database.reader.rows('SELECT * FROM sign_in_links', [])
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it.each([
    ['', ['token']],
    ['?token=', ['token']],
    [`?token=${'x'.repeat(201)}`, ['token']],
    ['?token=a&token=b', ['token']],
    ['?token=a&user=b', ['user']],
  ])('a request for %j names what is wrong', async (query, paths) => {
    const answer = await service.ask('GET', `/auth/magic-link/verify${query}`, { token: null })
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer)).toEqual(paths)
  })

  it.each([
    [{}, ['email']],
    [{ email: 'nobody' }, ['email']],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, ['email']],
    [{ email: ['a@example.com'] }, ['email']],
    [{ email: 'a@example.com', to: 'b@example.com', returnTo: 5 }, ['returnTo', 'to']],
  ])('%j names what is wrong', async (body, paths) => {
    const answer = await send(body)
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR')
    expect(issuePaths(answer).toSorted()).toEqual(paths)
  })

  it.each(['x', 'A'.repeat(43), '__proto__', "' OR 1=1 --", 'cms_pat_x'])('%j is no link', async (token) => {
    expectFailure(await verify(token), '401 UNAUTHORIZED')
  })
})

it('the secret of a link that was refused is not in the log', async () => {
  const lines: Record<string, unknown>[] = []
  const service = await startService('sqlite', { onLog: (line) => void lines.push(line) })
  for (let times = 0; times < 31; times++)
    await service.ask('GET', '/auth/magic-link/verify?a=b&token=SECRET', { token: null })
  const urls = lines.flatMap(({ url }) => (url === undefined ? [] : [url]))
  expect(urls).toHaveLength(31)
  expect(JSON.stringify(lines)).not.toContain('SECRET')
  await service.close()
})

describe('where no mail is set up', () => {
  it('the mail is printed for the operator, and its link is not in the log', async () => {
    const printed: string[] = []
    const lines: Record<string, unknown>[] = []
    const service = await startService('sqlite', {
      onPrint: (text) => void printed.push(text),
      onLog: (line) => void lines.push(line),
    })
    const { email } = dataOf(await service.ask('GET', '/auth/me')).item
    dataOf(await service.ask('POST', '/auth/magic-link/send', { token: null, body: { email } }))
    await service.services.backgroundTasks.finish()
    const token = secretIn(printed.join(), page)
    expect(JSON.stringify(lines)).not.toContain(token)
    dataOf(await service.ask('GET', `/auth/magic-link/verify?token=${token}`, { token: null }))
    await service.close()
  })

  it('a mail that the server does not take goes to the log as a failure, and the answer is the same', async () => {
    const mail = await startMailServer()
    const lines: Record<string, unknown>[] = []
    const service = await startService('sqlite', {
      env: { OCTAVO_SMTP_URL: mail.url },
      onLog: (line) => void lines.push(line),
    })
    mail.refuse()
    const { email } = dataOf(await service.ask('GET', '/auth/me')).item
    dataOf(await service.ask('POST', '/auth/magic-link/send', { token: null, body: { email } }))
    await service.services.backgroundTasks.finish()
    expect(lines.filter(({ task }) => task === 'magic link')).toHaveLength(1)
    await service.close()
    await mail.close()
  })
})
