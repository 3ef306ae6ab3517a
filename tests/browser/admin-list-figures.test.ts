// @module-tag timing
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startOwnBrowser, startTimeout } from '../setup/browser.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import { makeRecipe, makeRecipes } from './admin-lists-steps.ts'
import { longestTask, slowedFourTimes } from './list-figures.ts'

const path = '/_cms/admin/content/recipes'
/** enough to find out whether the work of a frame grows with the rows */
const rows = 300

describe('a long list, on a processor that is 4 times slower', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({}, startOwnBrowser)
    await makeRecipes(tests)
    for (let made = 0; made < rows; made += 10)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          makeRecipe(tests.admin, { title: `Recipe ${made + index}`, minutes: index }),
        ),
      )
  }, startTimeout)
  afterAll(() => tests?.close())

  // The figure is 50; what else the machine does adds to it.
  it('scrolls without a task that takes long', async () => {
    const { page, context } = await tests.open({ path, viewport: { width: 1280, height: 800 } })
    const shown = page.locator('tbody tr')
    await shown.first().waitFor()
    while ((await shown.count()) < rows) await page.mouse.wheel(0, 3000)
    const session = await slowedFourTimes(page)
    await page.mouse.move(600, 400)
    await expectSomeUnder(75, () =>
      longestTask(session, async () => {
        await page.evaluate('window.scrollTo(0, 0)')
        for (let step = 0; step < 40; step++) {
          await page.mouse.wheel(0, 400)
          await page.waitForTimeout(30)
        }
      }),
    )
    await context.close()
  })

  // The figure is 600 without a slower processor.
  it('opens an item within 1.2 seconds of a click', async () => {
    await expectSomeUnder(1200, async () => {
      const { page, context } = await tests.open({ path })
      const link = page.locator('tbody th a').first()
      await link.waitFor()
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await slowedFourTimes(page)
      const begin = performance.now()
      await link.click()
      await page.getByRole('textbox', { name: 'Title' }).waitFor()
      const time = performance.now() - begin
      await context.close()
      return time
    })
  })
})
