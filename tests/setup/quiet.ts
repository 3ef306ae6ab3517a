import type { Page } from 'playwright-core'

/** milliseconds without a loaded resource after which a page has what it needs */
const pause = 600

/** Waits until a page loads nothing more. Its stream of changes never ends, so the network is never idle. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const countOf = (): Promise<number> =>
    page.evaluate<number>(`performance.getEntriesByType('resource').length`)
  for (let before = -1, count = 0; before !== count; await page.waitForTimeout(pause)) {
    before = count
    count = await countOf()
  }
}
