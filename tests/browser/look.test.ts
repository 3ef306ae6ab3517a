// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolations } from '../setup/accessibility.ts'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { type BrowserVisitor, newVisitor } from '../setup/visitor.ts'
import { callFrom, consentAddress, setUp, startDevice } from './steps.ts'

/** Each state that a page can be in: how to get there, signed in as the first admin or as nobody. */
const states: Record<string, { isSignedIn?: boolean; show: (page: Page, base: string) => Promise<void> }> = {
  'sign-in': { show: async (page, base) => void (await page.goto(`${base}/_cms/sign-in`)) },
  'sign-in with a complaint': {
    show: async (page, base) => {
      await page.goto(`${base}/_cms/sign-in`)
      await page.getByRole('button').first().click()
      await page.locator('.notice:visible').waitFor()
    },
  },
  'link sent': {
    show: async (page, base) => {
      await page.goto(`${base}/_cms/sign-in`)
      await page.locator('#email').fill('nobody@example.com')
      await page.getByRole('button').nth(1).click()
      await page.locator('[data-step="sent"]').waitFor()
    },
  },
  'link over': {
    show: async (page, base) => {
      await page.goto(`${base}/_cms/sign-in/link?token=over`)
      await page.locator('[data-step="failed"]').waitFor()
    },
  },
  'set up already': { show: async (page, base) => void (await page.goto(`${base}/_cms/setup`)) },
  'invite over': {
    show: async (page, base) => {
      await page.goto(`${base}/_cms/invite?token=over`)
      await page.locator('[data-step="failed"]').waitFor()
    },
  },
  'wrong address': {
    show: async (page, base) => {
      await page.goto(`${base.replace('localhost', '127.0.0.1')}/_cms/sign-in`)
      await page.locator('#wrong-origin').waitFor()
    },
  },
  'an app that asks to be let in': {
    isSignedIn: true,
    show: async (page, base) => void (await page.goto(consentAddress(base))),
  },
  'a request of an app that is wrong': {
    show: async (page, base) => void (await page.goto(`${base}/_cms/oauth/authorize?client_id=nobody`)),
  },
  'a code to type': {
    isSignedIn: true,
    show: async (page, base) => void (await page.goto(`${base}/_cms/device`)),
  },
  'a code that is not there': {
    isSignedIn: true,
    show: async (page, base) => void (await page.goto(`${base}/_cms/device?user_code=BBBB-BBBB`)),
  },
  'a device to let in': {
    isSignedIn: true,
    show: async (page, base) => {
      const { verification_uri_complete } = await startDevice(base)
      await page.goto(verification_uri_complete)
    },
  },
}

describe.each([
  ['light', 'en-GB'],
  ['dark', 'en-GB'],
  ['light', 'de-DE'],
  ['dark', 'de-DE'],
] as const)('pages in a %s browser in the language of %s', (colorScheme, locale) => {
  let browser: TestBrowser
  let service: PagesService
  let stranger: BrowserVisitor
  let admin: BrowserVisitor

  beforeAll(async () => {
    browser = await startBrowser()
    service = await startPages()
    stranger = await newVisitor(browser, { colorScheme, locale })
    admin = await newVisitor(browser, { colorScheme, locale })
    await admin.page.goto(service.setupLink())
    await expectNoViolations(admin.page)
    await expectNarrow(admin.page)
    await setUp(admin.page, service)
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await service?.close()
  })

  it.each(Object.keys(states))('%s: nothing that keeps anyone out, at any width', async (name) => {
    const { isSignedIn = false, show } = states[name] ?? { show: async () => undefined }
    const { page, complaints } = isSignedIn ? admin : stranger
    await show(page, service.baseUrl)
    await expectNoViolations(page)
    await expectNarrow(page)
    expect(complaints).toEqual([])
  })

  it('an invite', async () => {
    const { data } = await callFrom(admin.page, 'POST', '/auth/invite', {
      email: 'grace@example.com',
      role: 30,
    })
    expect(data.item.email).toBe('grace@example.com')
    await stranger.page.goto(await service.mailedLink('grace@example.com'))
    await stranger.page.locator('[data-step="accept"]').waitFor()
    await expectNoViolations(stranger.page)
    await expectNarrow(stranger.page)
  })
})
