import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { untilQuiet } from '../setup/quiet.ts'
import {
  chooseWay,
  editorPath,
  expectSaved,
  expectState,
  makeCollection,
  makeItem,
  openEditor,
  openId,
  scheduleFor,
  stored,
  title,
} from './editor-steps.ts'

const body = { slug: 'body', label: 'Body', type: 'portableText' }
const price = { slug: 'price', label: 'Price', type: 'number', translatable: false }

describe('translations in the editor', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de,ar' } })
    await makeCollection(tests.admin, { slug: 'posts', fields: [title, price, body] })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('are made from the item, with the values that all of them share', { tags: 'long' }, async () => {
    const text = [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'It rises.' }] }]
    const item = await makeItem(tests.admin, 'posts', { title: 'Bread', price: 4.5, body: text })
    const { page, complaints, context } = await openEditor(tests, 'posts', item.id)
    await expect.poll(() => page.getByText('shared by all translations').count()).toBe(1)
    await page.getByRole('tab', { name: 'Translations' }).click()
    await page.getByText('This is English (en).').waitFor()
    await page.getByRole('link', { name: 'Add a translation: German (de)' }).click()
    await page.waitForURL('**/new?**')
    const shared = page.getByRole('spinbutton', { name: 'Price' })
    await shared.waitFor()
    await page.getByRole('button', { name: 'Language: German (de)' }).waitFor()
    await page.getByText('Translation from English (en):').getByRole('link', { name: 'Bread' }).waitFor()
    const source = (field: string) => page.getByRole('group', { name: `${field} in English (en)` })
    await expect.poll(() => source('Title').innerText()).toContain('Bread')
    await expect.poll(() => source('Body').innerText()).toContain('It rises.')
    expect(await source('Price').count()).toBe(0)
    await expect
      .poll(async () => [await shared.inputValue(), await shared.getAttribute('readonly')])
      .toEqual(['4.5', ''])
    await page.getByRole('button', { name: 'Copy from the source: Title' }).click()
    const field = page.getByRole('textbox', { name: 'Title' })
    await expect.poll(() => field.inputValue()).toBe('Bread')
    await page.getByRole('button', { name: 'Copy from the source: Body' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Body' }).innerText()).toContain('It rises.')
    await field.fill('Brot')
    const id = await openId(page)
    await expectSaved(page)
    expect(await stored(tests.admin, 'posts', id)).toMatchObject({
      locale: 'de',
      translationOf: item.id,
      data: { title: 'Brot', price: 4.5, body: [{ children: [{ text: 'It rises.' }] }] },
    })
    await page.getByRole('button', { name: 'Hide the source' }).click()
    await expect.poll(() => source('Title').count()).toBe(0)
    await page.getByRole('tab', { name: 'Translations' }).click()
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'English (en)' }).click()
    await page.waitForURL(`**/${item.id}`)
    await page.getByRole('button', { name: 'Language: English (en)' }).click()
    await page.getByRole('menuitem', { name: 'Add a translation: Arabic (ar)' }).waitFor()
    await expectNoViolations(page)
    await page.getByRole('menuitem', { name: /German \(de\)/ }).click()
    await page.waitForURL(`**/${id}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it(
    'are not mistaken for the item that has the same words, and are not left unsaved without a question',
    { tags: 'long' },
    async () => {
      const item = await makeItem(tests.admin, 'posts', { title: 'Radio' })
      const path = `new?locale=de&translationOf=${item.id}`
      const { page, context } = await openEditor(tests, 'posts', path)
      await page.route('**/_cms/api/content/posts', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await page.getByRole('textbox', { name: 'Title' }).fill('Radio')
      await expectState(page, 'Not saved')
      await page.getByRole('button', { name: 'Language: German (de)' }).click()
      await page.getByRole('menuitem', { name: 'Add a translation: Arabic (ar)' }).click()
      await page.getByRole('button', { name: 'Stay' }).click()
      expect(new URL(page.url()).searchParams.get('locale')).toBe('de')
      await page.unrouteAll()
      const id = await openId(page)
      await expectSaved(page)
      expect(await stored(tests.admin, 'posts', id)).toMatchObject({
        locale: 'de',
        translationOf: item.id,
        data: { title: 'Radio' },
      })
      await context.close()
    },
  )

  it('have the panel in sight beside a long source, 1280 px wide', () => expectPanelInSight(1280))
  it.each([1200, 1440])(
    'have the panel in sight beside a long source, %i px wide',
    { tags: 'long' },
    (width) => expectPanelInSight(width),
  )

  async function expectPanelInSight(width: number): Promise<void> {
    const paragraph = { _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'It rises.' }] }
    const long = Array.from({ length: 120 }, () => paragraph)
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Long', body: long })
    const own = { locale: 'de', translationOf: id }
    const german = await makeItem(tests.admin, 'posts', { title: 'Lang', body: long }, own)
    const { page, context } = await openEditor(tests, 'posts', german.id, {
      viewport: { width, height: 900 },
    })
    const panel = page.getByRole('complementary', { name: 'About this item' })
    await page.getByRole('group', { name: 'Body in English (en)' }).getByText('It rises.').first().waitFor()
    await page.mouse.move(500, 500)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000)
    const placeOf = async (of: Locator) => (await of.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
    const isInSight = async (): Promise<boolean[]> => {
      const tab = await placeOf(panel.getByRole('tab', { name: 'Publish' }))
      const text = await placeOf(page.getByRole('textbox', { name: 'Body' }))
      return [tab.y > 0 && tab.y < 300, tab.x > text.x + text.width, text.width > (width < 1280 ? 290 : 310)]
    }
    await expect.poll(isInSight).toEqual([true, true, true])
    await context.close()
  }

  it('show dates as people of the region write them', { tags: 'long' }, async () => {
    const written = { type: 'string', options: { widget: 'date' } }
    const day = { slug: 'day', label: 'Day', translatable: false, ...written }
    const eve = { slug: 'eve', label: 'Eve', ...written }
    const doors = { slug: 'doors', label: 'Doors', type: 'datetime', translatable: false }
    await makeCollection(tests.admin, { slug: 'events', fields: [title, day, eve, doors] })
    const data = { title: 'Fair', day: '2026-03-31', eve: '2026-03-30', doors: '2026-03-31T12:30:00.000Z' }
    const { id } = await makeItem(tests.admin, 'events', data)
    const path = `new?locale=de&translationOf=${id}`
    const { page, context } = await openEditor(tests, 'events', path, { locale: 'en-GB' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Day' }).inputValue()).toBe('31 Mar 2026')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Doors' }).inputValue())
      .toMatch(/^31 March 2026/)
    await page.getByRole('group', { name: 'Eve in English (en)' }).getByText('30 Mar 2026').waitFor()
    expect(
      await page.locator('[data-field="day"], [data-field="doors"]').locator('input[type^="date"]').count(),
    ).toBe(0)
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/events`)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Eve' }).check()
    await page.getByRole('cell', { name: '30 Mar 2026' }).waitFor()
    await context.close()
    const original = await openEditor(tests, 'events', id, { locale: 'en-GB' })
    await expect.poll(() => original.page.locator('[data-field] input[type^="date"]').count()).toBe(3)
    await original.context.close()
  })

  it('say that visitors do not see the original of what is scheduled', { tags: 'long' }, async () => {
    const source = await makeItem(tests.admin, 'posts', { title: 'Rain' })
    const own = { locale: 'de', translationOf: source.id }
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Regen' }, own)
    const { page, context } = await openEditor(tests, 'posts', id)
    const remark = page.getByText('The original in English (en) is a draft: visitors do not see it.')
    await page.getByText('Translation from English (en):').waitFor()
    expect(await remark.count()).toBe(0)
    await chooseWay(page, 'Schedule')
    await scheduleFor(page, '2090-01-01T10:00')
    await expect.poll(() => remark.count()).toBe(2)
    await tests.admin.call('POST', `/content/posts/${source.id}/publish`, {})
    await page.reload()
    await page.getByText('Goes live on').first().waitFor()
    await page.getByText('Translation from English (en):').getByRole('link', { name: 'Rain' }).waitFor()
    await untilQuiet(page)
    expect(await remark.count()).toBe(0)
    await context.close()
  })

  it('say what has changed in the source since, and take over what is empty', { tags: 'long' }, async () => {
    const text = [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'It dries.' }] }]
    const source = await makeItem(tests.admin, 'posts', { title: 'Clay', price: 1, body: text })
    const further = { locale: 'de', translationOf: source.id }
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Ton' }, further)
    await tests.admin.call('PUT', `/content/posts/${source.id}`, { data: { title: 'White clay', price: 2 } })
    const { page, complaints, context } = await openEditor(tests, 'posts', id)
    const note = page.getByRole('note')
    await expect.poll(() => note.innerText()).toMatch(/has changed since .* saved: Title \(/)
    const group = (field: string) => page.getByRole('group', { name: `${field} in English (en)` })
    await group('Title').getByText('Changed since').waitFor()
    expect(await group('Body').getByText('Changed since').count()).toBe(0)
    await page.getByRole('button', { name: 'Copy all empty fields' }).click()
    await expectSaved(page)
    await note.waitFor()
    await expectNoViolationsInAnyLook(page)
    const { data } = await stored(tests.admin, 'posts', id)
    expect(data).toMatchObject({ title: 'Ton', body: [{ children: [{ text: 'It dries.' }] }] })
    await page.reload()
    await page.getByText('Translation from English (en):').getByRole('link', { name: 'White clay' }).waitFor()
    await group('Body').getByText('It dries.').waitFor()
    await untilQuiet(page)
    expect(await note.count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('copy structured values at any depth, and say when they changed', { tags: 'long' }, async () => {
    const json = (slug: string, label: string, widget: string, fields: readonly object[]) => ({
      slug,
      label,
      type: 'json',
      options: { widget, fields },
    })
    const step = json('step', 'Step', 'group', [
      { slug: 'name', label: 'Name', type: 'string' },
      json('tips', 'Tips', 'list', [{ slug: 'tip', label: 'Tip', type: 'text' }]),
    ])
    const seo = json('seo', 'Search', 'group', [{ slug: 'words', label: 'Words', type: 'string' }])
    await makeCollection(tests.admin, {
      slug: 'guides',
      fields: [title, json('parts', 'Parts', 'blocks', [step]), seo],
    })
    const partsWith = (tip: string) => [{ _type: 'step', name: 'Knead', tips: [{ tip }, { tip: 'Rest.' }] }]
    const data = { title: 'Bread', parts: partsWith('Use both hands.'), seo: { words: 'dough' } }
    const source = await makeItem(tests.admin, 'guides', data)
    const further = { locale: 'de', translationOf: source.id }
    const { id } = await makeItem(tests.admin, 'guides', { title: 'Brot' }, further)
    const { page, complaints, context } = await openEditor(tests, 'guides', id)
    const sourceOf = (field: string) => page.getByRole('group', { name: `${field} in English (en)` })
    await sourceOf('Parts').getByText('Use both hands.').waitFor()
    await page.getByRole('button', { name: 'Copy from the source: Parts' }).click()
    await page.getByRole('button', { name: 'Copy from the source: Search' }).click()
    await page.getByRole('textbox', { name: 'Tip' }).first().fill('Mit beiden Händen.')
    await page.getByRole('textbox', { name: 'Words' }).fill('Teig')
    await expectSaved(page)
    expect((await stored(tests.admin, 'guides', id)).data).toMatchObject({
      parts: partsWith('Mit beiden Händen.'),
      seo: { words: 'Teig' },
    })
    await tests.admin.call('PUT', `/content/guides/${source.id}`, {
      data: { parts: partsWith('With care.') },
    })
    await page.reload()
    await expect.poll(() => page.getByRole('note').innerText()).toContain('Parts')
    await sourceOf('Parts').getByText('Changed since').waitFor()
    await sourceOf('Parts').getByText('With care.').waitFor()
    expect(await sourceOf('Search').getByText('Changed since').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('are not the only way: a new item takes any language', { tags: 'long' }, async () => {
    const { page, complaints, context } = await openEditor(tests, 'posts')
    await page.getByRole('button', { name: 'Language: English (en)' }).click()
    await page.getByRole('menuitem', { name: 'German (de)' }).click()
    await page.getByRole('button', { name: 'Language: German (de)' }).waitFor()
    await page.getByLabel('Title').fill('Nur deutsch')
    const id = await openId(page)
    await expectSaved(page)
    expect(await stored(tests.admin, 'posts', id)).toMatchObject({ locale: 'de', translationOf: null })
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/posts?locale=ar`)
    await page.getByRole('link', { name: 'New posts', exact: true }).click()
    await page.getByRole('button', { name: 'Language: Arabic (ar)' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'New posts in another language' }).click()
    await page.getByRole('menuitem', { name: 'German (de)' }).click()
    await page.getByRole('button', { name: 'Language: German (de)' }).waitFor()
    expect(new URL(page.url()).search).toBe('?locale=de')
    expect(complaints).toEqual([])
    await context.close()
  })

  it.each(['xx', 'no locale', 'EN'])(
    'says so when the site has no locale %j',
    { tags: 'long' },
    async (locale) => {
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
    },
  )
})
