import { createHash, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { type BrowserVisitor, newVisitor } from '../setup/visitor.ts'
import { expectAnnounced, sayYes, setUp, signOut, titlesIn } from './steps.ts'

describe('apps in a browser', () => {
  let browser: Browser
  let service: PagesService
  let visitor: BrowserVisitor
  let app: Server
  let redirectUri: string

  beforeAll(async () => {
    browser = await startBrowser()
    service = await startPages()
    visitor = await newVisitor(browser)
    await setUp(visitor.page, service)
    app = createServer((_request, response) => response.end('back in the app'))
    await new Promise<void>((resolve) => void app.listen(0, '127.0.0.1', resolve))
    redirectUri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`
  })
  afterAll(async () => {
    await browser?.close()
    app?.close()
    await service?.close()
  })

  // oxlint-disable-next-line typescript/no-explicit-any -- answers are looked into freely in tests
  async function post(path: string, body: Record<string, unknown>): Promise<any> {
    const response = await fetch(`${service.baseUrl}/_cms/api/oauth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  it('are let in after signing in, without the rights that were taken away, and disconnected', async () => {
    const { page, complaints } = visitor
    const { client_id: client } = await post('register', {
      client_name: 'Writing <i>assistant</i>',
      redirect_uris: [redirectUri],
    })
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: redirectUri,
      scope: 'content:read content:write media:read',
      state: 'of the app',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    await signOut(page)
    await page.goto(`${service.baseUrl}/_cms/oauth/authorize?${query}`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/_cms/oauth/authorize?*')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Writing <i>assistant</i>')
    await page.locator('input[value="content:write"]').uncheck()
    await page.locator('button[value="approve"]').click()
    await page.waitForURL(`${redirectUri}?*`)
    const answer = new URL(page.url()).searchParams
    expect(answer.get('state')).toBe('of the app')

    const tokens = await post('token', {
      grant_type: 'authorization_code',
      code: answer.get('code'),
      client_id: client,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    expect(tokens.scope).toBe('content:read media:read')
    expect(await statusFor(tokens.access_token)).toBe(200)

    await page.goto(`${service.baseUrl}/_cms/account`)
    expect(await titlesIn(page, 'apps')).toEqual(['Writing <i>assistant</i>'])
    expect(await page.locator('#apps .tag').allInnerTexts()).toEqual(['content:read', 'media:read'])
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await sayYes(page)
    await expectAnnounced(page, 'The app was disconnected.')
    expect(await page.locator('#apps').innerText()).toContain('No apps are connected.')
    expect(await statusFor(tokens.access_token)).toBe(401)
    expect(complaints).toEqual([])
  })

  it('on a device are let in by its code', async () => {
    const { page } = visitor
    const device = await post('device/code', { client_id: 'octavo-cli', scope: 'content:read' })
    await page.goto(device.verification_uri)
    await page.getByLabel('Code').fill(device.user_code.toLowerCase())
    await page.getByRole('button').last().click()
    await page.locator('button[value="approve"]').click()
    await expect.poll(() => page.locator('button[value="approve"]').count()).toBe(0)
    const tokens = await post('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code,
      client_id: 'octavo-cli',
    })
    expect(await statusFor(tokens.access_token)).toBe(200)
    expect(visitor.complaints).toEqual([])
  })

  async function statusFor(token: string): Promise<number> {
    const { status } = await fetch(`${service.baseUrl}/_cms/api/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return status
  }
})
