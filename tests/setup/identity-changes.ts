import { operations } from '@octavo/contract/operations/registry'
import { setupNotice } from '@octavo/server/identity/sign-in/setup-notice'
import { dataOf } from './answers.ts'
import { Authenticator } from './authenticator.ts'
import { fresh, operate, send, type Reported, type Way } from './change.ts'
import type { TestService } from './service.ts'
import { askAsAdmin, Browser, sessionOf } from './sessions.ts'

interface Person {
  userId: string
  browser: Browser
  device: Authenticator
  passkeyId: string
}

/** A user with a passkey who is signed in, in a browser. */
async function person(service: TestService): Promise<Person> {
  const { userId } = await service.person(30, ['content:read'])
  const browser = new Browser(service)
  browser.take(await sessionOf(service, userId))
  const device = new Authenticator(service.services.config.baseUrl)
  const { options } = dataOf(await browser.ask('POST', '/auth/passkey/register/options'))
  const { item } = dataOf(
    await browser.ask('POST', '/auth/passkey/register/verify', device.create(options)),
    201,
  )
  return { userId, browser, device, passkeyId: item.id }
}

async function currentSession(browser: Browser): Promise<string> {
  const { items } = dataOf(await browser.ask('GET', '/auth/sessions'))
  return items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id
}

async function changeUser(service: TestService, change: (id: string) => Promise<unknown>): Promise<Reported> {
  const { userId } = await service.person(30, ['content:read'])
  await change(userId)
  return { type: 'user', id: userId }
}

function secretOf(link: string, parameter: string): string {
  return new URL(link).searchParams.get(parameter) ?? ''
}

/** As long as there is no admin; the admin of the tests is one again afterwards. */
async function withoutAdmin(
  service: TestService,
  work: (code: string) => Promise<Reported>,
): Promise<Reported> {
  const { database } = service.services
  const change = (from: number, to: number): Promise<unknown> =>
    database.transaction('write', async (tx) => {
      await tx.run('UPDATE users SET role = ? WHERE role = ?', [to, from])
      await tx.run(`UPDATE counters SET value = value + 1 WHERE name = 'access'`, [])
    })
  await change(50, 40)
  try {
    const notice = (await setupNotice(service.services)) ?? ''
    return await work(secretOf(/https?:\S+/.exec(notice)?.[0] ?? '', 'code'))
  } finally {
    await change(40, 50)
  }
}

