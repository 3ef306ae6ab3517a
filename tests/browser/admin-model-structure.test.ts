import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { makeCollection, makeItem, title } from './editor-steps.ts'
import { addField, beginField, expectNotified } from './model-steps.ts'

describe('structured fields in the content model', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'pages', fields: [title] })
  }, startTimeout)
  afterAll(() => tests?.close())

  const choose = async (page: Page, from: Locator, option: string): Promise<void> => {
    await from.click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  /** Fills the form of a field within another one, after its type was chosen where there is a choice. */
  const inner = async (page: Page, button: string, type: string | null): Promise<Locator> => {
    await page.getByRole('dialog').last().getByRole('button', { name: button }).click()
    if (type !== null) await page.getByRole('button', { name: new RegExp(`^${type} `) }).click()
    const dialog = page
      .getByRole('dialog', { name: type === null ? 'New kind of block' : 'New field within' })
      .last()
    await dialog.waitFor()
    return dialog
  }
  const keep = async (dialog: Locator, name: string): Promise<void> => {
    await dialog.getByRole('button', { name, exact: true }).last().click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const fieldsOf = async () => (await tests.admin.call('GET', '/schema/collections/pages/fields')).items

  it('are made with the fields in them, and changed later', { tags: 'long' }, async () => {
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/model/pages' })
    const dialog = await beginField(page, 'Blocks')
    expect(await dialog.getByLabel('Structure').count()).toBe(0)
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Sections')
    await dialog.getByRole('textbox', { name: 'Help' }).fill('The parts of the page.')
    await dialog.getByLabel('Entries at most').fill('9')
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByText('Add at least one.').waitFor()
    const kind = await inner(page, 'Add a kind', null)
    await kind.getByRole('textbox', { name: 'Label' }).fill('Quote')
    const words = await inner(page, 'Add a field within', 'Line of text')
    await words.getByRole('textbox', { name: 'Label' }).fill('Source')
    await choose(page, words.getByRole('combobox', { name: 'What the text is' }), 'Address of a page')
    await choose(page, words.getByRole('combobox', { name: 'Width' }), 'Half')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Stay' }).click()
    await words.getByRole('switch', { name: 'Required' }).check({ force: true })
    await keep(words, 'Add a field within')
    await keep(kind, 'Add a kind')
    await addField(page, dialog, 'Sections')
    const source = {
      slug: 'source',
      label: 'Source',
      type: 'string',
      required: true,
      options: { widget: 'url', width: 'half' },
    }
    expect((await fieldsOf())[1]).toMatchObject({
      type: 'json',
      validation: { maxItems: 9 },
      options: {
        widget: 'blocks',
        help: 'The parts of the page.',
        fields: [
          { slug: 'quote', label: 'Quote', type: 'json', options: { widget: 'group', fields: [source] } },
        ],
      },
    })
    await page.getByText('Blocks · Quote').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('stand beside labels of choices and conditions', { tags: 'long' }, async () => {
    const { page, context } = await tests.open({ path: '/_cms/admin/model/pages' })
    const choice = await beginField(page, 'Choice')
    await choice.getByRole('textbox', { name: 'Label' }).fill('Kind')
    await choice.getByLabel('Choices').fill('plain\npaid | Paid for')
    await addField(page, choice, 'Kind')
    const price = await beginField(page, 'Number')
    await price.getByRole('textbox', { name: 'Label' }).fill('Price')
    await choose(page, price.getByRole('combobox', { name: 'Show it only if' }), 'Kind')
    await choose(page, price.getByRole('combobox', { name: 'Condition' }), 'is')
    await choose(page, price.getByRole('combobox', { name: 'Value', exact: true }), 'Paid for')
    await addField(page, price, 'Price')
    expect((await fieldsOf()).slice(-2)).toMatchObject([
      { validation: { options: ['plain', 'paid'] }, options: { labels: { paid: 'Paid for' } } },
      { options: { showIf: { field: 'kind', eq: 'paid' } } },
    ])
    await page.getByRole('button', { name: 'Kind', exact: true }).click()
    const again = page.getByRole('dialog')
    await expect.poll(() => again.getByLabel('Choices').inputValue()).toBe('plain\npaid | Paid for')
    await again.getByLabel('Choices').fill('plain\npaid')
    await again.getByRole('button', { name: 'Save' }).click()
    await expectNotified(page, '“Kind” is saved.')
    expect((await fieldsOf()).at(-2)).not.toHaveProperty('options')
    await context.close()
  })

  it('say what is deleted with a field within them', async () => {
    const fields = ['question', 'answer'].map((slug) => ({ slug, label: slug, type: 'string' }))
    const faq = { slug: 'faq', label: 'Questions', type: 'json', options: { widget: 'list', fields } }
    await makeCollection(tests.admin, { slug: 'answers', fields: [title, faq] })
    await makeItem(tests.admin, 'answers', { title: 'One', faq: [{ question: 'a', answer: 'b' }] })
    const { page, context } = await tests.open({ path: '/_cms/admin/model/answers' })
    await page.getByRole('button', { name: 'Questions', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Actions for answer' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialog.getByText('Values are deleted').waitFor()
    expect(await dialog.getByText('1 item loses its value').count()).toBe(1)
    await context.close()
  })
})
