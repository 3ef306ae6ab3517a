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

describe('the example for Astro', () => {
  let octavo: MagazineSite
  let example: Example
  let site: { close(): Promise<void> }
  let origin: string
  let browser: TestBrowser
  let visitor: Visitor
  let page: Page

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    octavo = await startMagazineSite(origin)
    await octavo.ask('POST', '/settings', { previewOrigins: [origin] })
    example = await installExample('astro', {
      OCTAVO_URL: octavo.proxy.url,
      OCTAVO_TOKEN: octavo.token,
      SITE_URL: origin,
      ASTRO_TELEMETRY_DISABLED: '1',
    })
    browser = await startBrowser()
    visitor = await openVisitor(browser, [origin, octavo.baseUrl, octavo.proxy.url])
    page = visitor.page
  }, 400_000)
  afterAll(async () => {
    await site?.close()
    await browser?.close()
    await octavo?.close()
  })

  it('is built with few requests', { timeout: 240_000 }, async () => {
    const astro = 'node_modules/astro/bin/astro.mjs'
    await example.run([astro, 'build'])
    const asked = octavo.proxy.passed.map(({ path }) => path)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(25)
    site = await example.serve(
      [astro, 'preview', '--host', '127.0.0.1', '--port', new URL(origin).port],
      origin,
    )
  })

  it('has the types of the schema', { timeout: 240_000 }, async () => {
    const { stdout } = await octavo.command(['types'])
    expect(readFileSync(join(example.folder, 'src', 'octavo.d.ts'), 'utf8')).toBe(stdout)
    await example.run(['node_modules/astro/bin/astro.mjs', 'check'])
  })

  it('has no dead link, and names the languages of each page', { timeout: 120_000 }, async () => {
    const pages = await crawl(origin, ['/en', '/de'])
    expect(pages.size).toBeGreaterThan(200)
    expectLanguagesToAgree(pages)
    // What only people who search find is no address of the site.
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
      await expectGoodPage(visitor, `${origin}/${locale}${path}`, `astro-${name}-${locale}`)
  })

  it.each([
    ['article', article],
    ['article-de', '/de/articles/der-ofen-der-nie-ausgeht'],
    ['category', '/en/categories/the-table'],
    ['category-2', '/en/categories/the-table/2'],
    ['category-de', '/de/categories/reparatur'],
  ])('shows the page %s', { timeout: 120_000 }, (name, path) =>
    expectGoodPage(visitor, origin + path, `astro-${name}`),
  )

  it('leads from a page to the same in the other language', async () => {
    await page.goto(origin + article)
    await page.getByRole('link', { name: 'Deutsch' }).click()
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
    expect(await (await fetch(`${origin}/de/rss.xml`)).text()).toContain('<language>de</language>')
    expect((await fetch(`${origin}/en/nothing`)).status).toBe(404)
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
    visitor.takeComplaints()
  })

  it('shows the draft of a preview link, and nothing in its place when the link is over', async () => {
    const path = '/content/articles/the-oven-that-never-goes-out'
    const draft = { data: { title: 'A draft for the oven' } }
    await octavo.ask('PUT', path, draft)
    const { item: link } = await octavo.ask('POST', `${path}/preview-link`, {})
    await page.goto(link.url)
    await page.getByRole('heading', { level: 1, name: 'A draft for the oven' }).waitFor()
    await page.getByText('this is the draft').waitFor()
    visitor.takeComplaints()
    await expectGoodPage(visitor, link.url, 'astro-preview')

    expect(await page.title()).toBe('A draft for the oven')
    await expectConnectedPreview(browser, { octavo, url: link.url })

    await page.goto(origin + article)
    await page.getByRole('heading', { level: 1, name: 'The oven that never goes out' }).waitFor()

    await octavo.ask('DELETE', `${path}/preview-link`)
    await page.goto(link.url)
    await page.getByRole('heading', { level: 1, name: 'This preview does not work' }).waitFor()
    expect(await page.getByText('The oven that never goes out').isVisible()).toBe(false)
  })

  it('shows the articles with a change-set applied', async () => {
    const { item: set } = await octavo.ask('POST', '/change-sets', { name: 'Spring' })
    const { item: author } = await octavo.ask('GET', '/content/authors/meenakshi-rao')
    const data = { title: 'An article of the change-set', author: author.id }
    await octavo.ask('POST', '/content/articles', { data, status: 'published', changeSet: set.id })
    const { item: link } = await octavo.ask('POST', `/change-sets/${set.id}/preview-link`, {})
    await page.goto(link.url)
    await page.getByText('this is the site with a change-set applied').waitFor()
    expect(page.url()).toBe(`${origin}/en/?preview=${link.token}`)
    await page.getByRole('link', { name: data.title }).click()
    await page.getByRole('heading', { level: 1, name: data.title }).waitFor()
    expect(await (await fetch(`${origin}/en/`)).text()).not.toContain(data.title)
    visitor.takeComplaints()
  })

  it('shows the preview of an article that has no page yet', async () => {
    const { item: author } = await octavo.ask('GET', '/content/authors/meenakshi-rao')
    const data = { title: 'Not yet on the site', author: author.id }
    const { item } = await octavo.ask('POST', '/content/articles', { data })
    const { item: link } = await octavo.ask('POST', `/content/articles/${item.id}/preview-link`, {})
    await page.goto(link.url)
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toContain('Not yet on the site')
  })
})
