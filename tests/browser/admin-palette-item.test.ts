import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { expectSaved, makeCollection, makeItem, openEditor, stored, title } from './editor-steps.ts'
import { expectActive, openPalette } from './palette-steps.ts'

const future = '2090-01-01T10:00:00.000Z'

/** What the command palette offers for the open item. */
describe('the actions on an item in the command palette', () => {
  let tests: AdminTests
  const ids = { bread: '', brot: '' }

  beforeAll(async () => {
    tests = await startAdmin({ env: { OCTAVO_LOCALES: 'en,de,fr' } })
    await makeCollection(tests.admin, { slug: 'posts', fields: [title] })
    ids.bread = (await makeItem(tests.admin, 'posts', { title: 'Bread' }, { status: 'published' })).id
    const german = { locale: 'de', translationOf: ids.bread }
    ids.brot = (await makeItem(tests.admin, 'posts', { title: 'Brot' }, german)).id
  }, startTimeout)
  afterAll(() => tests?.close())

  it('open a translation, and begin one that is missing', async () => {
    const { page, complaints, context } = await openEditor(tests, 'posts', ids.bread)
    await openPalette(page)
    await page.keyboard.type('translation: german')
    await expectActive(page, 'Open or add the translation: German (de)')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/content/posts/${ids.brot}`)
    // The editor of the other item stays until this one is loaded.
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Brot')
    await openPalette(page)
    await page.keyboard.type('translation: french')
    await expectActive(page, 'Open or add the translation: French (fr)')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/content/posts/new?locale=fr&translationOf=${ids.brot}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('open a translation for those who may neither edit the item nor add one', async () => {
    const { page, complaints, context } = await openEditor(tests, 'posts', ids.bread, {
      as: await tests.person(20),
    })
    await openPalette(page)
    const options = page.getByRole('group', { name: 'This item' }).getByRole('option')
    await expect
      .poll(async () => (await options.allInnerTexts()).filter((text) => text.includes('ranslation')))
      .toEqual(['Open the translation: German (de)'])
    await page.keyboard.type('german')
    await expectActive(page, 'Open the translation: German (de)')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/content/posts/${ids.brot}`)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('set, change and cancel when an item is taken off the site', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Offer' }, { status: 'published' })
    const { page, complaints, context } = await openEditor(tests, 'posts', id)
    await openPalette(page)
    await page.keyboard.type('take off')
    await expectActive(page, 'Take off the site later')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Take off the site later' })
    await dialog.getByRole('textbox').or(dialog.locator('input')).first().fill('2090-01-01T10:00')
    await dialog.getByRole('button', { name: 'Set the end' }).click()
    await expect.poll(async () => (await stored(tests.admin, 'posts', id)).unpublishAt).toBeTruthy()
    await dialog.waitFor({ state: 'detached' })
    await openPalette(page)
    await page.keyboard.type('change the end')
    await expectActive(page, 'Change the end')
    await page.keyboard.press('Enter')
    const change = page.getByRole('dialog', { name: 'Change the end' })
    await expect.poll(() => change.locator('input').first().inputValue()).toBe('2090-01-01T10:00')
    await change.getByRole('button', { name: 'Cancel' }).click()
    await change.waitFor({ state: 'detached' })
    await openPalette(page)
    await page.keyboard.type('cancel the end')
    await expectActive(page, 'Cancel the end')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(tests.admin, 'posts', id)).unpublishAt).toBe(undefined)
    await expectSaved(page)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('cancel a schedule, and offer no end to those who may not publish', async () => {
    const { id } = await makeItem(tests.admin, 'posts', { title: 'Later' })
    await tests.admin.call('POST', `/content/posts/${id}/schedule`, { scheduledAt: future })
    const reader = await openEditor(tests, 'posts', id, { as: await tests.person(20) })
    await openPalette(reader.page)
    const offered = reader.page.getByRole('group', { name: 'This item' }).getByRole('option')
    await offered.first().waitFor()
    expect((await offered.allInnerTexts()).join()).not.toMatch(/off the site|the end|the schedule|the time/)
    await reader.context.close()
    const { page, context } = await openEditor(tests, 'posts', id)
    await openPalette(page)
    await page.keyboard.type('cancel the sch')
    await expectActive(page, 'Cancel the schedule')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(tests.admin, 'posts', id)).status).toBe('draft')
    await context.close()
  })
})
