// @module-tag long
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, type TestBrowser } from '../setup/browser.ts'
import { type Example, installExample } from '../setup/example.ts'
import { freePort } from '../setup/free-port.ts'
import { type MagazineSite, startMagazineSite } from '../setup/magazine-site.ts'
import { expectConnectedPreview } from './beside-editor.ts'
import { crawl, expectLanguagesToAgree } from './crawl.ts'
import { expectGoodPage, expectXml, openVisitor, type Visitor } from './visits.ts'

const article = '/en/articles/the-oven-that-never-goes-out'
const item = '/content/articles/the-oven-that-never-goes-out'

describe('the example for Next', () => {
  let octavo: MagazineSite
  let example: Example
  let site: { close(): Promise<void> }
  let origin: string
  let browser: TestBrowser
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    origin = `http://127.0.0.1:${await freePort()}`
    octavo = await startMagazineSite(origin, 'postgres')
    await octavo.ask('POST', '/settings', { previewOrigins: [origin] })
    const { secret } = await octavo.ask('POST', '/webhooks', { url: `${origin}/api/revalidate` })
    example = await installExample('next', {
      OCTAVO_URL: octavo.proxy.url,
      OCTAVO_TOKEN: octavo.token,
      OCTAVO_WEBHOOK_SECRET: secret,
      SITE_URL: origin,
    })
    browser = await startBrowser()
    visitor = await openVisitor(browser, [origin, octavo.baseUrl])
    page = visitor.page
  }, 400_000)
  afterAll(async () => {
    await site?.close()
    await browser?.close()
    await octavo?.close()
  })

  it('is built, with its types', { timeout: 400_000 }, async () => {
    const next = 'node_modules/next/dist/bin/next'
    const { stdout } = await octavo.command(['types'])
    expect(readFileSync(join(example.folder, 'src', 'octavo.d.ts'), 'utf8')).toBe(stdout)
    await example.run([next, 'build'])
    site = await example.serve([next, 'start', '-H', '127.0.0.1', '-p', new URL(origin).port], origin)
  })

  it('has no dead link, and names the languages of each page', { timeout: 240_000 }, async () => {
    const pages = await crawl(origin, ['/en', '/de'])
    expect(pages.size).toBeGreaterThan(200)
    expectLanguagesToAgree(pages)
    const map = await (await fetch(`${origin}/sitemap.xml`)).text()
    const listed = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
    expect(listed.filter((path) => !pages.has(path))).toEqual([])
    expect(listed.length).toBeGreaterThan(190)
  })

  it.each([
    ['home', ''],
    ['authors', '/authors'],
    ['search', '/search'],
    ['tag', '/tags/long-read'],
    ['author', '/authors/meenakshi-rao'],
  ])('shows the page %s in both languages', { timeout: 120_000 }, async (name, path) => {
    for (const locale of ['en', 'de'])
      await expectGoodPage(visitor, `${origin}/${locale}${path}`, `next-${name}-${locale}`)
  })

  it.each([
    ['article', article],
    ['article-de', '/de/articles/der-ofen-der-nie-ausgeht'],
    ['category', '/en/categories/the-table'],
    ['category-2', '/en/categories/the-table/2'],
    ['category-de', '/de/categories/reparatur'],
    ['results', '/en/search?q=bread'],
  ])('shows the page %s', { timeout: 120_000 }, (name, path) =>
    expectGoodPage(visitor, origin + path, `next-${name}`),
  )

  it('leads from a page to the same in the other language', async () => {
    await page.goto(origin + article)
    const link = page.getByRole('link', { name: 'Deutsch' })
    await expect.poll(() => link.getAttribute('href')).toBe('/de/articles/der-ofen-der-nie-ausgeht')
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'Der Ofen, der nie ausgeht' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
  })

  it('has feeds, a site map and a page for what is missing', async () => {
    for (const [path, root] of [
      ['/en/rss.xml', 'rss'],
      ['/de/rss.xml', 'rss'],
      ['/sitemap.xml', 'urlset'],
    ] as const)
      await expectXml(page, await (await fetch(origin + path)).text(), root)
    for (const path of ['/en/nothing', '/en/articles/nothing', '/en/tags/by-hand/99', '/fr'])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 404])
  })

  it('searches, and suggests titles', async () => {
    await page.goto(`${origin}/en/search`)
    await page.getByLabel('Search the magazine').pressSequentially('oven')
    await page
      .locator('#suggestions option[value="The oven that never goes out"]')
      .waitFor({ state: 'attached' })
    await page.getByLabel('Search the magazine').press('Enter')
    await page.getByRole('link', { name: 'The oven that never goes out' }).waitFor()
    expect(await page.getByRole('status').textContent()).toMatch(/articles? found/)
  })

  it('shows a change after the webhook, and asks little for a list', async () => {
    const publish = async (title: string): Promise<void> => {
      await octavo.ask('PUT', item, { data: { title } })
      await octavo.ask('POST', `${item}/publish`)
    }
    const textOf = async (path: string): Promise<string> => (await fetch(origin + path)).text()
    expect(await textOf(article)).not.toContain('An oven with another title')
    await publish('An oven with another title')
    await expect.poll(() => textOf(article)).toContain('An oven with another title')
    const before = octavo.proxy.passed.length
    expect(await textOf('/en/tags/in-the-rain')).toContain('An oven with another title')
    const asked = octavo.proxy.passed.slice(before)
    expect(asked.length, asked.map(({ path }) => path).join('\n')).toBeLessThanOrEqual(2)
    for (const { bytes } of asked) expect(bytes).toBeLessThan(8192)
    const list = octavo.proxy.passed.find(({ path }) => path.includes('/content/articles?'))
    const url = new URL(String(list?.path), octavo.proxy.url)
    for (const name of ['where', 'cursor']) url.searchParams.delete(name)
    url.searchParams.set('limit', '12')
    const cards = await fetch(url, { headers: { authorization: `Bearer ${octavo.token}` } })
    const text = await cards.text()
    expect(JSON.parse(text).data.items).toHaveLength(12)
    expect(Buffer.byteLength(text)).toBeLessThan(8192)
  })

  it('believes no webhook without the signature of Octavo', async () => {
    const body = JSON.stringify({ type: 'content.updated', data: { type: 'content.updated' } })
    const signed = { 'webhook-id': '1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) }
    for (const headers of [{}, signed, { ...signed, 'webhook-signature': 'v1,AAAA' }]) {
      const answer = await fetch(`${origin}/api/revalidate`, { method: 'POST', body, headers })
      expect(answer.status).toBe(401)
    }
  })

  it('shows the draft of a preview link until it ends', async () => {
    await octavo.ask('PUT', item, { data: { title: 'A draft for the oven' } })
    const { item: link } = await octavo.ask('POST', `${item}/preview-link`, {})
    visitor.takeComplaints()
    await expectGoodPage(visitor, link.url, 'next-preview')
    await page.getByRole('heading', { level: 1, name: 'A draft for the oven' }).waitFor()
    expect(page.url()).toBe(origin + article)
    expect(await (await fetch(origin + article)).text()).not.toContain('A draft for the oven')

    expect(await page.title()).toBe('A draft for the oven – Kiln & Quay')
    await expectConnectedPreview(browser, { octavo, url: link.url })

    await page.goto(link.url)
    await page.getByRole('link', { name: 'End the preview' }).click()
    await page.getByRole('heading', { level: 1, name: 'An oven with another title' }).waitFor()

    await octavo.ask('DELETE', `${item}/preview-link`)
    const over = await fetch(link.url)
    expect(over.status).toBe(403)
    expect(await over.text()).not.toContain('An oven with another title')
  })

  it('shows the whole site with a change-set applied, until the preview ends', async () => {
    const { item: set } = await octavo.ask('POST', '/change-sets', { name: 'Spring' })
    const changeSet = set.id
    const title = 'An oven of the change-set'
    await octavo.ask('PUT', item, { data: { title }, status: 'published', changeSet })
    const { item: link } = await octavo.ask('POST', `/change-sets/${changeSet}/preview-link`, {})
    await page.goto(link.url)
    await page.getByText('this is the site with a change-set applied').waitFor()
    expect(page.url()).toBe(`${origin}/en`)
    await page.goto(`${origin}/en/search?q=change-set`)
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await (await fetch(origin + article)).text()).not.toContain(title)
    await page.getByRole('link', { name: 'End the preview' }).click()
    await page.getByRole('heading', { level: 1, name: 'An oven with another title' }).waitFor()
    expect(await page.getByText(title).count()).toBe(0)

    const elsewhere = `${origin}/api/preview?path=//example.com&preview=${link.token}`
    expect((await fetch(elsewhere, { redirect: 'manual' })).status).toBe(403)

    // A link that ends while the site is shown ends the preview.
    await page.goto(link.url)
    await page.getByText('this is the site with a change-set applied').waitFor()
    await octavo.ask('DELETE', `/change-sets/${changeSet}`)
    await page.goto(origin + article)
    await page.getByRole('heading', { level: 1, name: 'This preview does not work' }).waitFor()
    await page.goto(origin + article)
    await page.getByRole('heading', { level: 1, name: 'An oven with another title' }).waitFor()
    visitor.takeComplaints()
  })

  it('shows the preview of an article that has no page yet', async () => {
    const { item: author } = await octavo.ask('GET', '/content/authors/meenakshi-rao')
    const data = { title: 'Not yet on the site', author: author.id }
    const { item: made } = await octavo.ask('POST', '/content/articles', { data })
    const { item: link } = await octavo.ask('POST', `/content/articles/${made.id}/preview-link`, {})
    await page.goto(link.url)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toContain('Not yet on the site')
  })
})
