import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, type Person, startAdmin, untilFollowing } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { makeCollection, makeItem, title } from './editor-steps.ts'
import { image, store } from './media-steps.ts'

describe('changes of others', () => {
  let tests: AdminTests
  let ben: Person
  let count = 0

  beforeAll(async () => {
    tests = await startAdmin()
    ben = await tests.person(40)
  }, startTimeout)
  afterAll(() => tests?.close())

  async function collection(names: readonly string[]): Promise<{ slug: string; ids: string[] }> {
    const slug = `posts${++count}`
    await makeCollection(tests.admin, { slug, fields: [title] })
    const ids: string[] = []
    for (const name of names) ids.push((await makeItem(tests.admin, slug, { title: name })).id)
    return { slug, ids }
  }

  async function openList(slug: string) {
    const stream = '**/_cms/api/events/stream*'
    const visitor = await tests.open({ path: '/_cms/health', viewport: { width: 1280, height: 800 } })
    await Promise.all([
      visitor.page.waitForResponse(stream),
      visitor.page.goto(`${tests.service.baseUrl}/_cms/admin/content/${slug}`),
    ])
    await visitor.page.getByRole('table').waitFor()
    return visitor
  }

  const titles = (page: Page): Promise<string[]> => page.locator('tbody th[scope=row]').allInnerTexts()

  it('come into a list at once while it is not in use', { tags: 'long' }, async () => {
    const { slug, ids } = await collection(['One', 'Two'])
    const { page, complaints, context } = await openList(slug)
    await expect.poll(() => titles(page)).toEqual(['Two', 'One'])
    await ben.call('PUT', `/content/${slug}/${ids[0]}`, { data: { title: 'One, changed' } })
    await expect.poll(() => titles(page)).toEqual(['One, changed', 'Two'])
    await makeItem(ben, slug, { title: 'Three' })
    await expect.poll(() => titles(page)).toEqual(['Three', 'One, changed', 'Two'])
    await ben.call('DELETE', `/content/${slug}/${ids[1]}`)
    await expect.poll(() => titles(page)).toEqual(['Three', 'One, changed'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('move no row while a person uses the list, until they ask for them', async () => {
    const { slug, ids } = await collection(['One', 'Two', 'Three'])
    const { page, context } = await openList(slug)
    const box = page.getByRole('checkbox', { name: 'Select Two' })
    await box.check()
    await page.getByText('1 selected').waitFor()
    await box.focus()
    const before = await box.boundingBox()
    await ben.call('PUT', `/content/${slug}/${ids[0]}`, { data: { title: 'One, changed' } })
    await ben.call('DELETE', `/content/${slug}/${ids[2]}`)
    await makeItem(ben, slug, { title: 'Four' })
    await expect
      .poll(() => titles(page))
      .toEqual([expect.stringMatching(/^Three\s+Moved to the trash/), 'Two', 'One, changed'])
    expect(await box.boundingBox()).toEqual(before)
    expect(await box.isChecked()).toBe(true)
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'There are newer changes' }).click()
    await expect.poll(() => titles(page)).toEqual(['Four', 'One, changed', 'Two'])
    await expect.poll(() => box.isChecked()).toBe(true)
    await context.close()
  })

  it('bring back a row that was restored', { tags: 'long' }, async () => {
    const { slug, ids } = await collection(['One', 'Two'])
    const { page, context } = await openList(slug)
    await page.getByRole('checkbox', { name: 'Select Two' }).check()
    await ben.call('DELETE', `/content/${slug}/${ids[0]}`)
    const gone = page.getByText('Moved to the trash')
    await gone.waitFor()
    await ben.call('POST', `/content/${slug}/${ids[0]}/restore`)
    await expect.poll(() => gone.count()).toBe(0)
    await context.close()
  })

  it('leave a list as it is after an act of the person themself', { tags: 'long' }, async () => {
    const { slug } = await collection(['One', 'Two'])
    const { page, context } = await openList(slug)
    await page.getByRole('button', { name: 'Actions for One' }).click()
    await page.getByRole('menuitem', { name: 'Publish', exact: true }).click()
    await page.locator('tbody [data-status="published"]').waitFor()
    await page.waitForTimeout(2500)
    expect(await page.getByRole('button', { name: 'There are newer changes' }).count()).toBe(0)
    await context.close()
  })

  it('come into the media library, the dashboard and the navigation', { tags: 'long' }, async () => {
    const { slug } = await collection(['One'])
    const media = await tests.open({ path: '/_cms/admin/media' })
    const dashboard = await tests.open()
    await dashboard.page.getByRole('link', { name: 'One', exact: true }).first().waitFor()
    await media.page.getByRole('heading', { level: 1 }).waitFor()
    for (const { page } of [media, dashboard]) await untilFollowing(page)
    await store(dashboard.page, await image('harbour.png'))
    const file = media.page.getByText('harbour.png')
    await expect.poll(() => file.count()).toBeGreaterThan(0)
    await makeItem(ben, slug, { title: 'For the dashboard' })
    await dashboard.page.getByRole('link', { name: 'For the dashboard' }).first().waitFor()
    await makeCollection(tests.admin, { slug: 'fresh', fields: [title] })
    await dashboard.page.getByRole('navigation').getByRole('link', { name: 'fresh' }).waitFor()
    for (const { context } of [media, dashboard]) await context.close()
  })

  it('come after a break of the connection as well, by one stream', async () => {
    const { slug } = await collection(['One'])
    const { page, context } = await openList(slug)
    let streams = 0
    page.on('request', (request) => (streams += Number(request.url().includes('/events/stream'))))
    await context.setOffline(true)
    await makeItem(ben, slug, { title: 'While away' })
    await context.setOffline(false)
    await expect.poll(() => titles(page), { timeout: 2 * patience }).toEqual(['While away', 'One'])
    await page.getByRole('link', { name: 'Media', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor()
    expect(streams).toBeLessThanOrEqual(2)
    await context.close()
  })

  it('come although the stream could not be opened at first', { tags: 'long' }, async () => {
    const { slug } = await collection(['One'])
    const { page, context } = await tests.open({ path: '/_cms/sign-in' })
    let refused = 0
    await page.route('**/_cms/api/events?*', (route) => {
      refused++
      return route.fulfill({ status: 502, body: '' })
    })
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/${slug}`)
    await expect.poll(() => titles(page)).toEqual(['One'])
    await expect.poll(() => refused).toBeGreaterThan(0)
    await makeItem(ben, slug, { title: 'Before the stream' })
    await page.unroute('**/_cms/api/events?*')
    await expect.poll(() => titles(page), { timeout: 2 * patience }).toEqual(['Before the stream', 'One'])
    await context.close()
  })

  it('wait while the page is hidden, and come when it is seen again', { tags: 'long' }, async () => {
    const { slug } = await collection(['One'])
    const { page, context } = await openList(slug)
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/events/stream')),
      setHidden(page, true),
    ])
    await makeItem(ben, slug, { title: 'Meanwhile' })
    await page.waitForTimeout(1500)
    expect(await titles(page)).toEqual(['One'])
    await setHidden(page, false)
    await expect.poll(() => titles(page)).toEqual(['Meanwhile', 'One'])
    await context.close()
  })
})

/** As when the person looks at another tab. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isHidden ? 'hidden' : 'visible',
  )
}
