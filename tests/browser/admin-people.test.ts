// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, looks, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { expectNotified } from './model-steps.ts'

describe('users', () => {
  let tests: AdminTests
  let author: Person
  let editor: Person

  beforeAll(async () => {
    tests = await startAdmin()
    author = await tests.person(30)
    editor = await tests.person(40)
  }, startTimeout)
  afterAll(() => tests?.close())

  const path = '/_cms/admin/users'
  const actions = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })
  const choose = async (page: Page, name: string, action: string): Promise<void> => {
    await actions(page, name).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  it('are invited by mail, and can be invited again until they come', async () => {
    const { page, complaints, context } = await tests.open({ path })
    await page.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite someone' })
    await dialog.getByLabel('E-mail address').fill('no address')
    await dialog.getByRole('button', { name: 'Send the invite' }).click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await expect.poll(() => dialog.getByLabel('E-mail address').inputValue()).toBe('no address')
    await dialog.getByLabel('E-mail address').fill('grace@example.com')
    await dialog.getByLabel('Name').fill('Grace Hopper')
    await dialog.getByRole('radio', { name: 'Contributor' }).check()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Send the invite' }).click()
    await expectNotified(page, 'grace@example.com has been invited.')
    expect(await tests.service.mailedLink('grace@example.com')).toContain('/_cms/')
    const row = page.getByRole('row').filter({ hasText: 'grace@example.com' })
    await row.getByText('has not signed in yet').waitFor()
    await row.getByText('Contributor').waitFor()
    await choose(page, 'Grace Hopper', 'Invite again')
    await expect.poll(() => dialog.getByLabel('E-mail address').inputValue()).toBe('grace@example.com')
    await dialog.getByRole('button', { name: 'Send the invite' }).click()
    await tests.service.mailedLink('grace@example.com')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('get another role', async () => {
    const { page, context } = await tests.open({ path })
    await choose(page, author.name, 'Change name and role')
    const dialog = page.getByRole('dialog', { name: `Change ${author.name}` })
    await dialog.getByRole('radio', { name: 'Contributor' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectNotified(page, 'The new role applies from their next request on.')
    expect((await author.call('GET', '/auth/me')).item.role).toBe(20)
    await context.close()
  })

  it('are disabled after it was said what that means, and enabled again by undo', async () => {
    const { page, context } = await tests.open({ path })
    await choose(page, author.name, 'Disable')
    const dialog = page.getByRole('dialog', { name: `Disable ${author.name}?` })
    await dialog.getByText('All their sessions end at once').waitFor()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await expectNotified(page, `${author.name} can no longer sign in.`)
    const row = page.getByRole('row').filter({ hasText: author.email })
    await row.getByText('Disabled').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectNotified(page, `${author.name} can sign in again.`)
    await row.getByText('Disabled').waitFor({ state: 'hidden' })
    await context.close()
  })

  it('keep an admin: the last one gives the role away in vain, and sees why', async () => {
    const { page, context } = await tests.open({ path })
    await actions(page, tests.admin.name).click()
    await page.getByRole('menuitem', { name: 'Change name and role' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Disable' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Change name and role' }).click()
    const dialog = page.getByRole('dialog', { name: `Change ${tests.admin.name}` })
    await dialog.getByRole('radio', { name: 'Editor' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('This is the last enabled admin').waitFor()
    await expect.poll(() => dialog.getByRole('radio', { name: 'Editor' }).isChecked()).toBe(true)
    await context.close()
  })

  it('are found by whether they may sign in', async () => {
    const off = await tests.person(20)
    const { items } = await tests.admin.call('GET', `/admin/users?search=${off.email}`)
    await tests.admin.call('POST', `/admin/users/${items[0].id}/disable`)
    const { page, context } = await tests.open({ path })
    await actions(page, off.name).waitFor()
    const state = page.getByRole('combobox', { name: 'Status' })
    await state.click()
    await page.getByRole('option', { name: 'Disabled' }).click()
    await actions(page, tests.admin.name).waitFor({ state: 'hidden' })
    await actions(page, off.name).waitFor()
    await state.click()
    await page.getByRole('option', { name: 'Enabled' }).click()
    await actions(page, tests.admin.name).waitFor()
    expect(await actions(page, off.name).count()).toBe(0)
    await context.close()
  })

  it('are found by name and by role', async () => {
    const { page, context } = await tests.open({ path })
    const search = page.getByRole('searchbox', { name: 'Search by name or address' })
    await actions(page, editor.name).waitFor()
    await search.fill(editor.email)
    await actions(page, tests.admin.name).waitFor({ state: 'hidden' })
    await actions(page, editor.name).waitFor()
    await search.fill('nobody at all')
    await page.getByRole('heading', { name: 'Nobody found' }).waitFor()
    await search.fill('')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'Admin' }).click()
    await actions(page, editor.name).waitFor({ state: 'hidden' })
    await actions(page, tests.admin.name).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1)
    await context.close()
  })

  it('and what they did are no business of Editors', async () => {
    for (const place of ['users', 'audit']) {
      const { page, context } = await tests.open({ as: editor, path: `/_cms/admin/${place}` })
      await page.getByRole('heading', { name: 'Access denied' }).waitFor()
      expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0)
      expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0)
      await context.close()
    }
  })

  it('keep nobody out, nor does the audit log', async () => {
    const { page, context } = await tests.open({ path })
    await actions(page, editor.name).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/audit`)
    await page
      .getByRole('button', { name: /^User changed/ })
      .first()
      .click()
    await page.getByRole('table', { name: 'What changed' }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await context.close()
  })

  it('become admins once the person who invites has confirmed who they are', { tags: 'long' }, async () => {
    const admin = await tests.person(50)
    await tests.service.letAuthenticationAge()
    const { page, context, complaints } = await tests.open({ path, as: admin })
    await page.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite someone' })
    await dialog.getByLabel('E-mail address').fill('next@example.com')
    await dialog.getByRole('radio', { name: 'Admin' }).check()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByRole('button', { name: 'Send the invite' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByText('Nothing has changed: you have not confirmed that it is you.').waitFor()
    await dialog.getByRole('button', { name: 'Send the invite' }).click()
    await expect
      .poll(() => question.getByRole('link', { name: 'Confirm' }).getAttribute('href'))
      .toBe('/_cms/reauthenticate')
    await expectNoViolations(page)
    // Nobody but a device of this page could hold a passkey here: the person takes a link.
    const tab = await context.newPage()
    await tab.goto(`${tests.service.baseUrl}/_cms/reauthenticate`)
    await tab.getByRole('button', { name: 'Send me a sign-in link' }).click()
    await tab.goto(await tests.service.mailedLink(admin.email))
    await tab.getByRole('heading', { name: 'Confirmed' }).waitFor()
    await tab.close()
    await expectNotified(page, 'next@example.com has been invited.')
    await tests.service.mailedLink('next@example.com')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('where no mail is sent', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ hasMail: false })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('an invite is a link to hand over, which works', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/users' })
    await page.getByRole('button', { name: 'Invite someone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite someone' })
    await dialog.getByLabel('E-mail address').fill('grace@example.com')
    await dialog.getByRole('button', { name: 'Send the invite' }).click()
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    await page.getByText('works once').waitFor()
    await expectNoViolations(page)
    await page.goto(link)
    await page.getByText('grace@example.com').waitFor()
    await context.close()
  })
})

/** Narrows the log to one action, by its words. */
async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** ids of things and people, which say nothing to a reader */
const ids = /\b01[0-9A-Z]{24}\b/

describe('the audit log', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await tests.admin.call('POST', '/schema/collections', { slug: 'posts', label: 'Posts' }, 201)
    const field = { slug: 'text', label: 'Text', type: 'text' }
    await tests.admin.call('POST', '/schema/collections/posts/fields', field, 201)
    for (let number = 0; number < 60; number++)
      await tests.admin.call('POST', '/content/posts', { slug: `p${number}`, data: { text: 'x' } }, 201)
    await tests.admin.call('PATCH', '/schema/collections/posts', { description: 'long '.repeat(300) })
    await tests.admin.call('POST', '/settings', { tagline: 'Clay' })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('shows no ids of people while their names are loading', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/audit' })
    const names = Promise.withResolvers<void>()
    await page.route('**/_cms/api/users/names*', async (route) => {
      await names.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Collection changed posts' }).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(ids)
    names.resolve()
    await page
      .getByRole('button', { name: 'Collection changed posts', description: /^Ada Lovelace/ })
      .waitFor()
    await context.close()
  })

  it('tells who changed what, with what was and what is, and cuts what is long', async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/audit' })
    const entry = page.getByRole('button', { name: 'Collection changed posts', description: /^Ada Lovelace/ })
    await entry.waitFor()
    // Sessions have no names, and their ids say nothing to people.
    expect(await page.getByRole('main').innerText()).not.toMatch(ids)
    await entry.click()
    await expect.poll(() => entry.getAttribute('aria-expanded')).toBe('true')
    const table = page.getByRole('table')
    await table.getByRole('rowheader', { name: 'description' }).waitFor()
    await expect.poll(() => table.innerText()).toContain('1500')
    // The name of this action says already what it changes.
    await page.getByRole('button', { name: 'Settings changed', exact: true }).waitFor()
    // Items are named by their titles, and lead to their editors.
    await page.getByRole('button', { name: 'Item created x' }).first().waitFor()
    await page.getByRole('link', { name: 'x', exact: true }).first().click()
    await page.waitForURL('**/content/posts/*')
    await page.goBack()
    await page.getByRole('link', { name: 'posts', exact: true }).first().click()
    await page.waitForURL('**/model/posts')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is narrowed by what was done, who did it, to what, how and when', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/audit' })
    const entries = page.locator('main .panel [aria-expanded]')
    await chooseAction(page, 'Field added')
    await expect.poll(() => entries.allInnerTexts()).toHaveLength(1)
    await page.reload()
    await page.getByRole('combobox', { name: 'About' }).click()
    await page.getByRole('option', { name: 'Collections', exact: true }).click()
    await expect.poll(() => entries.allInnerTexts()).toHaveLength(2)
    await page.getByRole('combobox', { name: 'Interface' }).click()
    await page.getByRole('option', { name: 'An assistant (MCP)' }).click()
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await context.close()
  })

  it('leads from one change to all of the same thing, and of the same session', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/audit' })
    const entries = page.locator('main .panel [aria-expanded]')
    await page.getByRole('button', { name: /^Collection changed/ }).click()
    await page.getByRole('button', { name: 'All changes of posts' }).click()
    await expect.poll(() => entries.allInnerTexts()).toHaveLength(2)
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Show everything again' }).click()
    await expect.poll(() => entries.count()).toBeGreaterThan(2)
    await page.getByRole('button', { name: /^All of session / }).click()
    await chooseAction(page, 'Field added')
    await expect.poll(() => entries.allInnerTexts()).toHaveLength(1)
    await context.close()
  })

  it('keeps its filters behind a button on a telephone', async () => {
    const { page, context } = await tests.open({ ...looks.narrow, path: '/_cms/admin/audit' })
    await page.getByRole('button', { name: /^Collection changed/ }).waitFor()
    const action = page.getByRole('combobox', { name: 'Action' })
    expect(await action.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await chooseAction(page, 'Field added')
    await page.getByRole('button', { name: /^Collection changed/ }).waitFor({ state: 'hidden' })
    await expectNoViolations(page)
    await context.close()
  })

  it('goes on as far back as there is something', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/audit' })
    await page.getByRole('button', { name: /^Collection changed/ }).waitFor()
    await page.mouse.move(600, 500)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 5000)
        return page.getByRole('button', { name: /^Collection created/ }).count()
      })
      .toBe(1)
    await context.close()
  })
})
