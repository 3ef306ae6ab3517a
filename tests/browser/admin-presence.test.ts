// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, type Person, startAdmin, untilFollowing } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { expectSaved, intro, makeCollection, makeItem, openEditor, stored, title } from './editor-steps.ts'

describe('who else works on an item', () => {
  let tests: AdminTests
  let ben: Person

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'posts', fields: [title, intro] })
    ben = await tests.person(40)
  }, startTimeout)
  afterAll(() => tests?.close())

  const open = (id: string, as = tests.admin) => openEditor(tests, 'posts', id, { as })
  const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

  it('is shown with the field, and gone when they leave', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Shared' })
    const ada = await open(id)
    await ada.page.getByLabel('Intro').fill('Ada writes')
    const other = await open(id, ben)
    await said(other.page, 'Also here: Ada Lovelace').waitFor()
    const faces = ada.page.getByRole('button', { name: 'Also in this item' })
    await faces.waitFor()
    await said(ada.page, `Also here: ${ben.name}`).waitFor()
    await other.page.getByLabel('Title').focus()
    await ada.page.locator('[data-field="title"]').getByText(ben.name).waitFor()
    expect(await ada.page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await expectNoViolationsInAnyLook(ada.page)
    await faces.click()
    await ada.page.getByText('In Title', { exact: true }).waitFor()
    await ada.page.keyboard.press('Escape')
    await other.page.close()
    // The next test measures how long it takes at most.
    await faces.waitFor({ state: 'detached', timeout: 2 * patience })
    expect(ada.complaints).toEqual([])
    for (const { context } of [ada, other]) await context.close()
  })

  it('is gone within 30 seconds when their browser dies', { tags: 'timing' }, async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Died' })
    const tab = 'tab-of-a-dead-browser'
    await ben.call('PUT', `/content/posts/${id}/presence`, { tab, field: 'title' })
    const start = Date.now()
    const { page, context } = await open(id)
    const faces = page.getByRole('button', { name: 'Also in this item' })
    await faces.waitFor()
    await faces.waitFor({ state: 'detached', timeout: 30_000 })
    expect(Date.now() - start).toBeLessThan(30_000)
    await context.close()
  })

  it('is notified of what they saved, which comes in at once and keeps what is typed', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'First', intro: 'Before' })
    const { page, context } = await open(id)
    await untilFollowing(page)
    const changed = { data: { intro: 'By Ben' } }
    await ben.call('PUT', `/content/posts/${id}`, changed)
    await expect.poll(() => page.getByLabel('Intro').inputValue()).toBe('By Ben')
    await page.getByText(new RegExp(`${ben.name} saved changes`)).waitFor()
    await page.getByLabel('Intro').fill('By Ada')
    await ben.call('PUT', `/content/posts/${id}`, { data: { title: 'Second' } })
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Second')
    expect(await page.getByLabel('Intro').inputValue()).toBe('By Ada')
    await expectSaved(page)
    expect((await stored(tests.admin, 'posts', id)).data).toMatchObject({ title: 'Second', intro: 'By Ada' })
    await context.close()
  })

  it('names no author of an older version for a change that makes none', async () => {
    const { id } = await makeItem(ben, 'posts', { title: 'By Ben' })
    const { page, context } = await open(id)
    await untilFollowing(page)
    await tests.admin.call('POST', `/content/posts/${id}/schedule`, {
      scheduledAt: '2090-01-01T00:00:00.000Z',
    })
    await page
      .getByText(/^Goes live on/)
      .first()
      .waitFor()
    await page.waitForTimeout(1000)
    expect(await page.getByText(/saved changes/).count()).toBe(0)
    await context.close()
  })

  it('ends with the session of the person', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Left' })
    const { page, context } = await open(id)
    await page.getByText('Left').first().waitFor()
    await context.clearCookies()
    const refused = page.waitForResponse((answer) => answer.status() === 401)
    await page.getByLabel('Title').fill('Typed on')
    await refused
    // A report can be on its way until the page knows.
    await page.getByRole('dialog', { name: 'You have been signed out' }).waitFor()
    let reports = 0
    page.on('request', (request) => (reports += Number(request.url().includes('/presence'))))
    await page.waitForTimeout(9000)
    expect(reports).toBe(0)
    await context.close()
  })

  it('is not shown for a person in one window, but for their second one', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Twice' })
    const first = await open(id)
    expect(await first.page.getByRole('button', { name: 'Also in this item' }).count()).toBe(0)
    const second = await open(id)
    await said(second.page, 'Also here: You, in another window').waitFor()
    for (const { context } of [first, second]) await context.close()
  })

  it('speaks German', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Deutsch' })
    await ben.call('PUT', `/content/posts/${id}/presence`, { tab: 'tab-of-ben' })
    const { page, context } = await tests.open({ path: `/_cms/admin/content/posts/${id}`, locale: 'de-DE' })
    await said(page, `Auch hier: ${ben.name}`).waitFor()
    await page.getByRole('button', { name: 'Auch in diesem Eintrag' }).click()
    const list = page.getByRole('dialog')
    await list.waitFor()
    await expect.poll(() => list.innerText()).toContain('Hat den Eintrag geöffnet')
    await context.close()
  })
})
