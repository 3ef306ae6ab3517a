import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import {
  editorPath,
  expectSaved,
  expectState,
  makeCollection,
  makeItem,
  openEditor,
  openId,
  stored,
  title,
} from './editor-steps.ts'
import { structuredFields } from './structure-steps.ts'

describe('structured fields in the editor', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'people', fields: [title] })
    await makeCollection(tests.admin, { slug: 'pages', fields: structuredFields })
  }, startTimeout)
  afterAll(() => tests?.close())

  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
  const add = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

  it('are written in forms, entry by entry, and moved by keyboard', { tags: 'long' }, async () => {
    const { page, complaints, context } = await openEditor(tests, 'pages')
    await page.getByLabel('Title').fill('Bread')
    await page.getByText('What readers ask most.').waitFor()
    await add(page, 'Add an entry: Questions').click()
    await page.keyboard.type('How long?')
    await page.getByRole('textbox', { name: 'Answer' }).click()
    await page.keyboard.type('Four days')
    await page.getByRole('textbox', { name: 'Link' }).fill('https://example.com/bread')
    await add(page, 'Add an entry: Sources').click()
    await page.keyboard.type('The baker')
    await add(page, 'Add an entry: Questions').click()
    await page.keyboard.type('How much?')
    await add(page, 'Add a block: Sections').click()
    await page.getByRole('menuitem', { name: 'Quote' }).click()
    const isInText = () => page.evaluate(() => document.activeElement?.tagName === 'TEXTAREA')
    await expect.poll(isInText).toBe(true)
    await page.getByRole('textbox', { name: 'Words' }).fill('Bread is patience.')
    const id = await openId(page)
    await expectSaved(page)
    const first = {
      question: 'How long?',
      answer: [{ children: [{ text: 'Four days' }] }],
      weight: 1,
      link: 'https://example.com/bread',
      sources: [{ name: 'The baker' }],
    }
    const second = { question: 'How much?', weight: 1 }
    expect((await stored(tests.admin, 'pages', id)).data).toMatchObject({
      faq: [first, second],
      sections: [{ _type: 'quote', words: 'Bread is patience.' }],
    })
    await page.getByRole('button', { name: 'Move How much?' }).press(' ')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(' ')
    await page.getByRole('button', { name: 'More actions for How long?' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await expect
      .poll(async () => (await stored(tests.admin, 'pages', id)).data.faq)
      .toMatchObject([second, first, first])
    await page.getByRole('button', { name: 'More actions for How much?' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect
      .poll(async () => (await stored(tests.admin, 'pages', id)).data.faq)
      .toMatchObject([first, first])
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect
      .poll(async () => (await stored(tests.admin, 'pages', id)).data.faq)
      .toMatchObject([second, first, first])
    const keys = (await stored(tests.admin, 'pages', id)).data.faq.map(
      (entry: { _key: string }) => entry._key,
    )
    expect(new Set(keys).size).toBe(3)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('show what is wrong where it is, and keep the rest', { tags: 'long' }, async () => {
    const question = (text: string) => ({ question: text, weight: 2 })
    const item = await makeItem(tests.admin, 'pages', {
      title: 'Errors',
      faq: ['One', 'Two', 'Three', 'Four'].map(question),
    })
    const { page, context } = await openEditor(tests, 'pages', item.id)
    expect(await page.getByRole('button', { name: 'Add an entry: Questions' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Three', exact: true }).click()
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('2x')
    await page.getByRole('textbox', { name: 'Question' }).fill('')
    await expectState(page, 'see the marked fields')
    await page.getByRole('spinbutton', { name: 'Weight' }).fill('7')
    await expectSaved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(1)
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
      .toBe('true')
    await page.keyboard.type('Tea?')
    await page.getByRole('textbox', { name: 'Link' }).fill('no address')
    await expect.poll(() => group(page, 'Questions').getByText('address of a page').count()).toBe(1)
    await page.getByRole('textbox', { name: 'Link' }).fill('')
    await expectSaved(page)
    expect((await stored(tests.admin, 'pages', item.id)).data.faq[2]).toEqual({
      _key: 'entry-3',
      question: 'Tea?',
      weight: 7,
    })
    // A tooltip of the button that was clicked is not within a landmark.
    await page.mouse.move(0, 0)
    await expectNoViolationsInAnyLook(page)
    await context.close()
  })

  it('follow tabs, conditions and labels', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'pages', { title: 'Shown', kind: 'plain' })
    const { page, context } = await openEditor(tests, 'pages', item.id)
    expect(await page.getByRole('spinbutton', { name: 'Price' }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Paid for' }).click()
    await page.getByRole('spinbutton', { name: 'Price' }).fill('3')
    await page.getByRole('tab', { name: 'Search' }).click()
    await page.getByLabel('Search title').fill('Found')
    await page.getByLabel('Color', { exact: true }).fill('#1a2b3c')
    await expectSaved(page)
    expect((await stored(tests.admin, 'pages', item.id)).data).toMatchObject({
      kind: 'paid',
      price: 3,
      seo: { title: 'Found', color: '#1a2b3c' },
    })
    await page.goto(tests.service.baseUrl + editorPath('pages', item.id))
    await page.getByRole('tab', { name: 'Search' }).click()
    await expect.poll(() => page.getByLabel('Search title').inputValue()).toBe('Found')
    await context.close()
  })
})
