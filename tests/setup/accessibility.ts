import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Everything that axe knows to look for, best practices included. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  expect(found).toEqual([])
}

/** On a small telephone nothing is cut off or has to be scrolled sideways. */
export async function expectNarrow(page: Page, width = 320): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width, height: 640 })
  // The frame glides to its new width.
  await page
    .waitForFunction(`document.documentElement.scrollWidth === ${width}`, undefined, { timeout: 3000 })
    .catch(() => undefined)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  if (size !== null) await page.setViewportSize(size)
}
