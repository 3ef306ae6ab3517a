// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { newVisitor } from '../setup/visitor.ts'
import { expectNotified } from './model-steps.ts'
import { admin, agree, callFrom, expectEntries, openAccount, siteOfAdmin } from './steps.ts'

const one = expect.any(String)

describe('the account in the admin', () => {
  const site = siteOfAdmin()

  /** The same person in another browser. */
  async function elsewhere(): Promise<Page> {
    const { page } = await newVisitor(site.browser)
    await callFrom(site.visitor.page, 'POST', '/auth/magic-link/send', { email: admin.email })
    await page.goto(await site.service.mailedLink(admin.email))
    await page.waitForURL('**/_cms/admin')
    await openAccount(page, site.service)
    return page
  }

  async function answerTo(token: string): Promise<number> {
    const { status } = await fetch(`${site.service.baseUrl}/_cms/api/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return status
  }

  /** Fills in the form for a token, and sends it. */
  async function create(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Create a token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a token' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Create token' }).click()
  }

  /** The token that is shown, and shown no more afterwards. */
  async function taken(page: Page, name: string): Promise<string> {
    const shown = page.getByRole('dialog', { name: `The token “${name}” is created` })
    const token = await shown.getByLabel('Token').inputValue()
    await shown.getByRole('button', { name: 'I have copied it' }).click()
    await shown.waitFor({ state: 'hidden' })
    return token
  }

  async function remove(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: `Delete the token ${name}` }).click()
    await agree(page, `Delete the token “${name}”?`, 'Delete')
    await expectNotified(page, 'The token is deleted.')
  }

  it('changes what the person is called', async () => {
    const { page } = site.visitor
    await page.getByRole('button', { name: 'Change your name' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change your name' })
    await dialog.getByLabel('Name').fill(' ')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await dialog.getByLabel('Name').fill('Augusta Ada <b>King</b>')
    await page.keyboard.press('Enter')
    await expectNotified(page, 'Your name is changed.')
    await page.getByRole('button', { name: 'Your account: Augusta Ada <b>King</b>' }).waitFor()
    expect((await callFrom(page, 'PATCH', '/auth/me', { name: admin.name })).status).toBe(200)
  })

  it('speaks the language that is chosen in this browser, as the sign-in does', async () => {
    const { page, context } = site.visitor
    await openAccount(page, site.service)
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
    const tab = await context.newPage()
    await tab.goto(`${site.service.baseUrl}/_cms/device`)
    await expect.poll(() => tab.locator('html').getAttribute('lang')).toBe('de')
    await tab.close()
    await expectNoViolations(page)
    await page.getByLabel('Sprache').selectOption('Sprache des Browsers')
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  })

  it('ends another session, which is signed out from its next request', async () => {
    const { page } = site.visitor
    const other = await elsewhere()
    await openAccount(page, site.service)
    await expectEntries(page, 'sessions', [one, one])
    await page.getByRole('button', { name: 'End the session of Chrome on Linux' }).click()
    await agree(page, 'End this session?', 'End')
    await expectNotified(page, 'The session is ended.')
    await expectEntries(page, 'sessions', [expect.stringContaining('This browser')])
    await other.reload()
    await other.waitForURL('**/_cms/sign-in?return=*')
  })

  it('ends all others at once', async () => {
    const { page } = site.visitor
    const others = [await elsewhere(), await elsewhere()]
    await openAccount(page, site.service)
    await page.getByRole('button', { name: 'End all others' }).click()
    await agree(page, 'End all other sessions?', 'End all others')
    await expectNotified(page, 'All other sessions are ended.')
    await expectEntries(page, 'sessions', [one])
    for (const other of others) expect((await callFrom(other, 'GET', '/auth/me')).status).toBe(401)
  })

  it('says so when the session has ended meanwhile', async () => {
    const other = await elsewhere()
    await callFrom(site.visitor.page, 'DELETE', '/auth/sessions')
    await other.getByRole('button', { name: 'Add a passkey' }).click()
    await other.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    expect(await other.locator('#sessions li').count()).toBeGreaterThan(0)
  })

  it('makes a token that works, shows it once, and deletes it', async () => {
    const { page } = site.visitor
    await page.getByRole('button', { name: 'Create a token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a token' })
    await expectNoViolationsInAnyLook(page)
    await dialog.getByLabel('Name').fill('Nightly build')
    await dialog.getByRole('checkbox', { name: 'media:read' }).check()
    await expect.poll(() => dialog.getByLabel('Reads').inputValue()).toBe('live')
    await dialog.getByRole('checkbox', { name: 'content:write' }).check()
    await expect.poll(() => dialog.getByLabel('Reads').inputValue()).toBe('latest')
    await dialog.getByRole('checkbox', { name: 'content:write' }).uncheck()
    await dialog.getByLabel('Expires').selectOption('in 30 days')
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'The token “Nightly build” is created' })
    const token = await shown.getByLabel('Token').inputValue()
    expect(token).toMatch(/^cms_pat_/)
    expect(await answerTo(token)).toBe(200)
    await expectNoViolations(page)
    await site.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // It says so for a second only.
    const copied = shown.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    await shown.getByRole('button', { name: 'Copy', exact: true }).click()
    await copied
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(token)
    expect(await taken(page, 'Nightly build')).toBe(token)

    await expectEntries(page, 'tokens', [
      expect.stringMatching(
        /^Nightly build\n.*published content only.*never used.*expires.*content:read\s+media:read/s,
      ),
    ])
    const { data } = await callFrom(page, 'GET', '/admin/api-tokens')
    const days = (Date.parse(data.items[0].expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    expect(data.items[0].view).toBe('live')
    expect(await page.content()).not.toContain(token)
    await remove(page, 'Nightly build')
    await page.locator('#tokens').getByText('No tokens yet').waitFor()
    expect(await answerTo(token)).toBe(401)
  })

  it('makes a token for a site, shows it once, and deletes it', async () => {
    const { page } = site.visitor
    await page.getByRole('button', { name: 'Create a site token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a site token' })
    await expectNoViolations(page)
    await dialog.getByLabel('Name').fill('Front page')
    await page.keyboard.press('Enter')
    const token = await taken(page, 'Front page')
    expect(await answerTo(token)).toBe(401)
    await expectEntries(page, 'site-tokens', [
      expect.stringMatching(/^Front page\n.*published content only.*content:read\s+media:read/s),
    ])
    const { data } = await callFrom(page, 'GET', '/admin/site-tokens')
    expect(data.items[0]).toMatchObject({ name: 'Front page', expiresAt: null })
    await remove(page, 'Front page')
    await page.locator('#site-tokens').getByText('No tokens for sites yet').waitFor()
  })

  it('asks who is there again before it makes a token, and then makes it', async () => {
    const { page, device } = site.visitor
    await site.service.letAuthenticationAge()
    await create(page, 'Confirmed')
    const form = page.getByRole('dialog', { name: 'Create a token' })
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await form.getByText('Nothing has changed: you have not confirmed that it is you.').waitFor()
    await device.consents(false)
    await form.getByRole('button', { name: 'Create token' }).click()
    await question.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await question.getByText('Nothing has changed: it was cancelled, or it took too long.').waitFor()
    await expectNoViolations(page)
    await device.consents(true)
    await question.getByRole('button', { name: 'Confirm with a passkey' }).click()
    expect(await answerTo(await taken(page, 'Confirmed'))).toBe(200)
    await remove(page, 'Confirmed')
  })

  it('goes on when the person confirms in another tab', async () => {
    const { page, context } = site.visitor
    await site.service.letAuthenticationAge()
    await create(page, 'Beside')
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const other = question.getByRole('link', { name: 'Confirm by a mailed link instead' })
    await expect.poll(() => other.getAttribute('href')).toBe('/_cms/reauthenticate')
    const tab = await context.newPage()
    await tab.goto(`${site.service.baseUrl}/_cms/reauthenticate`)
    await expectNoViolations(tab)
    await tab.getByRole('button', { name: 'Send me a sign-in link' }).click()
    await tab.goto(await site.service.mailedLink(admin.email))
    await tab.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await tab.close()
    await taken(page, 'Beside')
    await remove(page, 'Beside')
  })

  it('is where the page that asks leads back to', async () => {
    const { page } = site.visitor
    await site.service.letAuthenticationAge()
    await page.goto(`${site.service.baseUrl}/_cms/reauthenticate?return=%2F_cms%2Fadmin%2Faccount`)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
    await page.waitForURL('**/_cms/admin/account')
    await page.locator('#sessions li').first().waitFor()
  })

  it('shows a new token even when the list cannot be had', async () => {
    const { page } = site.visitor
    await page.route('**/admin/api-tokens', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    )
    await create(page, 'Kept')
    expect(await answerTo(await taken(page, 'Kept'))).toBe(200)
    await page.unrouteAll()
    await openAccount(page, site.service)
    await expectEntries(page, 'tokens', [expect.stringMatching(/^Kept\n/)])
  })

  it('asks for a name and at least one scope', async () => {
    const { page } = site.visitor
    await page.getByRole('button', { name: 'Create a token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a token' })
    await dialog.getByRole('checkbox', { name: 'content:read' }).uncheck()
    await dialog.getByRole('button', { name: 'Create token' }).click()
    await dialog.getByText('Required', { exact: true }).waitFor()
    await dialog.getByText('Choose at least one scope.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { data } = await callFrom(page, 'GET', '/admin/api-tokens')
    expect(data.items.map(({ name }: { name: string }) => name)).toEqual(['Kept'])
  })

  it('keeps nobody out, whatever the names', async () => {
    const { page } = site.visitor
    for (const name of ['Nightly build', 'x'.repeat(100)])
      await callFrom(page, 'POST', '/admin/api-tokens', { name, scopes: ['content:read', 'admin'] })
    await openAccount(page, site.service)
    await page.getByText('x'.repeat(100)).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'Rename Passkey' }).click()
    await page.getByRole('dialog', { name: 'Rename the passkey' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.keyboard.press('Escape')
  })

  it('leaves nothing for the browser to complain about', () => {
    expect(site.visitor.complaints).toEqual([])
  })
})
