import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../setup/service.ts'
import { newVisitor } from '../setup/visitor.ts'
import {
  agree,
  callFrom,
  consentAddress,
  expectEntries,
  openAccount,
  signOut,
  siteOfAdmin,
  startDevice,
} from './steps.ts'

describe.each(engines)('apps in a browser (%s)', (engine) => {
  const site = siteOfAdmin({ engine })
  let app: Server
  let redirectUri: string

  beforeAll(async () => {
    app = createServer(({ url = '', headers }, response) => {
      // Apps send people on to where they have been, which is often another host.
      const isPassing = url.startsWith('/passing') && headers.host?.startsWith('127.0.0.1')
      if (isPassing) response.writeHead(302, { location: `http://localhost:${portOf(app)}${url}` })
      response.end('the app')
    })
    app.listen(0, '127.0.0.1')
    await once(app, 'listening')
    redirectUri = `http://127.0.0.1:${portOf(app)}/callback`
  })
  afterAll(async () => {
    app?.closeAllConnections()
    app?.close()
  })

  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')

  const address = (changes: Record<string, string> = {}): string =>
    consentAddress(site.service.baseUrl, {
      redirect_uri: redirectUri,
      code_challenge: challenge,
      state: 'a b&c',
      ...changes,
    })

  /** Waits until the browser is back at the app; gives what it was handed. */
  async function handedOver(): Promise<Record<string, string>> {
    await site.visitor.page.waitForURL(`${redirectUri}?**`)
    await expect.poll(() => site.visitor.page.locator('body').innerText()).toBe('the app')
    return Object.fromEntries(new URL(site.visitor.page.url()).searchParams)
  }

  const askToken = async (
    form: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, string> }> => {
    const response = await fetch(`${site.service.baseUrl}/_cms/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'octavo-cli', ...form }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }

  it('are let in by who signs in on the way, with what stays ticked', async () => {
    const { page } = site.visitor
    await signOut(page)
    await page.goto(address())
    await page.waitForURL('**/_cms/sign-in?return=**')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/_cms/oauth/authorize?**')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).innerText())
      .toBe('Allow access for Octavo command line?')
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(3)
    expect(await page.getByRole('checkbox', { name: /admin/ }).isChecked()).toBe(false)
    await page.getByText('Limit it further').click()
    await page.getByRole('checkbox', { name: 'Change-sets only' }).check()
    await page.getByLabel('For how long').selectOption('For an hour')
    await page.getByRole('button', { name: 'Allow access' }).click()
    const { code = '', ...others } = await handedOver()
    expect(others).toEqual({ state: 'a b&c', iss: `${site.service.baseUrl}/_cms` })
    const { status, body } = await askToken({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    })
    expect([status, body['scope']]).toEqual([200, 'content:read content:write'])
    expect(site.visitor.complaints).toEqual([])
  })

  // The operations behind the rest have their own tests on each engine: the pages do not know which one there is.
  if (engine !== 'sqlite') return

  it('are on the page of the person, who can end what they granted', async () => {
    const { page } = site.visitor
    await openAccount(page, site.service)
    await expectEntries(page, 'apps', [
      expect.stringMatching(/^Octavo command line\n.*change-sets only.*ends.*content:read/s),
    ])
    await page.getByRole('button', { name: 'Revoke the access of Octavo command line' }).click()
    await agree(page, 'Revoke the access of “Octavo command line”?', 'Revoke')
    await page.locator('#apps').getByText('No apps yet').waitFor()
  })

  it('are refused', async () => {
    const { page } = site.visitor
    await page.goto(address())
    await page.getByRole('button', { name: 'Refuse' }).click()
    expect(await handedOver()).toMatchObject({ error: 'access_denied', state: 'a b&c' })
    expect(site.visitor.complaints).toEqual([])
  })

  it('may send the person on to another host', async () => {
    const { page } = site.visitor
    await page.goto(address({ redirect_uri: `http://127.0.0.1:${portOf(app)}/passing` }))
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(`http://localhost:${portOf(app)}/passing?**`)
    expect(site.visitor.complaints).toEqual([])
  })

  it('get nothing by a form of another site', async () => {
    const { page } = site.visitor
    const fields = Object.fromEntries(new URL(address()).searchParams)
    await page.goto(redirectUri)
    const inputs = Object.entries({ ...fields, approved: 'content:read', form_token: 'x' }).map(
      ([name, value]) => `<input name="${name}" value="${value.replace('&', '&amp;')}">`,
    )
    await page.setContent(
      `<form method="post" action="${site.service.baseUrl}/_cms/oauth/authorize">${inputs.join('')}<button>Go</button></form>`,
    )
    await page.getByRole('button', { name: 'Go' }).click()
    await page.waitForURL(/\/_cms\//)
    // The browser keeps the session to itself: nobody is known to have said anything.
    expect(page.url()).not.toContain('code=')
    await page.goto(site.service.baseUrl)
    expect((await callFrom(page, 'GET', '/auth/apps')).data.items).toEqual([])
  })

  it('cannot put the page into a frame', async () => {
    const { page } = await newVisitor(site.browser)
    await page.goto(redirectUri)
    await page.setContent(`<iframe src="${address()}"></iframe>`)
    // What the browser shows in place of a page that it may not show.
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
    expect(await page.frames()[1]?.content()).not.toContain('Octavo')
    await page.context().close()
  })

  it('of a device are let in by a code', async () => {
    const { page } = site.visitor
    const { device_code, user_code, verification_uri } = await startDevice(site.service.baseUrl)
    await page.goto(verification_uri)
    await page.getByLabel('Code').fill('bbbb bbbb')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').getByText('There is no such code').waitFor()
    await page.getByLabel('Code').fill(user_code.toLowerCase().replace('-', ' '))
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => page.locator('.big-code').innerText()).toBe(user_code)
    await page.getByRole('checkbox', { name: /media:read/ }).uncheck()
    await page.getByRole('button', { name: 'Allow access' }).click()
    await page.getByRole('heading', { level: 1, name: 'It is connected', exact: true }).waitFor()
    const { status, body } = await askToken({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
    })
    expect([status, body['scope']]).toEqual([200, 'content:read'])
    expect(site.visitor.complaints).toEqual([])
  })

  it('of a device are refused by a code', async () => {
    const { page } = site.visitor
    const { device_code, verification_uri_complete } = await startDevice(site.service.baseUrl)
    await page.goto(verification_uri_complete)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.getByRole('heading', { level: 1, name: 'Refused', exact: true }).waitFor()
    const { body } = await askToken({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code,
    })
    expect(body['error']).toBe('access_denied')
    expect((await callFrom(page, 'GET', '/auth/apps')).data.items).toHaveLength(1)
  })
})

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
