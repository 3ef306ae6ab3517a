import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  editorPath,
  expectSaved,
  makeCollection,
  makeItem,
  openEditor,
  openId,
  stored,
  title,
} from './editor-steps.ts'

const price = { slug: 'price', label: 'Price', type: 'number', translatable: false }

describe('translations in the editor', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de,ar' } })
    await makeCollection(tests.admin, { slug: 'posts', fields: [title, price] })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('are made from the item, with the values that all of them share', async () => {
    const item = await makeItem(tests.admin, 'posts', { title: 'Bread', price: 4.5 })
    const { page, complaints, context } = await openEditor(tests, 'posts', item.id)
    await expect.poll(() => page.getByText('shared by all translations').count()).toBe(1)
    await page.getByRole('button', { name: 'Translations' }).click()
    await page.getByText('This is English (en).').waitFor()
    await page.getByRole('link', { name: 'Add a translation: German (de)' }).click()
    await page.waitForURL('**/new?**')
    const shared = page.getByRole('spinbutton', { name: 'Price' })
    await shared.waitFor()
    expect([await shared.inputValue(), await shared.getAttribute('readonly')]).toEqual(['4.5', ''])
    await page.getByLabel('Title').fill('Brot')
    const id = await openId(page)
    await expectSaved(page)
    expect(await stored(tests.admin, 'posts', id)).toMatchObject({
      locale: 'de',
      translationOf: item.id,
      data: { title: 'Brot', price: 4.5 },
    })
    const translations = page.getByRole('button', { name: 'Translations' })
    if ((await translations.getAttribute('aria-expanded')) === 'false') await translations.click()
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'English (en)' }).click()
    await page.waitForURL(`**/${item.id}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each(['xx', 'no locale', 'EN'])('says so when the site has no locale %j', async (locale) => {
    const path = `${editorPath('posts')}?locale=${encodeURIComponent(locale)}`
    const { page, complaints, context } = await tests.open({ path })
    await page.getByRole('heading', { level: 1, name: `There is no locale “${locale}” here` }).waitFor()
    await page.getByText('This site is written in English (en), German (de), and Arabic (ar).').waitFor()
    await expectNoViolationsInAnyLook(page)
    expect(await page.getByLabel('Title').count()).toBe(0)
    await page.getByRole('link', { name: 'Write in English (en)' }).click()
    await page.getByLabel('Title').fill(`Not in ${locale}`)
    const id = await openId(page)
    await expectSaved(page)
    expect(await stored(tests.admin, 'posts', id)).toMatchObject({ locale: 'en' })
    expect(complaints).toEqual([])
    await context.close()
  })
})
