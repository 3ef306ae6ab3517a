// @module-tag long
/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNarrow, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, type Person, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import { expectNoneSelected, expectNotice, expectTitles, rowOf } from './admin-lists-steps.ts'
import { makeCollection, makeItem, title } from './editor-steps.ts'

const fields = [
  { ...title, required: false },
  { slug: 'teaser', label: 'Teaser', type: 'string', required: true },
  { slug: 'photo', label: 'Photo', type: 'image' },
  { slug: 'price', label: 'Price', type: 'integer', translatable: false },
]

/** The German article that lacks its teaser cannot be published. */
const data = (text: string, locale: string) => ({
  title: `${text} ${locale}`,
  ...((text !== 'Rye' || locale !== 'de') && { teaser: 'Short' }),
})

interface Group {
  readonly name: string
  readonly locales: readonly string[]
  readonly status: 'draft' | 'published'
  readonly as?: Person
}

/** Makes an item and its translations; returns their ids by their locales. */
async function makeGroup(
  { admin }: AdminTests,
  { name, locales, status, as = admin }: Group,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const locale of locales) {
    const translationOf = Object.values(ids)[0]
    const more = {
      locale,
      status,
      incomplete: status === 'draft',
      ...(translationOf !== undefined && { translationOf }),
    }
    ids[locale] = (await makeItem(as, 'posts', data(name, locale), more)).id
  }
  return ids
}

const listPath = (name: string) => `/_cms/admin/content/posts?sort=title&order=asc&q=${name}`

const barOf = (page: Page) => page.getByRole('region', { name: 'Selected items' })
const choiceOf = (page: Page) => barOf(page).getByLabel('Languages to change')

async function select(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const one of titles) await rowOf(page, one).getByRole('checkbox').click()
}