/** operation of identity → a change by it */
export const identityChanges: Readonly<Record<string, Way>> = {
  'users.create': async (service) => ({
    type: 'user',
    id: (await service.person(30, ['content:read'])).userId,
  }),
  'users.update': (service) =>
    changeUser(service, (id) => send(service, 'PATCH', `/admin/users/${id}`, { role: 20 })),
  'users.disable': (service) =>
    changeUser(service, (id) => send(service, 'POST', `/admin/users/${id}/disable`)),
  'users.enable': (service) =>
    changeUser(service, async (id) => {
      await send(service, 'POST', `/admin/users/${id}/disable`)
      await send(service, 'POST', `/admin/users/${id}/enable`)
    }),
  'users.createLink': (service) =>
    changeUser(service, async (id) => {
      const { email } = dataOf(await service.ask('GET', `/admin/users/${id}`)).item
      await operate(service, operations.users.createLink, { email })
    }),
  'tokens.create': async (service) => {
    await service.person(30, ['content:read'])
    return { type: 'token' }
  },
  'tokens.createForSite': async (service) => ({ type: 'token', id: await siteToken(service) }),
  'tokens.revokeOfSite': async (service) => {
    const id = await siteToken(service)
    dataOf(await askAsAdmin(service, 'DELETE', `/admin/site-tokens/${id}`))
    return { type: 'token', id }
  },
  'tokens.createOwn': async (service) => ({ type: 'token', id: await ownToken(service) }),
  'tokens.revoke': async (service) => {
    const id = await ownToken(service)
    dataOf(await askAsAdmin(service, 'DELETE', `/admin/api-tokens/${id}`))
    return { type: 'token', id }
  },
  'auth.updateMe': async (service) => {
    const { browser, userId } = await person(service)
    dataOf(await browser.ask('PATCH', '/auth/me', { name: 'Changed' }))
    return { type: 'user', id: userId }
  },
  'auth.logout': async (service) => {
    const { browser } = await person(service)
    const id = await currentSession(browser)
    dataOf(await browser.ask('POST', '/auth/logout'))
    return { type: 'session', id }
  },
  'auth.verifyMagicLink': async (service) => {
    const { userId } = await service.person(30, ['content:read'])
    const { email } = dataOf(await service.ask('GET', `/admin/users/${userId}`)).item
    const { link } = (await operate(service, operations.users.createLink, { email })) as { link: string }
    const browser = new Browser(service)
    dataOf(await browser.ask('GET', `/auth/magic-link/verify?token=${secretOf(link, 'token')}`))
    return { type: 'session', id: await currentSession(browser) }
  },
  'auth.invite': async (service) => ({ type: 'user', id: (await invited(service)).id }),
  'auth.accept': async (service) => {
    const { token } = await invited(service)
    const browser = new Browser(service)
    dataOf(await browser.ask('POST', '/auth/invite/accept', { token, name: 'Guest' }))
    return { type: 'session', id: await currentSession(browser) }
  },
  'passkeys.signIn': async (service) => {
    const { device } = await person(service)
    const browser = new Browser(service)
    const { options } = dataOf(await browser.ask('POST', '/auth/passkey/options'))
    dataOf(await browser.ask('POST', '/auth/passkey/verify', device.get(options)))
    return { type: 'session', id: await currentSession(browser) }
  },
  'passkeys.register': async (service) => ({ type: 'passkey', id: (await person(service)).passkeyId }),
  'passkeys.update': async (service) => {
    const { browser, passkeyId } = await person(service)
    dataOf(await browser.ask('PATCH', `/auth/passkey/${passkeyId}`, { name: 'Other' }))
    return { type: 'passkey', id: passkeyId }
  },
  'passkeys.delete': async (service) => {
    const { browser, device, passkeyId } = await person(service)
    const { options } = dataOf(await browser.ask('POST', '/auth/passkey/register/options'))
    dataOf(await browser.ask('POST', '/auth/passkey/register/verify', device.create(options)), 201)
    dataOf(await browser.ask('DELETE', `/auth/passkey/${passkeyId}`))
    return { type: 'passkey', id: passkeyId }
  },
  'sessions.end': async (service) => {
    const { browser } = await person(service)
    const id = await currentSession(browser)
    dataOf(await browser.ask('DELETE', `/auth/sessions/${id}`))
    return { type: 'session', id }
  },
  'sessions.reauthenticate': async (service) => {
    const { browser, device } = await person(service)
    const { options } = dataOf(await browser.ask('POST', '/auth/reauthenticate/options'))
    service.clock.forward(1000)
    dataOf(await browser.ask('POST', '/auth/reauthenticate', device.get(options)))
    return { type: 'session', id: await currentSession(browser) }
  },
  'sessions.endOthers': async (service) => {
    const { browser, userId } = await person(service)
    await sessionOf(service, userId)
    dataOf(await browser.ask('DELETE', '/auth/sessions'))
    return { type: 'session' }
  },
  'setup.finish': (service) =>
    withoutAdmin(service, async (code) => {
      const browser = new Browser(service)
      const device = new Authenticator(service.services.config.baseUrl)
      const body = { code, email: `${fresh()}@example.com`, name: 'First' }
      const { options } = dataOf(await browser.ask('POST', '/setup/admin', body))
      const answer = await browser.ask('POST', '/setup/admin/verify', device.create(options))
      return { type: 'user', id: dataOf(answer, answer.status).item.id }
    }),
  'setup.createWithLink': (service) =>
    withoutAdmin(service, async (code) => {
      const body = { code, email: `${fresh()}@example.com`, name: 'First' }
      const answer = await service.ask('POST', '/setup/admin/link', { token: null, body })
      return { type: 'user', id: dataOf(answer, answer.status).item.id }
    }),
}

async function siteToken(service: TestService): Promise<string> {
  const body = { name: fresh() }
  return dataOf(await askAsAdmin(service, 'POST', '/admin/site-tokens', body), 201).item.id
}

async function ownToken(service: TestService): Promise<string> {
  const body = { name: fresh(), scopes: ['content:read'] }
  return dataOf(await askAsAdmin(service, 'POST', '/admin/api-tokens', body), 201).item.id
}

async function invited(service: TestService): Promise<{ id: string; token: string }> {
  const body = { email: `${fresh()}@example.com`, role: 30 }
  const answer = await askAsAdmin(service, 'POST', '/auth/invite', body)
  const { item, link } = dataOf(answer, answer.status)
  return { id: item.id, token: secretOf(link, 'token') }
}
