import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { bring, image, names, store, text, tile } from './media-steps.ts'

describe('choosing a file for an item', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    const { admin } = tests
    await admin.call('POST', '/schema/collections', { slug: 'posts', label: 'Posts' }, 201)
    for (const type of ['image', 'file', 'portableText']) {
      const field = { slug: `the_${type.toLowerCase()}`, label: `The ${type}`, type }
      await admin.call('POST', '/schema/collections/posts/fields', field, 201)
    }
    const { page, context } = await tests.open()
    for (const file of [await image('hill.png'), await image('lake.png'), text('notes.txt')])
      await store(page, file)
    await context.close()
  }, startTimeout)
  afterAll(() => tests?.close())

  const open = (options = {}) => tests.open({ path: '/_cms/admin/content/posts/new', ...options })
  const opener = (page: Page, field: 'The image' | 'The file') =>
    page.getByRole('group', { name: field }).getByRole('button').first()
  const dialog = (page: Page) => page.getByRole('dialog', { name: /Choose an? (picture|file)/ })
  const preview = (page: Page) => page.getByRole('group', { name: 'The image' }).locator('img')

  it('offers images where an image is asked for, finds them, and takes one by keyboard', async () => {
    const { page, complaints, context } = await open()
    await opener(page, 'The image').click()
    await tile(page, 'hill.png').waitFor()
    await expect.poll(() => names(page)).toEqual(['lake.png', 'hill.png'])
    await dialog(page).getByRole('searchbox', { name: 'Search by name' }).fill('hill')
    await expect.poll(() => names(page)).toEqual(['hill.png'])
    await tile(page, 'hill.png').focus()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => preview(page).getAttribute('src')).toContain('/media/file/')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('takes nothing when it is closed, and gives the focus back', async () => {
    const { page, context } = await open()
    await opener(page, 'The file').click()
    await tile(page, 'notes.txt').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    const focused = `document.activeElement.closest('[role="group"]')?.getAttribute('aria-label')`
    await expect.poll(() => page.evaluate(focused)).toBe('The file')
    expect(await page.getByText('notes.txt').count()).toBe(0)
    await context.close()
  })

  it('takes a file that is dropped at once, and none of another kind', async () => {
    const { page, context } = await open()
    await opener(page, 'The image').click()
    await tile(page, 'hill.png').waitFor()
    await bring(page, 'drop', [text('no picture.txt')])
    await dialog(page).getByText('Only images can be used here.').waitFor()
    await dialog(page).getByRole('button', { name: 'Hide finished uploads' }).click()
    await bring(page, 'drop', [await image('dropped.png')])
    await dialog(page).waitFor({ state: 'hidden' })
    await expect.poll(() => preview(page).count()).toBe(1)
    const { items } = await tests.admin.call('GET', '/media?q=dropped')
    expect(items).toHaveLength(1)
    await context.close()
  })

  it(
    'takes several for a gallery, in the order in which they were chosen, with what is dropped',
    { tags: 'long' },
    async () => {
      const { page, complaints, context } = await open()
      const body = page.getByRole('textbox', { name: 'The portableText' })
      await body.waitFor()
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Gallery' }).click()
      const picker = page.getByRole('dialog', { name: 'Choose pictures' })
      await tile(page, 'lake.png').waitFor()
      const take = picker.getByRole('button', { name: 'Add the selected' })
      await expect.poll(() => take.isDisabled()).toBe(true)
      await tile(page, 'lake.png').click()
      await tile(page, 'hill.png').focus()
      await page.keyboard.press('Enter')
      await picker.getByText('2 files selected').waitFor()
      await tile(page, 'lake.png').click()
      await picker.getByText('1 file selected').waitFor()
      await picker.getByRole('searchbox', { name: 'Search by name' }).fill('lake')
      await expect.poll(() => names(page)).toEqual(['lake.png'])
      await tile(page, 'lake.png').click()
      await bring(page, 'drop', [await image('third.png')])
      await picker.getByText('3 files selected').waitFor()
      await expectNoViolations(page)
      await take.click()
      const gallery = page.getByRole('dialog', { name: 'Insert: Gallery' })
      await expect.poll(() => gallery.getByRole('listitem').count()).toBe(3)
      await expectNoViolations(page)
      await gallery.getByRole('button', { name: 'Insert' }).click()
      await expect.poll(() => page.locator('[data-type="gallery"] img').count()).toBe(3)
      const { items } = await tests.admin.call('GET', '/media?q=third')
      expect(items).toHaveLength(1)
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it('keeps nobody out', { tags: 'long' }, async () => {
    const { page, context } = await open()
    await opener(page, 'The file').click()
    await tile(page, 'hill.png').waitFor()
    await expectNoViolationsInAnyLook(page, 320)
    await context.close()
  })
})
