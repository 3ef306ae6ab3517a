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
    await expect
      .poll(async () => (await stored(tests.admin, 'pages', id)).data)
      .toMatchObject({
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

  it('name closed entries by a text that each must have', async () => {
    const parts = [
      { slug: 'amount', label: 'Amount', type: 'string' },
      { slug: 'what', label: 'What', type: 'string', required: true },
    ]
    const list = { slug: 'list', label: 'List', type: 'json', options: { widget: 'list', fields: parts } }
    await makeCollection(tests.admin, { slug: 'shopping', fields: [title, list] })
    const entries = ['carrots', 'salt', 'water', 'leeks'].map((what) => ({ amount: '800 g', what }))
    const item = await makeItem(tests.admin, 'shopping', { title: 'Soup', list: entries })
    const { page, complaints, context } = await openEditor(tests, 'shopping', item.id)
    await page.getByRole('button', { name: 'carrots', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Move leeks' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('lead to what is wrong in closed entries and tabs at any depth', async () => {
    const json = (slug: string, label: string, widget: string, fields: readonly object[], more = {}) => ({
      slug,
      label,
      type: 'json',
      options: { widget, fields, ...more },
    })
    const text = (slug: string, label: string, more = {}) => ({ slug, label, type: 'string', ...more })
    const step = json('step', 'Step', 'group', [
      text('name', 'Name'),
      json('tips', 'Tips', 'list', [text('tip', 'Tip'), text('by', 'By', { required: true })], {
        tab: 'More',
      }),
    ])
    await makeCollection(tests.admin, {
      slug: 'deep',
      supports: ['drafts'],
      fields: [title, json('parts', 'Parts', 'blocks', [step])],
    })
    const tips = (by: string | undefined) =>
      ['a', 'b', 'c', 'd'].map((tip) => ({ tip, by: tip === 'd' ? by : 'Ada' }))
    const item = await makeItem(
      tests.admin,
      'deep',
      {
        title: 'Deep',
        parts: ['one', 'two', 'three', 'four', 'five'].map((name) => ({
          _type: 'step',
          name,
          tips: tips(name === 'four' ? undefined : 'Eve'),
        })),
      },
      { incomplete: true },
    )
    const { page, complaints, context } = await openEditor(tests, 'deep', item.id)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null
        return [element?.getAttribute('aria-invalid'), element?.labels?.[0]?.innerText.replace(/\W/g, '')]
      })
    await expect.poll(focused).toEqual(['true', 'By'])
    expect(await page.getByRole('textbox', { name: 'Tip', exact: true }).inputValue()).toBe('d')
    await page.keyboard.type('Lin')
    await expectSaved(page)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect.poll(async () => (await stored(tests.admin, 'deep', item.id)).status).toBe('published')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('choose and create items at any depth, over one another', { tags: 'long' }, async () => {
    const people = { collection: 'mentors' }
    const json = (slug: string, widget: string, fields: readonly object[]) => ({
      slug,
      label: slug,
      type: 'json',
      options: { widget, fields },
    })
    const reference = (slug: string, options: object) => ({
      slug,
      label: slug,
      type: 'reference',
      options: { ...people, ...options },
    })
    await makeCollection(tests.admin, {
      slug: 'mentors',
      supports: ['drafts'],
      fields: [title, json('ties', 'list', [reference('mentor', {})])],
    })
    await makeCollection(tests.admin, {
      slug: 'courses',
      supports: ['drafts'],
      fields: [
        title,
        json('modules', 'list', [json('lessons', 'list', [reference('teachers', { allowMultiple: true })])]),
      ],
    })
    const eve = await makeItem(tests.admin, 'mentors', { title: 'Eve' })
    const item = await makeItem(tests.admin, 'courses', { title: 'Baking', modules: [{ lessons: [{}] }] })
    const { page, complaints, context } = await openEditor(tests, 'courses', item.id)
    const picker = page.getByRole('dialog', { name: /^Choose/ })
    const drawers = page.getByRole('dialog', { name: 'Edit here' })
    await group(page, 'teachers').getByRole('button', { name: 'Choose a mentors' }).click()
    await picker.getByRole('option', { name: /Eve/ }).click()
    await picker.getByText('Added: Eve').waitFor()
    await picker.getByRole('combobox', { name: 'Search by title or slug' }).fill('Lin')
    await picker.getByRole('button', { name: 'Create mentors “Lin”' }).click()
    // The new item opens in a drawer, and another one over it.
    await add(page, 'Add an entry: ties').click()
    await group(page, 'mentor').getByRole('button', { name: 'Choose a mentors' }).click()
    const second = page.getByRole('dialog', { name: 'Choose a mentors' })
    await second.getByRole('combobox', { name: 'Search by title or slug' }).fill('Ada')
    await second.getByRole('button', { name: 'Create mentors “Ada”' }).click()
    await expect.poll(() => drawers.count()).toBe(2)
    await drawers.last().getByRole('button', { name: 'Done', exact: true }).click()
    await expect.poll(() => drawers.count()).toBe(1)
    await group(page, 'mentor').getByText('Ada').waitFor()
    await drawers.last().getByRole('button', { name: 'Done', exact: true }).click()
    await expect.poll(() => drawers.count()).toBe(0)
    await expectSaved(page)
    const { items } = await tests.admin.call('GET', '/content/mentors?orderBy=slug&order=asc')
    const [ada, , lin] = items
    expect(lin.data).toMatchObject({ title: 'Lin', ties: [{ mentor: ada.id }] })
    expect((await stored(tests.admin, 'courses', item.id)).data.modules).toMatchObject([
      { lessons: [{ teachers: [eve.id, lin.id] }] },
    ])
    await tests.admin.call('POST', `/content/courses/${item.id}/publish`, {})
    await page.getByRole('button', { name: 'Edit here: Lin' }).waitFor()
    expect(complaints).toEqual([])
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