describe('acting on rows whose items have translations', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de,fr' } })
    await makeCollection(tests.admin, { slug: 'posts', fields })
  }, startTimeout)
  afterAll(() => tests?.close())

  async function statusesOf(ids: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const { items } = await tests.admin.call('GET', `/content/posts?ids=${Object.values(ids).join(',')}`)
    return Object.fromEntries(items.map(({ locale, status }: Any) => [locale, status]))
  }

  it('is for the shown languages unless the person chooses all, and says what was not included', async () => {
    const ids = await makeGroup(tests, { name: 'Wheat', locales: ['en', 'de', 'fr'], status: 'published' })
    const { page, complaints, context } = await tests.open({ path: listPath('Wheat') })
    await expectTitles(page, ['Wheat en'])
    await select(page, 'Wheat en')
    await expect
      .poll(() => choiceOf(page).getByRole('option').allInnerTexts())
      .toEqual(['Only the shown languages (1)', 'All languages (3)'])
    await expectNoViolationsInAnyLook(page)
    await expectNarrow(page, 360, async () => {
      await expect.poll(async () => (await choiceOf(page).boundingBox())?.width).toBeGreaterThan(150)
    })
    await barOf(page).getByRole('button', { name: 'Unpublish (1)' }).click()
    await expectNotice(
      page,
      'Took 1 item off the site. Languages: English (1). Not included: 2 translations in other languages.',
    )
    expect(await statusesOf(ids)).toEqual({ en: 'draft', de: 'published', fr: 'published' })
    await rowOf(page, 'Wheat en')
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Publish' }).click()
    await expectNotice(page, 'Published 1 item. Languages: English (1). Not included: 2 translations')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is for all translations after a question that names their languages, with one way back', async () => {
    const wheat = await makeGroup(tests, { name: 'Spelt', locales: ['en', 'de', 'fr'], status: 'published' })
    const german = await makeGroup(tests, { name: 'Spelt b', locales: ['de', 'fr'], status: 'published' })
    await makeGroup(tests, { name: 'Spelt c', locales: ['en'], status: 'published' })
    const { page, complaints, context } = await tests.open({ path: listPath('Spelt') })
    await expectTitles(page, ['Spelt b de', 'Spelt c en', 'Spelt en'])
    await select(page, 'Spelt c en')
    await barOf(page).getByText('1 selected').waitFor()
    // An item without translations needs no choice.
    expect(await choiceOf(page).count()).toBe(0)
    await select(page, 'Spelt c en', 'Spelt b de', 'Spelt en')
    await choiceOf(page).selectOption({ label: 'All languages (5)' })
    await barOf(page).getByRole('button', { name: 'Unpublish (5)' }).click()
    const question = page.getByRole('dialog', { name: 'Unpublish 5 items?' })
    await question.getByText('English (1), German (2), French (2).').waitFor()
    await expectNoViolationsInAnyLook(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusesOf(wheat)).toEqual({ en: 'published', de: 'published', fr: 'published' })
    await barOf(page).getByRole('button', { name: 'Unpublish (5)' }).click()
    await question.getByRole('button', { name: 'Unpublish' }).click()
    await expectNotice(page, 'Took 5 items off the site. Languages: English (1), German (2), French (2).')
    expect(await statusesOf(wheat)).toEqual({ en: 'draft', de: 'draft', fr: 'draft' })
    expect(await statusesOf(german)).toEqual({ de: 'draft', fr: 'draft' })
    await expect.poll(() => barOf(page).count()).toBe(0)
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expectNotice(page, 'Undone.')
    expect(await statusesOf(wheat)).toEqual({ en: 'published', de: 'published', fr: 'published' })
    // The next selection begins with the shown languages.
    await select(page, 'Spelt en')
    await expect.poll(() => choiceOf(page).inputValue()).toBe('shown')
    await choiceOf(page).selectOption('all')
    await barOf(page).getByRole('button', { name: 'Move to trash (3)' }).click()
    await page
      .getByRole('dialog', { name: 'Move 3 items to the trash?' })
      .getByRole('button', { name: 'Move to trash' })
      .click()
    await expectNotice(page, 'Moved 3 items to the trash. Languages: English (1), German (1), French (1).')
    await expectTitles(page, ['Spelt b de', 'Spelt c en'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('reports those of others, and those that the service refuses, by title and language', async () => {
    const author = await tests.person(30)
    const own = { name: 'Oats', locales: ['en', 'de', 'fr'], status: 'draft', as: author } as const
    await makeGroup(tests, own)
    const foreign = await makeGroup(tests, {
      name: 'Oats b',
      locales: ['en', 'de'],
      status: 'draft',
      as: author,
    })
    await tests.admin.call(
      'POST',
      '/content/posts',
      { data: data('Oats b', 'fr'), locale: 'fr', translationOf: foreign['en'] },
      201,
    )
    const { page, context } = await tests.open({ path: listPath('Oats'), as: author })
    await expectTitles(page, ['Oats b en', 'Oats en'])
    await select(page, 'Oats en', 'Oats b en')
    await choiceOf(page).selectOption({ label: 'All languages (6)' })
    await barOf(page).getByRole('button', { name: 'Publish (5)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expectNotice(
      page,
      'Published 5 items. Languages: English (2), German (2), French (1). 1 is another person’s: you may not change it.',
    )
    await context.close()

    const ids = await makeGroup(tests, { name: 'Rye', locales: ['en', 'de', 'fr'], status: 'draft' })
    const desk = await tests.open({ path: listPath('Rye') })
    await select(desk.page, 'Rye en')
    await choiceOf(desk.page).selectOption('all')
    await barOf(desk.page).getByRole('button', { name: 'Publish (3)' }).click()
    await desk.page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    const refused = desk.page.getByRole('dialog', { name: '1 item was left as it was' })
    await refused.getByText('Rye de').waitFor()
    await expect.poll(() => refused.innerText()).toContain('(German)')
    await expectNotice(desk.page, 'Published 2 items. Languages: English (1), French (1).')
    expect(await statusesOf(ids)).toEqual({ en: 'published', de: 'draft', fr: 'published' })
    await refused.getByRole('button', { name: 'Close' }).click()
    // The row stays selected for another attempt.
    await barOf(desk.page).getByRole('button', { name: 'Publish (1)' }).waitFor()
    await desk.context.close()
  })

  it('names the languages in the forms too, and what all translations share', async () => {
    const ids = await makeGroup(tests, { name: 'Barley', locales: ['en', 'de', 'fr'], status: 'draft' })
    const { page, context } = await tests.open({ path: listPath('Barley') })
    const valuesOf = async (field: string) => {
      const { items } = await tests.admin.call('GET', `/content/posts?ids=${Object.values(ids).join(',')}`)
      return items.map(({ data: { [field]: value } }: Any) => value ?? null)
    }
    await select(page, 'Barley en')
    await barOf(page).getByRole('button', { name: 'Edit a field' }).click()
    const one = page.getByRole('dialog', { name: 'Edit a field of 1 item' })
    await one.getByText('Languages: English (1).').waitFor()
    await one.getByLabel('Field').selectOption({ label: 'Price' })
    await one.getByText('All translations share this field.').waitFor()
    await one.getByLabel('New value').fill('4')
    await one.getByRole('button', { name: 'Set the value' }).click()
    await expectNotice(page, 'Changed 1 item. Languages: English (1). All translations share this field.')
    expect(await valuesOf('price')).toEqual([4, 4, 4])
    await expectNoneSelected(page)
    await select(page, 'Barley en')
    await choiceOf(page).selectOption('all')
    await barOf(page).getByRole('button', { name: 'Edit a field' }).click()
    const all = page.getByRole('dialog', { name: 'Edit a field of 3 items' })
    await all.getByText('Languages: English (1), German (1), French (1).').waitFor()
    await all.getByLabel('Field').selectOption({ label: 'Teaser' })
    await all.getByLabel('New value').fill('Longer')
    await all.getByRole('button', { name: 'Set the value' }).click()
    await expectNotice(page, 'Changed 3 items. Languages: English (1), German (1), French (1).')
    expect(await valuesOf('teaser')).toEqual(['Longer', 'Longer', 'Longer'])
    await expectNoneSelected(page)
    await select(page, 'Barley en')
    await choiceOf(page).selectOption('all')
    await barOf(page).getByRole('button', { name: 'Schedule' }).click()
    const time = page.getByRole('dialog', { name: 'Schedule 3 items' })
    await time.getByLabel('Goes live on').fill('2090-01-01T10:00')
    await time.getByRole('button', { name: 'Schedule' }).click()
    await expectNotice(page, 'Scheduled 3 items. Languages: English (1), German (1), French (1).')
    expect(await statusesOf(ids)).toEqual({ en: 'scheduled', de: 'scheduled', fr: 'scheduled' })
    await context.close()
  })

  it('says so in German', async () => {
    await makeGroup(tests, { name: 'Emmer', locales: ['en', 'de'], status: 'published' })
    const { page, context } = await tests.open({ path: listPath('Emmer'), locale: 'de-DE' })
    await select(page, 'Emmer en')
    const bar = page.getByRole('region', { name: 'Ausgewählte Einträge' })
    await expect
      .poll(() => bar.getByLabel('Zu ändernde Sprachen').getByRole('option').allInnerTexts())
      .toEqual(['Nur die gezeigten Sprachen (1)', 'Alle Sprachen (2)'])
    await bar.getByRole('button', { name: 'Zurückziehen (1)' }).click()
    await expectNotice(
      page,
      '1 Eintrag von der Website genommen. Sprachen: Englisch (1). Nicht einbezogen: 1 Übersetzung in einer anderen Sprache.',
    )
    await context.close()
  })

  it('has no choice in a list of one language', async () => {
    await makeGroup(tests, { name: 'Millet', locales: ['en', 'de'], status: 'published' })
    const { page, context } = await tests.open({ path: `${listPath('Millet')}&locale=de` })
    await select(page, 'Millet de')
    await barOf(page).getByRole('button', { name: 'Unpublish (1)' }).click()
    await expectNotice(page, 'Took 1 item off the site.')
    const notices = await page.locator('.mantine-Notification-root').allInnerTexts()
    expect(notices.join()).not.toContain('Languages')
    await context.close()
  })
})

describe.each(['en,de,fr', 'en,de,fr,it,es', 'en-GB,de-AT,fr-CA,pt-BR,zh-Hant'])(
  'a list of a site with the languages %s',
  (locales) => {
    let tests: AdminTests
    const all = locales.split(',')
    const [first = '', second = ''] = all

    beforeAll(async () => {
      tests = await startAdmin({ env: { OCTAVO_LOCALES: locales } })
      await makeCollection(tests.admin, { slug: 'posts', fields })
      await makeGroup(tests, { name: 'Wheat', locales: all, status: 'published' })
      await makeGroup(tests, { name: 'Oats', locales: [second], status: 'draft' })
    }, startTimeout)
    afterAll(() => tests?.close())

    it('needs no sideways scrolling on a small screen, and cuts no language off', async () => {
      const viewport = { width: 1024, height: 768 }
      const { page, context } = await tests.open({ path: '/_cms/admin/content/posts', viewport })
      await rowOf(page, `Wheat ${first}`).waitFor()
      const scroller = page.getByRole('table', { name: 'posts' }).locator('..')
      const tooWide = (of: Element): number => of.scrollWidth - of.clientWidth
      await expect.poll(() => scroller.evaluate(tooWide)).toBeLessThanOrEqual(0)
      const cells = page.locator('tbody [data-column="locale"]')
      await expect
        .poll(() => cells.evaluateAll((found) => found.map((of) => of.scrollWidth - of.clientWidth)))
        .toEqual([0, 0])
      const codes = rowOf(page, `Wheat ${first}`).locator('[data-column="locale"] > span > *')
      const shown = async (): Promise<string[]> =>
        (await codes.filter({ visible: true }).locator('[aria-hidden]').allInnerTexts()).toSorted()
      const expectShownAt = async (width: number, expected: readonly string[]): Promise<void> => {
        await page.setViewportSize({ width, height: 768 })
        await expect.poll(shown).toEqual(expected)
      }
      const others = all.filter((code) => code !== first).toSorted()
      await expectShownAt(1440, others)
      await expectShownAt(360, others)
      await expectShownAt(1024, first === 'en' ? others : ['+4'])
      await context.close()
    })
  },
)

describe('acting on rows of a site with many languages', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de,fr,it,es,pt,nl,da,sv,fi,pl' } })
    await makeCollection(tests.admin, { slug: 'posts', fields })
  }, startTimeout)
  afterAll(() => tests?.close())

  it('finds the translations, which lists do not bring', async () => {
    await makeGroup(tests, { name: 'Wheat', locales: ['en', 'de', 'pl'], status: 'published' })
    const { page, context } = await tests.open({ path: listPath('Wheat') })
    await select(page, 'Wheat en')
    await choiceOf(page).selectOption({ label: 'All languages (3)' })
    await barOf(page).getByRole('button', { name: 'Unpublish (3)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click()
    await expectNotice(page, 'Took 3 items off the site. Languages: English (1), German (1), Polish (1).')
    await context.close()
  })

  it('says why the translations are not there, and does nothing until they are', async () => {
    await makeGroup(tests, { name: 'Oats', locales: ['en', 'de'], status: 'published' })
    const { page, context } = await tests.open({ path: listPath('Oats') })
    await select(page, 'Oats en')
    await choiceOf(page).waitFor()
    const internal = { success: false, error: { code: 'INTERNAL_ERROR', message: 'It broke.' } }
    await page.route('**/_cms/api/content/posts?*fields=*', (route) =>
      route.fulfill({ status: 500, json: internal }),
    )
    await choiceOf(page).selectOption('all')
    const button = barOf(page).getByRole('button', { name: /^Unpublish/ })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await expect.poll(() => barOf(page).innerText()).toMatch(/went wrong|internal|error/i)
    await page.unrouteAll()
    await choiceOf(page).selectOption('shown')
    await choiceOf(page).selectOption('all')
    await barOf(page).getByRole('button', { name: 'Unpublish (2)' }).click()
    await page.getByRole('dialog', { name: 'Unpublish 2 items?' }).waitFor()
    await context.close()
  })
})
