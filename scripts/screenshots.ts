// Makes the pictures of pages in docs/images: node --conditions=octavo-source scripts/screenshots.ts
/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { callFrom, consentAddress, openAccount, setUp, startDevice } from '../tests/browser/steps.ts'
import { startOwnBrowser } from '../tests/setup/browser.ts'
import { startPages } from '../tests/setup/pages.ts'
import { newVisitor } from '../tests/setup/visitor.ts'
import { inRoot } from './launcher/paths.mjs'

const browser = await startOwnBrowser()
const service = await startPages({ isOwnProcess: true })
const { page } = await newVisitor(browser, { viewport: { width: 900, height: 720 }, deviceScaleFactor: 2 })
try {
  await setUp(page, service)
  await fillAccount()
  await page.setViewportSize({ width: 1280, height: 1440 })
  await openAccount(page, service)
  await page.locator('#apps li').first().waitFor()
  await take('account', page)
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(consentAddress(service.baseUrl))
  await take('consent', page)
  const stranger = await newVisitor(browser, { viewport: { width: 900, height: 560 }, deviceScaleFactor: 2 })
  await stranger.page.goto(`${service.baseUrl}/_cms/sign-in`)
  await take('sign-in', stranger.page)
  await stranger.page.setViewportSize({ width: 1280, height: 860 })
  await stranger.page.goto(`${service.baseUrl}/_cms/api/docs`)
  // The port is chosen anew in each run.
  await stranger.page.evaluate(
    ([from = '', to = '']) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { currentNode } = texts
        currentNode.nodeValue = currentNode.nodeValue?.replaceAll(from, to) ?? ''
      }
    },
    [service.baseUrl, 'http://localhost:4400'],
  )
  await take('api-docs', stranger.page)
} finally {
  await browser.close()
  await service.close()
}

async function fillAccount(): Promise<void> {
  const [passkey] = (await callFrom(page, 'GET', '/auth/passkey')).data.items
  await callFrom(page, 'PATCH', `/auth/passkey/${passkey.id}`, { name: 'Laptop' })
  await callFrom(page, 'POST', '/admin/api-tokens', {
    name: 'Nightly build',
    scopes: ['content:read', 'media:read'],
  })
  const { verification_uri_complete: address, device_code } = await startDevice(service.baseUrl)
  await page.goto(address)
  await page.locator('button[value="approve"]').click()
  await page.locator('button[value="approve"]').waitFor({ state: 'detached' })
  await fetch(`${service.baseUrl}/_cms/api/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      client_id: 'octavo-cli',
      device_code,
    }),
  })
}

/** A picture of few colours is a tenth as large. */
async function take(name: string, of: Page): Promise<void> {
  const picture = await of.screenshot()
  await sharp(picture)
    .png({ palette: true, colours: 128, effort: 10 })
    .toFile(inRoot('docs', 'images', `${name}.png`))
}
