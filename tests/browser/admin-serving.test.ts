import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { newVisitor } from '../setup/visitor.ts'
import { untilQuiet } from '../setup/quiet.ts'

describe('the admin in a browser', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
  }, startTimeout)
  afterAll(() => tests?.close())

  it.each([
    [looks.light, '/_cms/admin'],
    [looks.dark, '/_cms/admin/some/screen?x=1'],
    [looks.narrow, '/_cms/admin'],
  ])(
    'loads all it needs, and the policy forbids none of it (%j, %s)',
    { tags: 'long' },
    async (look, path) => {
      const { page, complaints, context } = await tests.open({ ...look, path })
      await untilQuiet(page)
      expect(await page.locator('script[type="module"]').count()).toBeGreaterThan(0)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it('sends at most 230 KB of compressed script for the first view', async () => {
    const { page, context } = await tests.open()
    // What the admin loads some seconds later, ahead of need, is no part of the first view of a slow machine either.
    await page.addInitScript(`{
      const start = window.setTimeout
      window.setTimeout = (action, milliseconds, ...args) =>
        start(action, milliseconds >= 1000 ? 2 ** 31 - 1 : milliseconds, ...args)
    }`)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await untilQuiet(page)
    const size = await page.evaluate<number>(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
    expect(size).toBeGreaterThan(10_000)
    expect(size).toBeLessThanOrEqual(230_000)
    await context.close()
  })

  it('shows those who write nothing their account, and nothing of the content', async () => {
    const as = await tests.person(10)
    const { page, context, complaints } = await tests.open({ as, path: '/_cms/admin/content/posts' })
    await page.getByRole('heading', { name: `Hello ${as.name}` }).waitFor()
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('link', { name: 'Your account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    await page.getByRole('button', { name: 'Create a token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create a token' })
    await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(2)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('says what it needs where scripts do not run', async () => {
    const { page } = await tests.open({ javaScriptEnabled: false, locale: 'de-DE' })
    await expect.poll(() => page.locator('body').innerText()).toContain('Diese Seite braucht JavaScript.')
  })

  it('is where people come back to after signing in', async () => {
    const { page } = await newVisitor(tests.browser)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/posts?status=draft`)
    await page.waitForURL('**/_cms/sign-in?return=**')
    await page.getByLabel('E-mail address').fill(tests.admin.email)
    await page.getByRole('button', { name: 'Send me a sign-in link' }).click()
    await page.goto(await tests.service.mailedLink(tests.admin.email))
    await page.waitForURL('**/_cms/admin/content/posts?status=draft')
    await expect.poll(() => page.locator('#root').count()).toBe(1)
  })

  it.each([10, 20, 40])(
    'is open to everyone with an account, who comes to it by its old address too (role %s)',
    { tags: 'long' },
    async (role) => {
      const as = await tests.person(role)
      const { item } = await as.call('GET', '/auth/me')
      expect([item.email, item.role]).toEqual([as.email, role])
      const { page, context, complaints } = await tests.open({ as, path: '/_cms/account#tokens' })
      await page.waitForURL('**/_cms/admin/account#tokens')
      await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
      await page.locator('#sessions li').first().waitFor()
      await expect.poll(() => page.getByRole('navigation').count()).toBe(role < 20 ? 0 : 1)
      await expectNoViolationsInAnyLook(page)
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})
