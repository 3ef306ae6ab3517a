import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { hasFocus, makeRecipe, makeRecipes } from './admin-lists-steps.ts'
import { text, upload } from './media-steps.ts'
import { expectActive, openPalette } from './palette-steps.ts'

const markup = '<img src=x onerror="document.title=1">Tart & <mark>tea</mark>'

describe('searching', () => {
  let tests: AdminTests
  let soupId: string

  beforeAll(async () => {
    tests = await startAdmin()
    await makeRecipes(tests)
    const { admin } = tests
    await admin.call(
      'POST',
      '/schema/collections',
      { slug: 'notes', label: 'Notes', labelSingular: 'Note' },
      201,
    )
    await admin.call(
      'POST',
      '/schema/collections/notes/fields',
      { slug: 'name', label: 'Name', type: 'string' },
      201,
    )
    await makeRecipe(admin, { title: 'Soup of leeks', intro: 'With <b>potatoes</b> & cream.' }, 'published')
    await makeRecipe(admin, { title: markup, intro: 'About potatoes.' }, 'published')
    soupId = (await makeRecipe(admin, { title: 'Soup to be' })).id
    await admin.call('POST', '/content/notes', { data: { name: 'Soup shopping' } }, 201)
  }, startTimeout)
  afterAll(() => tests?.close())

  describe('everywhere', () => {
    it('finds what is live by its words, drafts by title, and screens', { tags: 'long' }, async () => {
      const { page, complaints, context } = await tests.open({ path: '/_cms/admin/search' })
      await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor()
      await page.getByLabel('Search everywhere').fill('soup')
      await expectHits(page, 'On the site', ['Soup of leeks'])
      await expectHits(page, 'Not on the site', ['Soup to be', 'Soup shopping'])
      expect(new URL(page.url()).searchParams.get('q')).toBe('soup')
      await page.getByLabel('Collection').selectOption('notes')
      await expectHits(page, 'Not on the site', ['Soup shopping'])
      await expect.poll(() => page.getByRole('region', { name: 'On the site', exact: true }).count()).toBe(0)
      await page.getByLabel('Search everywhere').fill('taxo')
      await page.getByLabel('Collection').selectOption('')
      await expectHits(page, 'Screens', ['Taxonomies'])
      await page.getByLabel('Search everywhere').fill('nothing of the kind')
      await page.getByRole('heading', { name: 'Nothing found for “nothing of the kind”' }).waitFor()
      expect(complaints).toEqual([])
      await context.close()
    })

    it('marks what was found, and shows markup as the text that it is', async () => {
      const { page, complaints, context } = await tests.open({ path: '/_cms/admin/search?q=potatoes' })
      await expectHits(page, 'On the site', [markup, 'Soup of leeks'])
      const region = page.getByRole('region', { name: 'On the site', exact: true })
      await expect.poll(() => region.locator('mark').allTextContents()).toEqual(['potatoes', 'potatoes'])
      await region.getByText('With <b>potatoes</b> & cream.').waitFor()
      expect(await region.locator('img, b').count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    })

    it('finds files by their names', async () => {
      const { page, context } = await tests.open({ path: '/_cms/admin/search?q=leek' })
      await upload(page, text('leek-prices.txt'))
      await page.reload()
      await expectHits(page, 'Media', ['leek-prices.txt'])
      await context.close()
    })

    it('says so when there is no answer, and tries again', { tags: 'long' }, async () => {
      const { page, context } = await tests.open({ path: '/_cms/admin/search' })
      await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor()
      const answer = { code: 'INTERNAL_ERROR', message: 'Internal error' }
      await page.route('**/_cms/api/{search,content,media}*/**', (route) =>
        route.fulfill({ status: 500, json: { success: false, error: answer } }),
      )
      await page.route('**/_cms/api/{search,media}?*', (route) =>
        route.fulfill({ status: 500, json: { success: false, error: answer } }),
      )
      await page.route('**/_cms/api/content/*?*', (route) => route.abort())
      await page.getByLabel('Search everywhere').fill('soup')
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
      await page.unrouteAll()
      await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
      await expectHits(page, 'On the site', ['Soup of leeks'])
      await context.close()
    })
  })

  describe('the command palette', () => {
    it('opens by keys anywhere, and goes where one chooses by keyboard alone', async () => {
      const { page, complaints, context } = await tests.open()
      await openPalette(page)
      const field = page.getByRole('combobox', { name: 'Search and commands' })
      await expect.poll(() => hasFocus(field)).toBe(true)
      await page.keyboard.type('new re')
      await expectActive(page, 'New Recipe')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/content/recipes/new')
      await openPalette(page)
      await page.keyboard.type('reci')
      await expectActive(page, 'Recipes')
      await page.keyboard.press('ArrowDown')
      await expectActive(page, 'New Recipe')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/content/recipes')
      await page.getByLabel('Search by title or slug').focus()
      await openPalette(page)
      await page.keyboard.press('Escape')
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
      expect(complaints).toEqual([])
      await context.close()
    })

    it('finds items while one types, drafts among them', async () => {
      const { page, context } = await tests.open()
      const button = page.getByRole('button', { name: 'Search …' })
      const words = button.getByText('Search …')
      const style = (name: string) =>
        words.evaluate((label, of) => getComputedStyle(label).getPropertyValue(of), name)
      expect([await style('text-overflow'), await style('display')]).toEqual(['ellipsis', 'block'])
      expect(await words.evaluate((label) => label.scrollWidth - label.clientWidth)).toBe(0)
      await button.click()
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('soup to')
      await page.getByRole('option', { name: 'Soup to be' }).waitFor()
      await expect
        .poll(() => page.getByRole('option', { name: 'Soup to be' }).innerText())
        .toMatch(/Recipe\s*Draft/)
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/content/recipes/${soupId}`)
      await openPalette(page)
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('potat')
      await page.getByRole('option', { name: 'Soup of leeks' }).waitFor()
      expect(await page.getByRole('listbox').locator('img').count()).toBe(0)
      await context.close()
    })

    it('offers what can be done with the open item, and leads to each setting', async () => {
      const { page, complaints, context } = await tests.open({
        path: `/_cms/admin/content/recipes/${soupId}`,
      })
      await page.getByRole('textbox', { name: 'Title' }).waitFor()
      await openPalette(page)
      const options = page.getByRole('group', { name: 'This item' }).getByRole('option')
      await expect
        .poll(async () => (await options.allInnerTexts()).toSorted())
        .toEqual([
          'Add to a change-set',
          'Duplicate',
          'Focus mode',
          'Keyboard shortcuts',
          'Move to the trash',
          'Preview',
          'Publish',
          'Schedule',
          'Work in a change-set',
        ])
      await page.keyboard.type('dupl')
      await expectActive(page, 'Duplicate')
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.endsWith(soupId))
      await openPalette(page)
      await page.keyboard.type('tagline')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/settings?setting=tagline')
      await expect.poll(() => hasFocus(page.getByLabel('Tagline'))).toBe(true)
      for (const [typed, setting] of [
        ['need an approval', 'changeSetApproval'],
        ['keep events', 'keepEventDays'],
      ] as const) {
        await openPalette(page)
        await page.keyboard.type(typed)
        await page.keyboard.press('Enter')
        await page.waitForURL(`**/settings?setting=${setting}`)
        await expect.poll(() => hasFocus(page.locator(`[data-setting="${setting}"]`))).toBe(true)
      }
      await openPalette(page)
      expect(await page.getByRole('group', { name: 'This item' }).count()).toBe(0)
      await page.keyboard.type('passkeys')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/account#passkeys')
      await openPalette(page)
      await page.keyboard.type('tokens for sites')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/account#site-tokens')
      expect(complaints).toEqual([])
      await context.close()
    })

    it('never shows an answer for something else than what is typed', async () => {
      const { page, context } = await tests.open()
      let release = (): void => undefined
      const gate = new Promise<void>((resolve) => (release = resolve))
      const late: Promise<unknown>[] = []
      await page.route(/\/content\/[^/]*\?.*\bq=soup(&|$)/, (route) => {
        late.push(gate.then(() => route.continue()).catch(() => undefined))
      })
      await openPalette(page)
      const field = page.getByRole('combobox')
      await field.fill('soup')
      await expect.poll(() => late.length).toBeGreaterThan(0)
      await field.fill('potatoes')
      await page.getByRole('option', { name: 'Soup of leeks' }).waitFor()
      release()
      await Promise.all(late)
      await page.waitForTimeout(500)
      expect(await page.getByRole('option', { name: 'Soup to be' }).count()).toBe(0)
      await context.close()
    })

    it('offers only what the person may do', async () => {
      const { page, context } = await tests.open({ as: await tests.person(20) })
      await openPalette(page)
      await page.getByRole('option', { name: 'New Recipe' }).waitFor()
      const names = await page.getByRole('option').allInnerTexts()
      expect(names).toContain('Media')
      expect(names).not.toContain('Users')
      expect(names).not.toContain('Settings')
      await context.close()
    })

    it('changes the appearance, and signs out', async () => {
      const { page, context } = await tests.open({ as: await tests.person(30) })
      await openPalette(page)
      await page.keyboard.type('dark')
      await expectActive(page, 'Appearance: Dark')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
      await openPalette(page)
      await page.keyboard.type('sign out')
      await expectActive(page, 'Sign out')
      await page.keyboard.press('Enter')
      await page.waitForURL('**/_cms/sign-in*')
      await context.close()
    })

    it('still goes everywhere when the search gives no answer', { tags: 'long' }, async () => {
      const { page, context } = await tests.open()
      await openPalette(page)
      await page.route('**/_cms/api/**', (route) => route.abort())
      await page.keyboard.type('media')
      await expectActive(page, 'Media')
      await page.getByText('The search did not respond.').waitFor()
      await page.unrouteAll()
      await page.keyboard.press('Enter')
      await page.waitForURL('**/admin/media')
      await context.close()
    })
  })
})

async function expectHits(page: Page, region: string, titles: readonly string[]): Promise<void> {
  const links = page.getByRole('region', { name: region, exact: true }).getByRole('link')
  await expect.poll(async () => (await links.allTextContents()).toSorted()).toEqual(titles.toSorted())
}
