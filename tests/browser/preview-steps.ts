import type { Frame, FrameLocator, Locator, Page } from 'playwright-core'

export async function openPane(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('region', { name: 'Preview' }).waitFor()
  // Tooltips are outside of all regions.
  await page.mouse.move(0, 0)
}

export const shown = (page: Page): FrameLocator => page.frameLocator('iframe')

/** The heading of the page in the frame, once the page reports clicks to the admin. */
export const connectedHeading = (page: Page, name: string): Locator =>
  shown(page).locator('body[data-is-connected]').getByRole('heading', { name })

export async function frameOf(page: Page): Promise<Frame> {
  const handle = await page.locator('iframe').elementHandle()
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('There is no frame.')
  return frame
}
