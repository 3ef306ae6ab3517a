import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newVisitor } from '../setup/visitor.ts'
import { admin, callFrom, expectAnnounced, expectComplaint, sayYes, siteOfAdmin, titlesIn } from './steps.ts'

describe('the account page in a browser', () => {
  const site = siteOfAdmin()

  /** The same person in another browser. */
  async function elsewhere(): Promise<Page> {
    const { page } = await newVisitor(site.browser)
    await callFrom(site.visitor.page, 'POST', '/auth/magic-link/send', { email: admin.email })
    await page.goto(await site.service.mailedLink(admin.email))
    await page.waitForURL('**/_cms/admin')
    await page.goto(`${site.service.baseUrl}/_cms/account`)
    return page
  }

  it('ends another session, which is signed out from its next request', async () => {
    const { page } = site.visitor
    const other = await elsewhere()
    await page.reload()
    expect(await titlesIn(page, 'sessions')).toHaveLength(2)
    await page.getByRole('button', { name: 'End: Chrome on Linux' }).click()
    await sayYes(page)
    await expectAnnounced(page, 'The session was ended.')
    expect(await titlesIn(page, 'sessions')).toEqual([expect.stringContaining('this one')])
    await other.reload()
    await other.waitForURL('**/_cms/sign-in?return=*')
  })

  it('ends all others at once', async () => {
    const { page } = site.visitor
    const others = [await elsewhere(), await elsewhere()]
    await page.reload()
    await page.getByRole('button', { name: 'End all others' }).click()
    await sayYes(page)
    await expectAnnounced(page, 'All other sessions were ended.')
    expect(await titlesIn(page, 'sessions')).toHaveLength(1)
    for (const other of others) expect((await callFrom(other, 'GET', '/auth/me')).status).toBe(401)
  })

  it('says so when the session has ended meanwhile', async () => {
    const other = await elsewhere()
    await callFrom(site.visitor.page, 'DELETE', '/auth/sessions')
    await other.getByRole('button', { name: 'Add a passkey' }).click()
    await expectComplaint(other, 'You are not signed in any more. Load the page again to sign in.')
  })

  it('makes a token that works, shows it once, and revokes it', async () => {
    const { page } = site.visitor
    await page.locator('summary').click()
    await page.locator('#tokens').getByLabel('Name').fill('Nightly build')
    await page.getByLabel('media:read').check()
    await page.getByLabel('Valid for').selectOption('30 days')
    await page.getByRole('button', { name: 'Make token' }).click()
    const token = await page.locator('[data-value="token"]').innerText()
    expect(token).toMatch(/^cms_pat_/)
    expect(await page.locator('#tokens .row-title').allInnerTexts()).toEqual(['Nightly build'])
    expect(await page.locator('#tokens .tag').allInnerTexts()).toEqual(['content:read', 'media:read'])
    expect(await answerTo(token)).toBe(200)

    await site.visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).click()
    await expectAnnounced(page, 'Copied.')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token)

    await page.reload()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: 'Revoke: Nightly build' }).click()
    await sayYes(page)
    await expectAnnounced(page, 'The token was revoked.')
    expect(await page.locator('#tokens').innerText()).toContain('No tokens.')
    expect(await answerTo(token)).toBe(401)
  })

  it('shows a new token even when the list cannot be had', async () => {
    const { page } = site.visitor
    await page.locator('summary').click()
    await page.locator('#tokens').getByLabel('Name').fill('Kept')
    await page.route('**/_cms/account', (route) => route.abort())
    await page.getByRole('button', { name: 'Make token' }).click()
    expect(await answerTo(await page.locator('[data-value="token"]').innerText())).toBe(200)
    await page.unroute('**/_cms/account')
    await page.reload()
    expect(await titlesIn(page, 'tokens')).toEqual(['Kept'])
  })

  async function answerTo(token: string): Promise<number> {
    const { status } = await fetch(`${site.service.baseUrl}/_cms/api/auth/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return status
  }

  it('asks for at least one scope', async () => {
    const { page } = site.visitor
    await page.locator('summary').click()
    await page.locator('#tokens').getByLabel('Name').fill('Nothing')
    await page.getByLabel('content:read').uncheck()
    await page.getByRole('button', { name: 'Make token' }).click()
    await expectComplaint(page, 'Choose at least one thing that it may do.')
  })

  it('leaves nothing for the browser to complain about', () => {
    expect(site.visitor.complaints).toEqual([])
  })
})
