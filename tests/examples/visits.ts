import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNarrow, expectNoViolations } from '../setup/accessibility.ts'
import type { TestBrowser } from '../setup/browser.ts'

/** where pictures of the pages are kept, for people who look at them */
const pictures = process.env['TEST_SCREENSHOTS']

export interface Visitor {
  readonly page: Page
  /** what went wrong since the last look at it: messages of the console, errors, answers, hosts that no one named */
  takeComplaints(): string[]
}

/** Opens a browser for a site whose pictures come from another origin. */
export async function openVisitor(browser: TestBrowser, origins: readonly string[]): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  let complaints: string[] = []
  page.on('console', (message) => {
    // Slow machines use a preloaded picture later than Chromium expects.
    const isLate = message.text().includes('was preloaded using link preload but not used')
    if (['error', 'warning'].includes(message.type()) && !isLate)
      complaints.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !origins.includes(origin)) complaints.push(`asked ${request.url()}`)
  })
  return {
    page,
    takeComplaints: () => {
      const taken = complaints
      complaints = []
      return taken
    },
  }
}

/** A page that anybody can read in any language, without fault, in light and dark, on a phone and a desktop. */
export async function expectGoodPage(
  { page, takeComplaints }: Visitor,
  url: string,
  name: string,
): Promise<void> {
  await page.goto(url, { waitUntil: 'load' })
  await page.evaluate('document.fonts.ready')
  await expectNoViolations(page)
  await picture(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNarrow(page, 360, () => picture(page, `${name}-phone`))
  const images = await page.evaluate<string[]>(`[...document.images].flatMap((image) =>
    image.complete && image.naturalWidth === 0 && image.loading !== 'lazy' ? [image.src] : [])`)
  expect(images).toEqual([])
  expect(takeComplaints()).toEqual([])
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

/** A text is XML without faults, and its root is this element. */
export async function expectXml(page: Page, text: string, root: string): Promise<void> {
  const found = await page.evaluate<string>(`(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml')
    return parsed.querySelector('parsererror')?.textContent ?? parsed.documentElement.localName
  })()`)
  expect(found).toBe(root)
}
