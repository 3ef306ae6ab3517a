import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startBrowser, type TestBrowser } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { startRichText } from '../setup/rich-text.ts'
import { openRichText } from './rich-text-steps.ts'

/** A page of a browser that shows nothing but the editor of rich text. */
export interface RichTextDesk {
  readonly page: Page
  /** shows it with a value and other properties */
  open(given?: Readonly<Record<string, unknown>>): Promise<void>
  /** Fails when the page has complained of anything. */
  close(): Promise<void>
}

/** `start` gives another browser than the one of all files, for what is measured. */
export async function startRichTextDesk(
  viewport = { width: 900, height: 900 },
  start: () => Promise<TestBrowser> = startBrowser,
): Promise<RichTextDesk> {
  const site = await startRichText()
  const browser = await start()
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  const complaints: string[] = []
  page.setDefaultTimeout(patience)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return {
    page,
    open: (given) => openRichText(page, site.url, given),
    close: async () => {
      await browser.close()
      await site.close()
      expect(complaints).toEqual([])
    },
  }
}
