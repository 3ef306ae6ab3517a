import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What axe can find in the dark and not in the light, where the same elements are. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * Everything that axe knows to look for, best practices included; of the dark appearance what has to do with colours,
 * unless all of it is wanted.
 */
export async function expectNoViolations(page: Page, isWhole = false): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  let found = await violationsOf(page, isWhole)
  // While the page goes from one appearance to the other, its colours are of neither: what is wrong stays wrong.
  for (let tries = 0; tries < 6 && found.length > 0; tries++) {
    await page.waitForTimeout(500)
    found = await violationsOf(page, isWhole)
  }
  expect(found).toEqual([])
}

async function violationsOf(page: Page, isWhole: boolean): Promise<string[]> {
  await page.evaluate(untilStill)
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`)
  // Without the types of results that are not read, axe takes half the time.
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(isDark && !isWhole && { runOnly: rulesOfColours }),
  })
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${options})`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** All that moves comes to its end, but what has none. */
const untilStill = `Promise.allSettled(
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime < 10_000)
    .map(({ finished }) => finished),
)`

/** The same of a page of the admin that is there in light colours, when the person goes over to dark ones. */
export async function expectNoViolationsInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' })
}

/** The page of the admin that is there is accessible in light and in dark colours, and fits on a phone. */
export async function expectNoViolationsInAnyLook(page: Page, width = 360): Promise<void> {
  await expectNoViolations(page)
  await expectNoViolationsInDark(page)
  await expectNarrow(page, width)
}

/** On a small phone nothing is cut off or has to be scrolled sideways. */
export async function expectNarrow(page: Page, width = 320, lookAtIt?: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width, height: 640 })
  // The frame glides to its new width; an open menu that came too early follows with the next step, as while a window is drawn smaller.
  const widthOf = (): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth')
  for (let tries = 0; tries < 150 && (await widthOf()) !== width; tries++) {
    await page.waitForTimeout(100)
    await page.evaluate("dispatchEvent(new Event('resize'))")
  }
  expect(await widthOf()).toBe(width)
  await lookAtIt?.()
  if (size !== null) await page.setViewportSize(size)
}
