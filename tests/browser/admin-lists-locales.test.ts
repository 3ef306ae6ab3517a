import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin, untilFollowing } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { expectTitles, rowOf } from './admin-lists-steps.ts'
import { expectSaved, makeCollection, makeItem, openEditor, stored, title } from './editor-steps.ts'

const goesWith = {
  slug: 'goes_with',
  label: 'Goes with',
  type: 'reference',
  options: { collection: 'dishes', allowMultiple: true },
}
const name = { ...title, searchable: true }

/** Two collections in three languages, of which the third has nothing. */
describe('a site with several languages', () => {
  let tests: AdminTests
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de,ar' } })
    const { admin } = tests
    const supports = ['drafts', 'search']
    await makeCollection(admin, { slug: 'dishes', supports, fields: [name, goesWith] })
    await makeCollection(admin, { slug: 'drinks', supports, fields: [name] })
    const make = async (collection: string, text: string, more = {}) => {
      ids[text] = (await makeItem(admin, collection, { title: text }, more)).id
    }
    await make('dishes', 'Bread', { status: 'published' })
    await make('dishes', 'Brot', { locale: 'de', translationOf: ids['Bread'], status: 'published' })
    await make('dishes', 'Brezel', { locale: 'de' })
    await make('dishes', '<b>Bouillon</b>')
    await make('drinks', 'Brandy')
  }, startTimeout)
  afterAll(() => tests?.close())

  it('has lists of one of them, and the address says which', { tags: 'long' }, async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/content/dishes' })
    // Bread and Brot are one row.
    await expectTitles(page, ['<b>Bouillon</b>', 'Brezel', 'Bread'])
    await page.getByText('3 items', { exact: true }).first().waitFor()
    await expect.poll(() => rowOf(page, 'Bread').getByText('de', { exact: true }).count()).toBe(1)
    await page.getByLabel('Search by title or slug').fill('brot')
    await expectTitles(page, ['Brot'])
    await page.getByLabel('Search by title or slug').fill('')
    await page.getByLabel('Language', { exact: true }).selectOption({ label: 'German (de)' })
    await expectTitles(page, ['Brezel', 'Brot'])
    await page.getByLabel('Status').selectOption('published')
    await expectTitles(page, ['Brot'])
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      status: 'published',
      locale: 'de',
    })
    await page.reload()
    await expectTitles(page, ['Brot'])
    await page.getByLabel('Language', { exact: true }).selectOption('ar')
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor()
    await page.getByRole('button', { name: 'Show everything' }).click()
    await expectTitles(page, ['<b>Bouillon</b>', 'Brezel', 'Bread'])
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/dishes?locale=klingon`)
    await expectTitles(page, ['<b>Bouillon</b>', 'Brezel', 'Bread'])
    await context.close()
  })

  it('shows the languages of each item, with the way to each and to a new one', async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/content/dishes' })
    const languages = (row: string) => rowOf(page, row).locator('[data-column="locale"]')
    const missing = (row: string) => languages(row).locator('[data-missing] > :first-child').allTextContents()
    await expect.poll(() => missing('Bread')).toEqual(['ar'])
    await expect.poll(() => missing('Brezel')).toEqual(['en', 'ar'])
    expect(await languages('Brezel').locator('strong').innerText()).toBe('de')
    await expectNoViolationsInAnyLook(page)
    await languages('Bread').getByRole('link', { name: 'German: Published' }).click()
    await page.waitForURL(`**/_cms/admin/content/dishes/${ids['Brot']}`)
    await page.goBack()
    await languages('Brezel').getByRole('link', { name: 'Add English' }).click()
    await page.waitForURL(`**/_cms/admin/content/dishes/new?locale=en&translationOf=${ids['Brezel']}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it(
    'follows which translations there are and their states, also within a change-set',
    { tags: 'long' },
    async () => {
      const { admin } = tests
      const { page, context } = await tests.open({ path: '/_cms/admin/content/drinks' })
      const missing = () => rowOf(page, 'Brandy').locator('[data-missing] > :first-child').allTextContents()
      const link = (text: string) => rowOf(page, 'Brandy').getByRole('link', { name: text })
      await expect.poll(missing).toEqual(['de', 'ar'])
      await untilFollowing(page)
      const german = { locale: 'de', translationOf: ids['Brandy'] }
      const { id } = await makeItem(admin, 'drinks', { title: 'Weinbrand' }, german)
      await link('German: Draft').waitFor()
      await expect.poll(missing).toEqual(['ar'])
      await admin.call('POST', `/content/drinks/${id}/publish`, {})
      await link('German: Published').waitFor()
      await admin.call('PUT', `/content/drinks/${id}`, { data: { title: 'Branntwein' } })
      await link('German: Unpublished changes').waitFor()
      await expectTitles(page, ['Brandy'])
      await admin.call('DELETE', `/content/drinks/${id}`)
      await expect.poll(missing).toEqual(['de', 'ar'])
      const { item: set } = await admin.call('POST', '/change-sets', { name: 'Later' }, 201)
      await page.goto(`${tests.service.baseUrl}/_cms/admin/content/drinks?changeSet=${set.id}`)
      await expect.poll(missing).toEqual(['de', 'ar'])
      const add = await link('Add German').getAttribute('href')
      expect(add).toContain(`changeSet=${set.id}`)
      await context.close()
    },
  )

  it('is searched in one of them', async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/search?q=br' })
    const hits = () => page.getByRole('main').getByRole('link').allTextContents()
    const expectHits = async (texts: readonly string[]): Promise<void> => {
      await expect.poll(hits).toEqual(texts)
    }
    await expectHits(['Brezel', 'Brandy'])
    await page.getByLabel('Language', { exact: true }).selectOption({ label: 'German (de)' })
    await expectHits(['Brezel'])
    await page.getByLabel('Search everywhere').fill('brot')
    await expectHits(['Brot'])
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'brot', locale: 'de' })
    await page.getByLabel('Language', { exact: true }).selectOption('en')
    await page.getByRole('heading', { name: 'Nothing found for “brot”' }).waitFor()
    await context.close()
  })

  describe('where an item is chosen', () => {
    it(
      'finds it by its title, by keyboard, and does not offer what is chosen already',
      { tags: 'long' },
      async () => {
        const { page, complaints, context } = await openEditor(tests, 'dishes', ids['Bread'])
        const dialog = page.getByRole('dialog', { name: 'Choose items' })
        const options = () => dialog.getByRole('listbox').getByRole('option').allInnerTexts()
        const titles = async () => (await options()).map((text) => text.split('\n')[0])
        await page.getByRole('button', { name: /^Choose a / }).click()
        // Those in the language of the item come first.
        await expect.poll(titles).toEqual(['<b>Bouillon</b>', 'Bread'])
        await dialog.getByLabel('Language').selectOption('')
        await dialog.getByRole('combobox', { name: 'Search by title or slug' }).focus()
        await expect
          .poll(async () => (await options()).map((text) => text.split('\n')))
          .toEqual([
            ['<b>Bouillon</b>', 'en', 'Draft'],
            ['Brezel', 'de', 'Draft'],
            ['Brot', 'de', 'Published'],
            ['Bread', 'en', 'Published'],
          ])
        expect(await dialog.getByLabel('Collection').count()).toBe(0)
        await page.keyboard.type('bre')
        await expect.poll(async () => (await options()).length).toBe(2)
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('Enter')
        // The dialog stays for more.
        await dialog.getByText('Added: Brezel').waitFor()
        await expect.poll(titles).toEqual(['Bread'])
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type('bou')
        await expect.poll(titles).toEqual(['<b>Bouillon</b>'])
        await page.keyboard.press('Enter')
        await dialog.getByText('Added: Brezel, <b>Bouillon</b>').waitFor()
        await dialog.getByRole('button', { name: 'Done' }).click()
        await dialog.waitFor({ state: 'hidden' })
        const chosen = page.getByRole('group', { name: 'Goes with' })
        await expect
          .poll(() => chosen.getByRole('link').allInnerTexts())
          .toEqual(['Brezel', '<b>Bouillon</b>'])
        await expectSaved(page)
        await page.getByRole('button', { name: 'Add another' }).click()
        await expect.poll(titles).toEqual(['Bread'])
        // What is not there in the language of the item is shown in the others.
        await page.keyboard.type('brot')
        await expect.poll(titles).toEqual(['Brot'])
        await dialog.getByText('Nothing in English (en). These are in other languages.').waitFor()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type('nothing of the kind')
        await dialog.getByText('Nothing matches.').waitFor()
        await page.keyboard.press('Enter')
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'hidden' })
        const bread = await stored(tests.admin, 'dishes', ids['Bread'] ?? '')
        expect(bread.data.goes_with).toEqual([ids['Brezel'], ids['<b>Bouillon</b>']])
        expect(complaints).toEqual([])
        await context.close()
      },
    )

    it('asks for the collection where any will do, and says so when there is no answer', async () => {
      await tests.admin.call('POST', '/menus', { name: 'main', label: 'Main' }, 201)
      const { page, context } = await tests.open({ path: '/_cms/admin/menus/main' })
      await page.getByRole('button', { name: 'Add an entry' }).first().click()
      await page.getByRole('button', { name: 'Choose …' }).click()
      const dialog = page.getByRole('dialog', { name: 'Choose an item' })
      // All collections are searched at once.
      await dialog
        .getByRole('group', { name: 'dishes' })
        .getByRole('option', { name: /Brezel/ })
        .waitFor()
      await dialog
        .getByRole('group', { name: 'drinks' })
        .getByRole('option', { name: /Brandy/ })
        .waitFor()
      await expectNoViolationsInAnyLook(page)
      await page.route('**/_cms/api/content/drinks?*', (route) =>
        route.fulfill({
          status: 400,
          json: { success: false, error: { code: 'VALIDATION_ERROR', message: 'No.' } },
        }),
      )
      await dialog.getByLabel('Collection').selectOption('drinks')
      await dialog.getByRole('button', { name: 'Try again' }).waitFor()
      await page.unroute('**/_cms/api/content/drinks?*')
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await dialog.getByRole('option', { name: /Brandy/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByText('Brandy', { exact: true }).waitFor()
      await expect.poll(() => page.getByLabel('Label').inputValue()).toBe('Brandy')
      await context.close()
    })

    it('is accessible', async () => {
      const { page, context } = await openEditor(tests, 'dishes', ids['Brezel'])
      await page.getByRole('button', { name: /^Choose a / }).click()
      await page.getByRole('option', { name: /Brot/ }).waitFor()
      await expectNoViolationsInAnyLook(page)
      await context.close()
    })
  })
})
