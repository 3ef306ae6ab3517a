import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type PagesService, startPages } from '../setup/pages.ts'
import { newVisitor } from '../setup/visitor.ts'
import { openId } from './editor-steps.ts'
import { image } from './media-steps.ts'
import { addField, beginField, dialogOf } from './model-steps.ts'
import { callFrom, setUp } from './steps.ts'
import type { Any } from '../setup/json.ts'

/**
 * The first steps of a new user who has read no documentation: the first account, a model, an item with a picture, its
 * publication, a change, finding it again, and restoring the previous version.
 */
let browser: TestBrowser
let service: PagesService

beforeAll(async () => {
  browser = await startBrowser()
  service = await startPages({ isOwnProcess: true })
}, startTimeout)
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

it('leads from the setup to a published recipe with a picture, and back to how it was', async () => {
  const { page, complaints } = await newVisitor(browser, { viewport: { width: 1280, height: 900 } })
  await setUp(page, service)
  await page.goto(`${service.baseUrl}/_cms/admin`)

  await makeRecipes(page)
  await page.getByRole('link', { name: 'Open its content' }).click()
  await page
    .getByRole('link', { name: /New recipe/i })
    .first()
    .click()
  await page.getByLabel('Title').fill('Lentil soup')
  const id = await openId(page)
  await choosePicture(page)
  await page.getByLabel('Ingredients').fill('Lentils, an onion, cumin')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Published.', { exact: true }).waitFor()
  const published = await live(page, id)
  expect(published).toMatchObject({
    status: 'published',
    slug: 'lentil-soup',
    data: {
      title: 'Lentil soup',
      ingredients: 'Lentils, an onion, cumin',
      picture: { width: 64, alt: 'A bowl of soup' },
    },
  })
  expect((await fetch(new URL(published.data.picture.url, service.baseUrl))).status).toBe(200)

  await page.getByLabel('Title').fill('Lentil soup with lemon')
  await page.getByRole('button', { name: 'Publish changes' }).click()
  await expect.poll(async () => (await live(page, id)).data.title).toMatch(/lemon$/)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('lemon')
  await page.getByRole('option', { name: /Lentil soup with lemon/ }).click()
  await page.getByRole('combobox').waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'History' }).click()
  const more = page.getByRole('button', { name: /earlier versions?$/ })
  const versions = page.getByRole('complementary', { name: 'About this item' }).getByRole('listitem')
  await expect.poll(() => versions.count()).toBeGreaterThan(2)
  // Several saves of one session are one entry.
  for (const group of await more.all()) await group.click()
  await versions.last().getByRole('button').first().click()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).not.toBe('Lentil soup with lemon')
  expect(complaints).toEqual([])
})

async function makeRecipes(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create the first collection' }).click()
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByRole('textbox', { name: 'Plural name', exact: true }).fill('Recipes')
  await dialog.getByLabel('Singular name').fill('Recipe')
  await dialog.getByRole('button', { name: 'Create collection' }).click()
  await page.waitForURL('**/_cms/admin/model/recipes')
  for (const [type, label] of [
    ['Picture', 'Picture'],
    ['Plain text', 'Ingredients'],
  ] as const) {
    const field = await beginField(page, type)
    await field.getByLabel('Label').fill(label)
    await addField(page, field, label)
  }
}

async function choosePicture(page: Page): Promise<void> {
  const field = page.getByRole('group', { name: 'Picture' })
  await field.getByRole('button', { name: 'Choose a picture' }).click()
  const { name, mimeType, buffer } = await image('soup.png')
  await dialogOf(page).locator('input[type="file"]').first().setInputFiles({ name, mimeType, buffer })
  await field.getByLabel('Alternative text').fill('A bowl of soup')
}

async function live(page: Page, id: string): Promise<Any> {
  return (await callFrom(page, 'GET', `/content/recipes/${id}?view=live`)).data.item
}
