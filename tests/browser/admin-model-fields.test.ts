import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectNoViolations } from '../setup/accessibility.ts'
import { type AdminTests, looks, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import type { BrowserVisitor } from '../setup/visitor.ts'
import { expectProblem } from './admin-site-steps.ts'
import { tile } from './media-steps.ts'
import { addField, beginField, expectNotified } from './model-steps.ts'

type Values = Record<string, unknown>

interface Row {
  /** as its card is called */
  type: string
  /** sets what is to be set, in the form of the new field */
  set: (dialog: Locator, page: Page) => Promise<void>
  /** the field, or a part of it */
  gives: Values
}

const choose = async (page: Page, from: Locator, option: string): Promise<void> => {
  await from.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const turn = (dialog: Locator, name: string) => dialog.getByRole('switch', { name }).check({ force: true })

const rows: readonly Row[] = [
  {
    type: 'Line of text',
    set: async (dialog) => {
      await turn(dialog, 'Required')
      await turn(dialog, 'Unique')
      await turn(dialog, 'Searched')
      await turn(dialog, 'Filtered')
      await dialog.getByLabel('Characters at least').fill('2')
      await dialog.getByLabel('Characters at most').fill('80')
      await dialog.getByLabel('Pattern').fill('^[A-Z]')
      await dialog.getByLabel('Default value').fill('Untitled')
    },
    gives: {
      type: 'string',
      required: true,
      unique: true,
      searchable: true,
      filterable: true,
      validation: { minLength: 2, maxLength: 80, pattern: '^[A-Z]' },
      defaultValue: 'Untitled',
    },
  },
  {
    type: 'Plain text',
    set: async (dialog) => {
      await dialog.getByLabel('Lines shown').fill('6')
      await dialog.getByLabel('Default value').fill('two\nlines')
    },
    gives: { type: 'text', options: { rows: 6 }, defaultValue: 'two\nlines' },
  },
  {
    type: 'Rich text',
    set: (dialog) => dialog.getByLabel('Default value').fill('Begin here.'),
    gives: {
      type: 'portableText',
      defaultValue: [
        expect.objectContaining({
          _type: 'block',
          children: [expect.objectContaining({ text: 'Begin here.' })],
        }),
      ],
    },
  },
  {
    type: 'Picture',
    set: (dialog) => dialog.getByRole('switch', { name: 'Show the picture' }).uncheck({ force: true }),
    gives: { type: 'image', options: { showPreview: false } },
  },
  { type: 'File', set: (dialog) => turn(dialog, 'Required'), gives: { type: 'file', required: true } },
  {
    type: 'Reference',
    set: async (dialog, page) => {
      await choose(page, dialog.getByRole('combobox', { name: 'Collection' }), 'Authors')
      await turn(dialog, 'Several items')
      expect(await dialog.getByRole('switch', { name: 'Unique' }).count()).toBe(0)
    },
    gives: { type: 'reference', options: { collection: 'authors', allowMultiple: true } },
  },
  {
    type: 'Choice',
    set: async (dialog, page) => {
      await dialog.getByRole('textbox', { name: 'Choices' }).fill('easy\nhard\n\n hard \n')
      await choose(page, dialog.getByRole('combobox', { name: 'Default value' }), 'easy')
      await choose(
        page,
        dialog.getByRole('combobox', { name: 'How it is edited' }),
        'All choices at a glance',
      )
    },
    gives: {
      type: 'select',
      validation: { options: ['easy', 'hard'] },
      defaultValue: 'easy',
      widget: 'radio',
    },
  },
  {
    type: 'Several choices',
    set: (dialog) => dialog.getByRole('textbox', { name: 'Choices' }).fill('sweet\nsour'),
    gives: { type: 'multiSelect', validation: { options: ['sweet', 'sour'] } },
  },
  {
    type: 'Yes or no',
    set: (dialog, page) => choose(page, dialog.getByRole('combobox', { name: 'Default value' }), 'No'),
    gives: { type: 'boolean', defaultValue: false },
  },
  {
    type: 'Whole number',
    set: async (dialog) => {
      await dialog.getByLabel('At least').fill('1')
      await dialog.getByLabel('At most').fill('12')
      await dialog.getByLabel('Default value').fill('4')
    },
    gives: { type: 'integer', validation: { min: 1, max: 12 }, defaultValue: 4 },
  },
  {
    type: 'Number',
    set: async (dialog) => {
      await dialog.getByLabel('At least').fill('about 1')
      await dialog.getByText('This is not a number.').waitFor()
      await dialog.getByRole('button', { name: 'Add field' }).click()
      await dialog.getByRole('alert').getByText('This is not a number.').waitFor()
      await expect.poll(() => dialog.getByLabel('At least').inputValue()).toBe('about 1')
      await dialog.getByLabel('At least').fill('−0.5')
      await dialog.getByLabel('Default value').fill('0')
    },
    gives: { type: 'number', validation: { min: -0.5 }, defaultValue: 0 },
  },
  {
    type: 'Date and time',
    set: async (dialog) => {
      await dialog.getByLabel('Not after').fill('2027-03-28T02:30')
      await dialog.getByText('This time does not exist').waitFor()
      await dialog.getByLabel('Not after').fill('')
      await dialog.getByLabel('Not before').fill('2026-01-31T09:00')
    },
    gives: { type: 'datetime', validation: { min: '2026-01-31T08:00:00.000Z' } },
  },
  {
    type: 'Slug',
    set: (dialog) => turn(dialog, 'Unique'),
    gives: { type: 'slug', unique: true },
  },
  {
    type: 'JSON',
    set: async (dialog) => {
      await dialog.getByLabel('Default value').fill('{ "a": [1, 2')
      await dialog.getByRole('button', { name: 'Add field' }).click()
      await dialog.getByText('This is not valid JSON.').waitFor()
      await dialog.getByLabel('Default value').fill('{ "a": [1, 2] }')
    },
    gives: { type: 'json', defaultValue: { a: [1, 2] } },
  },
]

describe('fields in the content model', () => {
  let tests: AdminTests
  let visitor: BrowserVisitor
  let page: Page
  let count = 0

  const call: AdminTests['admin']['call'] = (...given) => tests.admin.call(...given)
  const make = async (
    slug: string,
    supports: readonly string[],
    fields: readonly Values[],
  ): Promise<void> => {
    await call('POST', '/schema/collections', { slug, label: slug, supports }, 201)
    for (const field of fields)
      await call('POST', `/schema/collections/${slug}/fields`, { type: 'string', ...field }, 201)
  }
  const open = (slug: string) => page.goto(`${tests.service.baseUrl}/_cms/admin/model/${slug}`)
  const change = async (label: string): Promise<Locator> => {
    await page.getByRole('button', { name: label, exact: true }).click()
    return page.getByRole('dialog', { name: `Change “${label}”` })
  }

  beforeAll(async () => {
    tests = await startAdmin()
    visitor = await tests.open({ timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' })
    page = visitor.page
    await call('POST', '/schema/collections', { slug: 'authors', label: 'Authors' }, 201)
    await make('all', [], [])
  }, startTimeout)
  afterAll(() => tests?.close())

  /** A collection with two drafts, a published item with a pending draft, and one in the trash. */
  let filled: string
  beforeEach(async () => {
    filled = `filled${++count}`
  })
  const fill = async (supports = ['drafts', 'revisions', 'scheduling', 'search']): Promise<void> => {
    await make(filled, supports, [
      { slug: 'title', label: 'Title' },
      { slug: 'note', label: 'Note' },
    ])
    const path = `/content/${filled}`
    const item = (slug: string, data: Values, more: Values = {}) =>
      call('POST', path, { slug, data, ...more }, 201)
    await item('one', { title: 'Same', note: 'a long note' })
    await item('two', { title: 'Same' })
    await item('three', { title: 'Live' }, { status: 'published' })
    await call('PUT', `${path}/three`, { data: { title: 'Pending' } })
    await item('four', { title: 'Gone', note: 'kept' })
    await call('DELETE', `${path}/four`)
  }

  it.each(rows)(
    'of the type $type are made with their settings',
    { tags: 'long' },
    async ({ type, set, gives }) => {
      await open('all')
      const dialog = await beginField(page, type)
      await dialog.getByRole('textbox', { name: 'Label' }).fill(`My ${type}!`)
      await set(dialog, page)
      await addField(page, dialog, `My ${type}!`)
      const slug = `my_${type.toLowerCase().replaceAll(' ', '_')}`
      const { items } = await call('GET', '/schema/collections/all/fields')
      expect(items.find((field: Values) => field['slug'] === slug)).toMatchObject(gives)
      expect(visitor.complaints).toEqual([])
    },
  )

  it(
    'say before what is stored speaks against a change, and stay as they were typed when it is refused',
    { tags: 'long' },
    async () => {
      await fill()
      await open(filled)
      const dialog = await change('Note')
      await turn(dialog, 'Required')
      await dialog.getByText('2 of 4 items (the trash counts) have no value yet.').waitFor()
      await dialog.getByText('This will be refused').waitFor()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.getByText('3 items or drafts have no value (the trash counts).').waitFor()
      await dialog.getByText('cannot be required').waitFor()
      await dialog.getByRole('switch', { name: 'Required' }).press('Space')
      await dialog.getByLabel('Characters at most').fill('5')
      await dialog.getByText(/^“.+” does not fit: At most 5 characters$/).waitFor()
      await dialog.getByRole('link', { name: 'Open the item' }).waitFor()
      await dialog.getByLabel('Characters at most').fill('50')
      await dialog.getByText('Nothing is lost').waitFor()
      await expectNoViolations(page)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expectNotified(page, '“Note” is saved.')
      await page.getByText('Line of text · at most 50 characters').waitFor()
    },
  )

  it('change their type only to a wider one', async () => {
    await fill()
    await open(filled)
    const dialog = await change('Note')
    await dialog.getByRole('combobox', { name: 'Type', exact: true }).click()
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Line of text', 'Plain text'])
    await page.getByRole('option', { name: 'Plain text' }).click()
    await dialog.getByText('Nothing is lost').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectNotified(page, '“Note” is saved.')
    const { items } = await call('GET', `/schema/collections/${filled}/fields`)
    expect(items[1]).toMatchObject({ slug: 'note', type: 'text' })
  })

  it('say how many items get a default value', { tags: 'long' }, async () => {
    await fill()
    await open(filled)
    const dialog = await beginField(page, 'Whole number')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Servings')
    await turn(dialog, 'Required')
    await dialog.getByText('4 items would have no value. Set a default value.').waitFor()
    await dialog.getByLabel('Default value').fill('4')
    await dialog.getByText('4 items get the default value, the trash included.').waitFor()
    await addField(page, dialog, 'Servings')
    const { item } = await call('GET', `/content/${filled}/one`)
    expect(item.data.servings).toBe(4)
  })

  it('leave out the size of a default file where it is not known', async () => {
    await make(filled, [], [])
    const record = { filename: 'terms.pdf', mimeType: 'application/pdf', storageKey: `${filled}.pdf` }
    await call('POST', '/media', record, 201)
    await open(filled)
    const dialog = await beginField(page, 'File')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Rules')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    await tile(page, 'terms.pdf').click()
    await dialog.getByText('terms.pdf').waitFor()
    await addField(page, dialog, 'Rules')
    const { items } = await call('GET', `/schema/collections/${filled}/fields`)
    expect(items[0].defaultValue).toMatchObject({ filename: 'terms.pdf' })
    expect(items[0].defaultValue).not.toHaveProperty('size')
  })

  it('tell by the field what cannot be', async () => {
    await open('authors')
    const dialog = await beginField(page, 'Reference')
    const add = dialog.getByRole('button', { name: 'Add field' })
    await add.click()
    await expectProblem(dialog.getByRole('textbox', { name: 'Label' }), 'Required')
    await dialog.getByText('Choose the collection that the field refers to.').waitFor()
    await choose(page, dialog.getByRole('combobox', { name: 'Collection' }), 'Authors')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Created at')
    await add.click()
    await dialog.getByText('"created_at" is reserved for the service').waitFor()
    await dialog.getByLabel('Name in templates').fill('since')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('x'.repeat(201))
    await add.click()
    await dialog.getByText('One character too many: at most 200.').waitFor()
    await expect.poll(() => dialog.getByLabel('Name in templates').inputValue()).toBe('since')
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Since')
    await addField(page, dialog, 'Since')
  })

  it('are deleted after it was said what goes with them', async () => {
    await fill()
    await open(filled)
    await page.getByRole('button', { name: 'Actions for Title' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const ofTitle = page.getByRole('dialog', { name: 'Delete the field “Title”?' })
    await expect
      .poll(() => ofTitle.getByRole('listitem').allInnerTexts())
      .toEqual(['as the title of its items, in lists and links', 'to make the slugs of new items'])
    await page.keyboard.press('Escape')
    await ofTitle.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Actions for Note' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    const dialog = page.getByRole('dialog', { name: 'Delete the field “Note”?' })
    await dialog.getByText('2 items lose their values (the trash counts).').waitFor()
    await dialog.getByText('This cannot be undone.').waitFor()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Delete the field' }).click()
    await expectNotified(page, 'The field “Note” is deleted.')
    await page.getByRole('button', { name: 'Note', exact: true }).waitFor({ state: 'hidden' })
    const { items } = await call('GET', `/schema/collections/${filled}/fields`)
    expect(items).toHaveLength(1)
  })

  it('go with their collection, whose name has to be typed for that', async () => {
    await fill()
    await open(filled)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    const dialog = page.getByRole('dialog', { name: `Delete “${filled}”?` })
    for (const text of ['3 items, of these:', '1 published', '2 drafts', '1 in the trash', '2 fields'])
      await dialog.getByText(text).waitFor()
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await dialog.getByText(`Type “${filled}” exactly.`).waitFor()
    await dialog.getByLabel(`Type “${filled}” to confirm`).fill(filled)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await page.waitForURL('**/_cms/admin/model')
    const { items } = await call('GET', '/schema/collections')
    expect(items.map(({ slug }: Values) => slug)).not.toContain(filled)
  })

  it('say that an empty field or collection can be brought back, as it can', async () => {
    await make(filled, ['drafts'], [{ slug: 'note', label: 'Note' }])
    await call('POST', '/menus', { name: filled, label: filled }, 201)
    const entry = { label: 'All', type: 'collection', referenceCollection: filled }
    await call('POST', `/menus/${filled}/items`, entry, 201)
    await open(filled)
    await page.getByRole('button', { name: 'Actions for Note' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const ofField = page.getByRole('dialog', { name: 'Delete the field “Note”?' })
    await ofField.getByText('No item has a value in it. You can undo this in “Changes”.').waitFor()
    await ofField.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete the collection' }).click()
    await page.getByRole('menu').waitFor({ state: 'hidden' })
    const dialog = page.getByRole('dialog', { name: `Delete “${filled}”?` })
    await dialog.getByText('You can undo this in “Changes”, because it has no items.').waitFor()
    expect(await dialog.getByText('cannot be undone').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Delete the collection' }).click()
    await page.waitForURL('**/_cms/admin/model')
    const { items } = await call('GET', '/changes?limit=1')
    await call('POST', `/changes/${items[0].id}/undo`, {})
    expect((await call('GET', `/schema/collections/${filled}/fields`)).items).toHaveLength(1)
    expect((await call('GET', `/menus/${filled}`)).item.items).toMatchObject([{ label: 'All' }])
  })

  it('are separate from what the collection can do, which says what stands in the way', async () => {
    await fill()
    await open(filled)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Change “${filled}”` })
    await dialog.getByRole('checkbox', { name: 'Drafts' }).uncheck()
    await dialog.getByText('1 item has changes that are not live.').waitFor()
    await dialog.getByRole('checkbox', { name: 'Search' }).uncheck()
    await dialog.getByText('visitors do not find these items any more').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('1 of the items has a pending draft').waitFor()
    await dialog.getByRole('checkbox', { name: 'Drafts' }).check()
    await dialog.getByLabel('What it is for').fill('Only a try')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectNotified(page, 'The collection is saved.')
    const { item } = await call('GET', `/schema/collections/${filled}`)
    expect(item).toMatchObject({ supports: ['drafts', 'revisions', 'scheduling'], description: 'Only a try' })
  })

  it('keep nobody out in the dark', { tags: 'long' }, async () => {
    await fill()
    const path = `/_cms/admin/model/${filled}`
    const dark = await tests.open({ ...looks.dark, reducedMotion: 'reduce', path })
    await dark.page.getByRole('button', { name: 'Note', exact: true }).click()
    await turn(dark.page.getByRole('dialog'), 'Required')
    await dark.page.getByText('This will be refused').waitFor()
    await expectNoViolations(dark.page)
    await dark.context.close()
  })
})
