import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type PagesOptions, type PagesService, startPages } from '../setup/pages.ts'
import { type BrowserVisitor, newVisitor } from '../setup/visitor.ts'
import type { Any } from '../setup/json.ts'

export const admin = { name: 'Ada Lovelace', email: 'ada@example.com' }

/**
 * Makes the first account with a passkey, from the printed link on, in any language, which leads to the admin; ends on the
 * account page.
 */
export async function setUp(page: Page, service: PagesService): Promise<void> {
  await page.goto(service.setupLink())
  await page.locator('#name').fill(admin.name)
  await page.locator('#email').fill(admin.email)
  await page.locator('[data-create] button.primary').click()
  await page.waitForURL(`${service.baseUrl}/_cms/admin`)
  await openAccount(page, service)
}

/** Opens the account of whoever is signed in. */
export async function openAccount(page: Page, { baseUrl }: Pick<PagesService, 'baseUrl'>): Promise<void> {
  await page.goto(`${baseUrl}/_cms/admin/account`)
  await page.locator('#sessions li').first().waitFor()
}

interface Site {
  readonly browser: TestBrowser
  readonly service: PagesService
  /** the admin, signed in on the account page */
  readonly visitor: BrowserVisitor
}

/** What the tests of a suite share: a browser, and a service whose first account was made in it. */
export function siteOfAdmin(options: PagesOptions = {}): Site {
  const site: { -readonly [Part in keyof Site]?: Site[Part] } = {}
  beforeAll(async () => {
    site.browser = await startBrowser()
    site.service = await startPages(options)
    site.visitor = await newVisitor(site.browser)
    await setUp(site.visitor.page, site.service)
  }, startTimeout)
  afterAll(async () => {
    await site.browser?.close()
    await site.service?.close()
  })
  return site as Site
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/_cms/sign-in')
}

/** Signs in with a passkey, which leads to the admin unless the page says another way. */
export async function signIn(page: Page, leadsTo = '/_cms/admin'): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(`**${leadsTo}`)
}

/** What the entries in a section of the account say, once they are these. */
export async function expectEntries(
  page: Page,
  section: string,
  expected: readonly unknown[],
): Promise<void> {
  await expect.poll(() => page.locator(`#${section} > ul > li`).allInnerTexts()).toEqual(expected)
}

/** Says yes in the question that is open. */
export async function agree(page: Page, title: string, act: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title })
  await question.getByRole('button', { name: act, exact: true }).click()
  await question.waitFor({ state: 'hidden' })
}

/** Waits until the page complains of something. */
export async function expectComplaint(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('.messages .notice:visible').allInnerTexts()).toEqual([text])
}

/** Calls the API as a page of the service does, by the session of its visitor. */
export function callFrom(page: Page, method: string, path: string, body?: unknown): Promise<Any> {
  return page.evaluate(
    async ({ init, url }) => {
      const response = await fetch(url, init)
      return { status: response.status, ...((await response.json()) as object) }
    },
    {
      url: `/_cms/api${path}`,
      init: {
        method,
        headers: { 'x-octavo-request': '1', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
    },
  )
}

/** Where the command line would send a browser, to be let in with all there is. */
export function consentAddress(base: string, changes: Record<string, string> = {}): string {
  const parameters = {
    client_id: 'octavo-cli',
    redirect_uri: 'http://127.0.0.1:9/callback',
    response_type: 'code',
    scope: 'content:read content:write admin',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
    ...changes,
  }
  return `${base}/_cms/oauth/authorize?${new URLSearchParams(parameters).toString()}`
}

/** What the command line gets when it begins to sign in. */
export async function startDevice(base: string): Promise<{
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
}> {
  const response = await fetch(`${base}/_cms/api/oauth/device/code`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'octavo-cli', scope: 'content:read media:read' }),
  })
  return (await response.json()) as Awaited<ReturnType<typeof startDevice>>
}
