// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin, untilFollowing } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { chooseWay, makeCollection, makeItem, openEditor, title } from './editor-steps.ts'

const path = '/_cms/admin/calendar'
/** in the middle of a month, so that a day before and after belong to it */
const month = '2090-05'
const at = (day: number, hour = 9): string => `${month}-${String(day).padStart(2, '0')}T0${hour}:30:00.000Z`

describe('the calendar', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    for (const slug of ['posts', 'recipes']) await makeCollection(tests.admin, { slug, fields: [title] })
    await schedule('posts', 'Steam and a bent back', at(14))
    await schedule('recipes', 'Bitter orange marmalade', at(14, 8))
    for (let index = 1; index <= 5; index++) await schedule('posts', `Crowded ${index}`, at(20, index))
    await schedule('posts', 'Next month', '2090-06-20T09:00:00.000Z')
  }, startTimeout)
  afterAll(() => tests?.close())

  async function schedule(collection: string, name: string, scheduledAt: string): Promise<string> {
    const { id } = await makeItem(tests.admin, collection, { title: name })
    await tests.admin.call('POST', `/content/${collection}/${id}/schedule`, { scheduledAt })
    return id
  }

  const open = (query: string, options: Parameters<AdminTests['open']>[0] = {}) =>
    tests.open({ path: `${path}?${query}`, timezoneId: 'UTC', ...options })

  it('shows what goes live on which day, by month and as an agenda', async () => {
    const { page, complaints, context } = await open(`month=${month}`)
    await page.getByRole('heading', { name: 'May 2090' }).waitFor()
    const day = page.locator(`[data-day="${month}-14"]`)
    await expect
      .poll(() => day.getByRole('link').allInnerTexts())
      .toEqual([
        expect.stringMatching(/08:30.*\n?.*Bitter orange marmalade/s),
        expect.stringMatching(/09:30.*\n?.*Steam/s),
      ])
    await expectNoViolationsInAnyLook(page)
    await page.locator(`[data-day="${month}-20"]`).getByRole('button', { name: '2 more' }).click()
    const section = page.getByRole('region', { name: /Saturday.*20|20.*Saturday/ })
    await expect.poll(() => section.getByRole('link').count()).toBe(5)
    await expectNoViolationsInAnyLook(page)
    await section.getByRole('link', { name: 'Crowded 3' }).click()
    await page.waitForURL(/\/content\/posts\/01/)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is used by keyboard, and the address keeps what is shown', async () => {
    const { page, context } = await open(`month=${month}`)
    await page.getByRole('button', { name: 'Next month' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'June 2090' }).waitFor()
    await page.waitForURL(/month=2090-06/)
    await page.getByRole('link', { name: /Next month/ }).waitFor()
    await page.getByRole('button', { name: 'Previous month' }).press('Enter')
    await page.getByRole('heading', { name: 'May 2090' }).waitFor()
    await page.getByRole('combobox', { name: 'Collections' }).click()
    await page.getByRole('option', { name: 'recipes' }).click()
    await page.waitForURL(/collections=recipes/)
    await expect.poll(() => page.getByRole('link', { name: /Crowded|Steam/ }).count()).toBe(0)
    await page.reload()
    await page.getByRole('link', { name: /Bitter orange/ }).waitFor()
    await page.getByRole('button', { name: 'Today' }).press('Enter')
    await page.waitForURL((url) => !url.search.includes('month'))
    await page.getByText('Agenda', { exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing is scheduled in this month' }).waitFor()
    await context.close()
  })

  it('shows the end that is set in the editor, which can be undone', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'For a while' })
    await tests.admin.call('POST', `/content/posts/${id}/publish`, {})
    const { page, context } = await openEditor(tests, 'posts', id, { timezoneId: 'UTC' })
    await chooseWay(page, 'Take off the site later')
    await page.getByLabel('Taken off the site on').fill(`${month}-11T20:00`)
    await expectNoViolationsInAnyLook(page)
    await page.getByRole('button', { name: 'Set the end' }).click()
    await page.getByText(/^Taken off the site on \d/).waitFor()
    const calendar = await open(`month=${month}`)
    await calendar.page
      .locator(`[data-day="${month}-11"]`)
      .getByRole('link', { name: /Taken off the site/ })
      .waitFor()
    await untilFollowing(calendar.page)
    await chooseWay(page, 'Cancel the end')
    await expect.poll(() => calendar.page.getByRole('link', { name: /For a while/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await calendar.page.getByRole('link', { name: /For a while/ }).waitFor()
    for (const visitor of [context, calendar.context]) await visitor.close()
  })

  it('refuses an end before the item goes live', async () => {
    const id = await schedule('posts', 'Not yet', at(28))
    const { page, context } = await openEditor(tests, 'posts', id, { timezoneId: 'UTC' })
    await chooseWay(page, 'Take off the site later')
    await page.getByLabel('Taken off the site on').fill(`${month}-27T20:00`)
    await page.getByRole('button', { name: 'Set the end' }).click()
    await page.getByText('Choose a time after the item goes live.').waitFor()
    expect((await tests.admin.call('GET', `/content/posts/${id}`)).item.unpublishAt).toBeUndefined()
    await context.close()
  })

  it('names the entries of the days below the month on a phone', async () => {
    const { page, context } = await open(`month=${month}`, { viewport: { width: 360, height: 740 } })
    await page.getByRole('region', { name: /Saturday.*20|20.*Saturday/ }).waitFor()
    await expect.poll(() => page.locator(`[data-day="${month}-20"]`).innerText()).toMatch(/20\s*5/)
    await context.close()
  })

  it('speaks German, and shows what is scheduled meanwhile', async () => {
    const { page, context } = await open(`month=${month}&form=agenda`, { locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Kalender' }).waitFor()
    await page
      .getByRole('region', { name: 'Sonntag, 14. Mai' })
      .getByText('Wird veröffentlicht')
      .first()
      .waitFor()
    await untilFollowing(page)
    await schedule('posts', 'Scheduled meanwhile', at(15))
    const link = page.getByRole('link', { name: /Scheduled meanwhile/ })
    await link.waitFor()
    expect(await link.innerText()).toContain('Wird veröffentlicht')
    await context.close()
  })
})
