import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startOwnBrowser, startTimeout } from '../setup/browser.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import { makeRecipe, makeRecipes, titlesOf } from './admin-lists-steps.ts'

const all = Array.from({ length: 250 }, (_, index) => `Recipe ${String(index).padStart(3, '0')}`)
const path = '/_cms/admin/content/recipes?sort=title&order=asc&status=published'

describe('a long list', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({}, startOwnBrowser)
    await makeRecipes(tests)
    for (const title of all)
      await makeRecipe(tests.admin, { title, intro: 'Stir.', minutes: 20 }, 'published')
    for (const title of all.slice(0, 100))
      await makeRecipe(tests.admin, { title: `Draft of ${title}`, intro: 'Stir.', minutes: 20 })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('goes on as one scrolls, without doubles and without gaps, and says how much is there', async () => {
    const { page, complaints, context } = await tests.open({ path })
    await expectCount(page, 50)
    await page.getByText('50 items loaded, there are more').waitFor()
    for (const count of [100, 150, 200, 250]) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await expectAtLeast(page, count)
    }
    await page.getByText('250 items', { exact: true }).first().waitFor()
    await expect.poll(() => titlesOf(page)).toEqual(all)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('shows an item once that moves to another page while one scrolls', async () => {
    const { page, context } = await tests.open({
      path: '/_cms/admin/content/recipes?sort=updatedAt&order=asc',
    })
    await expectAtLeast(page, 50)
    const { items } = await tests.admin.call('GET', '/content/recipes?orderBy=updatedAt&order=asc&limit=1')
    await tests.admin.call('PUT', `/content/recipes/${items[0].id}`, { data: { minutes: 21 } })
    for (const count of [100, 150, 200, 250]) {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await expectAtLeast(page, count)
    }
    const titles = await titlesOf(page)
    expect(new Set(titles).size).toBe(titles.length)
    await context.close()
  })

  it('renders the rows near the window, and the focus goes through all', { tags: 'long' }, async () => {
    const { page, complaints, context } = await tests.open({
      path: '/_cms/admin/content/recipes?sort=title&order=asc',
      viewport: { width: 1280, height: 800 },
    })
    const table = page.getByRole('table', { name: 'Recipes' })
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const seen = new Set<number>()
    const indexes = () => rows.evaluateAll((found) => found.map((row) => Number(row.ariaRowIndex)))
    const focused = () => page.evaluate(`document.activeElement.closest('tr')?.ariaRowIndex`)
    expect(await table.getAttribute('aria-rowcount')).toBe('-1')
    // Before the list is long.
    await rows.first().getByRole('checkbox').focus()
    while ((await table.getAttribute('aria-rowcount')) !== '351') {
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await page.waitForTimeout(100)
    }
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(indexes).not.toContain(50)
    expect(await rows.count()).toBeLessThan(120)
    expect(await focused()).toBe('2')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('j')
    const inView = `(() => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight })()`
    await expect.poll(async () => Number(await focused())).toBeGreaterThan(250)
    await expect.poll(() => page.evaluate(inView)).toBe(true)
    await page.evaluate('document.activeElement.blur()')
    await page.evaluate('scrollTo(0, 0)')
    await expect.poll(indexes).toContain(2)
    const height = Number(await page.evaluate('document.body.scrollHeight'))
    for (let top = 0; top < height; top += 600) {
      await page.evaluate(`scrollTo(0, ${top})`)
      const shown = () => page.evaluate(`document.elementFromPoint(640, 400)?.closest('tbody tr') != null`)
      await expect.poll(shown).toBe(true)
      for (const index of await indexes()) seen.add(index)
      expect(await rows.count()).toBeLessThan(200)
    }
    expect(seen.size).toBe(350)

    await page.evaluate('scrollTo(0, 0)')
    await expect.poll(indexes).toContain(2)
    for (let index = 2; index < 100; index++) {
      await page.keyboard.press('j')
      await expect.poll(focused, { interval: 10 }).toBe(String(index))
    }
    // The row with the focus stays, however far one scrolls away.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expect.poll(indexes).not.toContain(50)
    await page.keyboard.press('k')
    await expect.poll(focused).toBe('98')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByText('350 selected').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is where it was left when one comes back', async () => {
    const { page, context } = await tests.open({ path })
    await expectAtLeast(page, 50)
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await expectAtLeast(page, 100)
    const link = page.getByRole('link', { name: 'Recipe 080' })
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate('scrollY')
    expect(before).toBeGreaterThan(1000)
    await link.click()
    await page.waitForURL('**/content/recipes/*')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await page.goBack()
    await expectAtLeast(page, 100)
    await expect.poll(() => page.evaluate('scrollY')).toBe(before)
    await context.close()
  })

  it.each([
    [1, 150],
    [4, 300],
  ])(
    'renders 100 rows, the processor %d times slower, in under %d ms',
    { tags: 'timing' },
    async (rate, bound) => {
      // Of all recipes, those that are not on the site.
      const { page, context } = await tests.open({
        path: path.replace('published', 'draft'),
        viewport: { width: 1280, height: 800 },
      })
      await expectAtLeast(page, 50)
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
      await expectCount(page, 100)
      await page.evaluate('scrollTo(0, 0)')
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate })
      const time = async (): Promise<number> => {
        await page.getByRole('link', { name: 'Trash' }).click()
        await page.getByRole('heading', { name: 'Trash', exact: true }).waitFor()
        // What the trash still draws is no part of the way back.
        await page.waitForTimeout(300)
        return timeBack(page)
      }
      await expectSomeUnder(bound, time, 12)
      await context.close()
    },
  )
})

/** milliseconds from the wish to go back until the list, whose rows are known, is on the screen */
function timeBack(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const start = performance.now()
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('tbody tr').length < 100) return
      observer.disconnect()
      // Behind the next frame everything is laid out and painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
    })
    observer.observe(document.body, { childList: true, subtree: true })
    history.back()
  })`)
}

function expectCount(page: Page, count: number): Promise<void> {
  return expect.poll(() => page.locator('tbody tr').count()).toBe(count)
}

function expectAtLeast(page: Page, count: number): Promise<void> {
  return expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThanOrEqual(count)
}
