// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import type { Any } from '../setup/json.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { newVisitor } from '../setup/visitor.ts'
import { expectSaved, openId } from './editor-steps.ts'
import { Keyboard } from './keyboard.ts'
import { image } from './media-steps.ts'
import { callFrom } from './steps.ts'

/**
 * The first hour of a writer, without documentation and by keyboard alone: a collection with a repeater, an article
 * with a picture, tags and an author created in place, its translation, and the time at which that goes live.
 */
let browser: TestBrowser
let service: PagesService

beforeAll(async () => {
  browser = await startBrowser()
  service = await startPages({ env: { OCTAVO_LOCALES: 'en,de' } })
}, startTimeout)
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

it('leads from the setup to a scheduled, translated article, by keyboard alone', async () => {
  const { page, complaints } = await newVisitor(browser, {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
  })
  const keyboard = new Keyboard(page)
  await page.goto(service.setupLink())
  await keyboard.fill('Your name', 'Ada Lovelace')
  await keyboard.fill('E-mail address', 'ada@example.com')
  await keyboard.use('Create account with a passkey')
  await page.getByRole('heading', { name: 'Hello Ada Lovelace' }).waitFor()

  await makeArticles(page, keyboard)
  await keyboard.use('Open its content')
  await page.getByRole('heading', { name: 'No Articles yet' }).waitFor()
  await keyboard.use('New Article')
  await keyboard.fill('Title', 'Seconds')
  const id = await openId(page)
  await writeArticle(page, keyboard)

  await keyboard.use(/^Language: English/)
  await keyboard.choose('Add a translation: German (de)')
  await keyboard.use('Copy all empty fields')
  await keyboard.fill('Title', 'Zweite Wahl')
  const translation = await openId(page)
  expect(translation).not.toBe(id)
  await expectSaved(page)
  await keyboard.reach('Other ways to publish', 'Shift+Tab')
  await keyboard.press('Enter')
  await keyboard.choose('Schedule')
  await page.getByLabel('Goes live on').waitFor()
  await keyboard.use('Schedule')
  await page.getByText(/^Goes live on .*09:00/).waitFor()

  const item = (one: string): Promise<Any> =>
    callFrom(page, 'GET', `/content/articles/${one}?include=terms`).then(({ data }) => data.item)
  const [original, german] = [await item(id), await item(translation)]
  expect(original).toMatchObject({
    status: 'draft',
    locale: 'en',
    data: {
      title: 'Seconds',
      questions: [{ question: 'What is a second?' }],
      picture: { width: 64, alt: 'A kiln' },
    },
  })
  expect(original.terms.tags).toHaveLength(2)
  const author = await callFrom(page, 'GET', `/content/writers/${String(original.data.author)}`)
  expect(author.data.item.data.title).toBe('Mei-ling Chen')
  expect(german).toMatchObject({
    status: 'scheduled',
    locale: 'de',
    translationOf: id,
    terms: original.terms,
    data: { ...original.data, title: 'Zweite Wahl' },
  })
  expect(complaints).toEqual([])
})

/** A collection with a list, a picture and a reference to a collection that is created on the way. */
async function makeArticles(page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.use('Create the first collection')
  await keyboard.fill('Plural name', 'Articles')
  await keyboard.fill('Singular name', 'Article')
  await keyboard.use('Create collection')
  await page.waitForURL('**/model/articles')

  await keyboard.use('Add field')
  await keyboard.use(/^List /)
  await keyboard.fill('Label', 'Questions')
  await keyboard.use('Add a field within')
  await keyboard.use(/^Line of text /)
  await keyboard.fill('Label', 'Question')
  await keyboard.use('Add a field within')
  await page.getByRole('dialog', { name: 'New field within' }).waitFor({ state: 'hidden' })
  await keyboard.use('Add field')
  await page.getByRole('button', { name: 'Questions', exact: true }).waitFor()

  await keyboard.use('Add field')
  await keyboard.use(/^Picture /)
  await keyboard.fill('Label', 'Picture')
  await keyboard.use('Add field')
  await page.getByRole('button', { name: 'Picture', exact: true }).waitFor()

  await keyboard.use('Add field')
  await keyboard.use(/^Reference /)
  await keyboard.fill('Label', 'Author')
  await keyboard.use('New collection')
  await keyboard.fill('Plural name', 'Writers')
  await keyboard.fill('Singular name', 'Writer')
  await keyboard.use('Create collection')
  await page.getByRole('dialog', { name: 'New collection' }).waitFor({ state: 'hidden' })
  await keyboard.use('Add field')
  await page.getByRole('button', { name: 'Author', exact: true }).waitFor()
}

async function writeArticle(page: Page, keyboard: Keyboard): Promise<void> {
  await keyboard.use('Add an entry: Questions')
  await keyboard.fill('Question', 'What is a second?')
  await keyboard.use('Choose a picture')
  await page.getByRole('dialog').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await keyboard.use(/^Upload/)
  const { name, mimeType, buffer } = await image('kiln.png')
  await (await chooser).setFiles({ name, mimeType, buffer })
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await keyboard.fill('Alternative text', 'A kiln')

  await keyboard.use('Choose a Writer')
  await page.getByText('No items yet. Type a title above to create one.').waitFor()
  await keyboard.fill('Search by title or slug', 'Mei-ling Chen')
  await keyboard.use('Create Writer “Mei-ling Chen”')
  await keyboard.use('Done')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await keyboard.use('Add tags or categories')
  await keyboard.fill('Label', 'Tags')
  await keyboard.use('Create')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  for (const tag of ['Clay', 'Kiln']) {
    await keyboard.fill('Search: Tags', tag)
    await keyboard.press('Enter')
    await page.getByRole('checkbox', { name: tag, checked: true }).waitFor()
  }
  await expectSaved(page)
}
