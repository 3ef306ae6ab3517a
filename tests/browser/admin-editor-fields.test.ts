import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations, expectNoViolationsInAnyLook } from '../setup/accessibility.ts'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startTimeout } from '../setup/browser.ts'
import { picture } from '../setup/media.ts'
import {
  type AnyItem,
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
import { upload } from './media-steps.ts'

const fields = [
  title,
  { slug: 'text', label: 'Text', type: 'text', options: { rows: 5 }, validation: { maxLength: 20 } },
  { slug: 'number', label: 'Number', type: 'number', validation: { min: 0 } },
  { slug: 'integer', label: 'Integer', type: 'integer' },
  { slug: 'boolean', label: 'Boolean', type: 'boolean', required: true },
  { slug: 'datetime', label: 'Datetime', type: 'datetime' },
  {
    slug: 'select',
    label: 'Select',
    type: 'select',
    validation: { options: ['red', 'green'] },
    defaultValue: 'red',
  },
  { slug: 'radio', label: 'Radio', type: 'select', validation: { options: ['one', 'two'] }, widget: 'radio' },
  {
    slug: 'multi',
    label: 'Multi',
    type: 'multiSelect',
    validation: { options: ['a', 'b', 'c'] },
    widget: 'unknown',
  },
  { slug: 'rich', label: 'Rich', type: 'portableText' },
  { slug: 'image', label: 'Image', type: 'image' },
  { slug: 'file', label: 'File', type: 'file' },
  { slug: 'one', label: 'One', type: 'reference', options: { collection: 'targets' } },
  { slug: 'many', label: 'Many', type: 'reference', options: { collection: 'targets', allowMultiple: true } },
  { slug: 'json', label: 'Json', type: 'json' },
  { slug: 'slugged', label: 'Slugged', type: 'slug', unique: true },
]

describe('the controls of the editor', () => {
  let tests: AdminTests
  let first: AnyItem
  let second: AnyItem

  beforeAll(async () => {
    tests = await startAdmin()
    await makeCollection(tests.admin, { slug: 'targets', fields: [title] })
    await makeCollection(tests.admin, { slug: 'samples', fields })
    first = await makeItem(tests.admin, 'targets', { title: 'First target' })
    second = await makeItem(tests.admin, 'targets', { title: 'Second target' })
  }, startTimeout)
  afterAll(() => tests?.close())

  const widthOf = (shown: Locator) => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

  it('take a value of each type of field, and it is stored', { tags: 'long' }, async () => {
    const { page, complaints, context } = await openEditor(tests, 'samples', undefined, {
      timezoneId: 'Europe/Berlin',
    })
    await page.getByLabel('Title').fill('All of them')
    await page.getByLabel('Text', { exact: true }).fill('Two\nlines')
    await page.getByRole('spinbutton', { name: 'Number' }).fill('-1.5')
    await page.getByRole('spinbutton', { name: 'Integer' }).fill('42')
    await page.getByRole('switch', { name: 'Boolean' }).check({ force: true })
    await page.getByLabel('Datetime').fill('2026-07-01T09:30')
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Select', exact: true }).inputValue())
      .toBe('red')
    await page.getByRole('radio', { name: 'two' }).check()
    await page.getByRole('combobox', { name: 'Multi' }).click()
    await page.getByRole('option', { name: 'b' }).click()
    await page.getByRole('option', { name: 'a' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Rich' }).click()
    await page.keyboard.type('Words that matter')
    await page.getByLabel('Json').fill('{"a": [1, true]}')
    await page.getByLabel('Slugged').fill('Größe & Maß')
    const id = await openId(page)
    await expectState(page, 'see the marked fields')
    await expect.poll(() => page.getByText('At least 0.').count()).toBe(1)
    await page.getByRole('spinbutton', { name: 'Number' }).fill('1.5')
    await expectSaved(page)
    expect((await stored(tests.admin, 'samples', id)).data).toMatchObject({
      title: 'All of them',
      text: 'Two\nlines',
      number: 1.5,
      integer: 42,
      boolean: true,
      datetime: '2026-07-01T07:30:00.000Z',
      select: 'red',
      radio: 'two',
      multi: ['b', 'a'],
      rich: [{ _type: 'block', children: [{ text: 'Words that matter' }] }],
      json: { a: [1, true] },
      slugged: 'grosse-mass',
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  it('show drawings and photographs, and ask for no form that there is not', { tags: 'long' }, async () => {
    const { page, complaints, context } = await openEditor(tests, 'samples')
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="50"><circle r="20"/></svg>'
    const files = [
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) },
      { name: 'photo.png', mimeType: 'image/png', buffer: await picture('png', { width: 90, height: 50 }) },
    ]
    for (const file of files) {
      const { id, url } = await upload(page, file)
      const data = { title: file.name, boolean: true, image: { id, url, alt: file.name } }
      const item = await makeItem(tests.admin, 'samples', data)
      await page.goto(tests.service.baseUrl + editorPath('samples', item.id))
      await expect.poll(() => widthOf(group(page, 'Image').getByRole('img'))).toBe(90)
    }
    await page.goto(`${tests.service.baseUrl}/_cms/admin/content/samples`)
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    for (const [name, width] of [
      ['drawing.svg', 90],
      ['photo.png', 64],
    ] as const)
      await expect.poll(() => widthOf(row(name).locator('img'))).toBe(width)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('choose pictures, files and other items, and change their order', { tags: 'long' }, async () => {
    const { page, context } = await openEditor(tests, 'samples')
    const teal = await picture('png', { width: 40, height: 30 })
    await page.getByLabel('Title').fill('With a picture')
    const id = await openId(page)
    await group(page, 'Image').getByRole('button', { name: 'Choose a picture' }).click()
    await page
      .getByRole('dialog')
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'teal.png', mimeType: 'image/png', buffer: teal })
    await page
      .getByRole('dialog')
      .waitFor({ state: 'detached' })
      .catch(() => undefined)
    const dialog = page.getByRole('dialog')
    if ((await dialog.count()) > 0) await dialog.getByRole('button', { name: /teal/ }).first().click()
    await group(page, 'Image').getByLabel('Alternative text').fill('A teal field')
    const choose = (name: string) =>
      group(page, name)
        .getByRole('button', { name: /^Choose a / })
        .click()
    await choose('One')
    await dialog.getByText('Second target').click()
    await group(page, 'One').getByRole('link', { name: 'Second target' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    // Where several are possible it stays open.
    await choose('Many')
    for (const target of ['First target', 'Second target']) await dialog.getByText(target).click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    for (const target of ['First target', 'Second target'])
      await group(page, 'Many').getByRole('link', { name: target }).waitFor()
    await group(page, 'Many').getByRole('button', { name: 'Move up: Second target' }).click()
    await expectSaved(page)
    expect((await stored(tests.admin, 'samples', id)).data).toMatchObject({
      image: { id: expect.any(String), alt: 'A teal field', width: 40, height: 30 },
      one: second.id,
      many: [second.id, first.id],
    })
    await group(page, 'Image').getByRole('button', { name: 'Remove' }).click()
    await expectSaved(page)
    expect((await stored(tests.admin, 'samples', id)).data.image ?? null).toBeNull()
    await context.close()
  })

  it('describe a picture here, or say that it only decorates', { tags: 'long' }, async () => {
    const { page, context } = await openEditor(tests, 'samples')
    const { id: pictureId } = await upload(page, {
      name: 'field.png',
      mimeType: 'image/png',
      buffer: await picture('png', { width: 40, height: 30 }),
    })
    await tests.admin.call('PUT', `/media/${pictureId}`, { alt: 'A field' })
    await page.getByLabel('Title').fill('With a decoration')
    const id = await openId(page)
    await group(page, 'Image').getByRole('button', { name: 'Choose a picture' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /field/ }).first().click()
    const alt = group(page, 'Image').getByLabel('Alternative text')
    const decorates = group(page, 'Image').getByLabel('Decorative picture')
    const image = async () => (await stored(tests.admin, 'samples', id)).data.image
    await expect.poll(() => alt.inputValue()).toBe('A field')
    await group(page, 'Image').getByLabel('Caption').fill('Seen from above')
    await expectSaved(page)
    expect(await image()).toMatchObject({ alt: 'A field', caption: 'Seen from above' })
    await decorates.check()
    await expectSaved(page)
    expect(await image()).toMatchObject({ alt: '', caption: 'Seen from above' })
    await tests.admin.call('PUT', `/media/${pictureId}`, { alt: 'A teal field' })
    await page.reload()
    await expect.poll(() => decorates.isChecked()).toBe(true)
    // A text written here describes this use of a picture that decorates elsewhere.
    expect(await alt.isEditable()).toBe(true)
    await decorates.uncheck()
    await expectSaved(page)
    expect(await image()).toMatchObject({ alt: 'A teal field', caption: 'Seen from above' })
    await expectNoViolations(page)
    const german = await tests.open({ path: editorPath('samples', id), locale: 'de-DE' })
    const inGerman = group(german.page, 'Image')
    for (const label of ['Alternativtext', 'Rein dekoratives Bild', 'Bildunterschrift'])
      await inGerman.getByLabel(label).waitFor()
    await inGerman.getByText('Screenreader übergehen es hier.').waitFor()
    await german.context.close()
    await context.close()
  })

  it('say so where there is nothing to choose from, or nothing matches', async () => {
    const reference = {
      slug: 'other',
      label: 'Other',
      type: 'reference',
      options: { collection: 'nothings' },
    }
    await makeCollection(tests.admin, { slug: 'nothings', fields: [title] })
    await makeCollection(tests.admin, { slug: 'pickers', fields: [title, reference] })
    const { page, complaints, context } = await openEditor(tests, 'pickers')
    await group(page, 'Other').getByRole('button', { name: 'Choose a nothings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a nothings' })
    await dialog.getByText('No items yet. Type a title above to create one.').waitFor()
    await expectNoViolations(page)
    await dialog.getByRole('combobox', { name: 'Search by title or slug' }).fill('soup')
    await dialog.getByText('Nothing matches.', { exact: true }).waitFor()
    expect(await dialog.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await context.close()
  })

  it(
    'create an item from what was searched for, and complete it over the open one',
    { tags: 'long' },
    async () => {
      const required = { slug: 'born', label: 'Born', type: 'integer', required: true }
      const writer = {
        slug: 'writer',
        label: 'Writer',
        type: 'reference',
        options: { collection: 'writers' },
      }
      await makeCollection(tests.admin, { slug: 'writers', fields: [title, required] })
      await makeCollection(tests.admin, { slug: 'texts', fields: [title, writer] })
      const { page, complaints, context } = await openEditor(tests, 'texts')
      await page.getByLabel('Title').fill('A text')
      const id = await openId(page)
      await group(page, 'Writer').getByRole('button', { name: 'Choose a writers' }).click()
      await page.getByRole('combobox', { name: 'Search by title or slug' }).fill('Mei-ling Chen')
      await page.getByRole('button', { name: 'Create writers “Mei-ling Chen”' }).click()
      const drawer = page.getByRole('dialog', { name: 'Edit here' })
      const field = (name: string) => drawer.getByRole('textbox', { name })
      await expect.poll(() => field('Title').inputValue()).toBe('Mei-ling Chen')
      await expectNoViolationsInAnyLook(page)
      await drawer.getByRole('button', { name: 'Publish' }).click()
      await drawer.getByText('Required before publishing:').waitFor()
      await drawer.getByRole('spinbutton', { name: 'Born' }).fill('1984')
      await drawer.getByRole('button', { name: 'Publish' }).click()
      await drawer.getByText('Published', { exact: true }).waitFor()
      await field('Title').fill('Mei-ling')
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
      await expectSaved(page)
      const made = (await stored(tests.admin, 'texts', id)).data.writer
      expect(await stored(tests.admin, 'writers', made)).toMatchObject({
        status: 'published',
        hasPendingDraft: true,
        data: { title: 'Mei-ling', born: 1984 },
      })
      expect(page.url()).toContain(id)
      await group(page, 'Writer').getByRole('button', { name: 'Edit here: Mei-ling' }).click()
      await drawer.getByRole('button', { name: 'Done' }).click()
      await drawer.waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it('have the keys and the focus of the item that lies over the open one', { tags: 'long' }, async () => {
    const born = { slug: 'born', label: 'Born', type: 'integer', required: true }
    const parent = { slug: 'parent', label: 'Parent', type: 'reference', options: { collection: 'parents' } }
    await makeCollection(tests.admin, { slug: 'parents', fields: [title, born] })
    await makeCollection(tests.admin, { slug: 'children', fields: [title, born, parent] })
    const made = await makeItem(tests.admin, 'parents', { title: 'Mei' }, { incomplete: true })
    const child = await makeItem(tests.admin, 'children', { title: 'Li', born: 2020, parent: made.id })
    const { page, complaints, context } = await tests.open({ path: '/_cms/admin/content/children' })
    await page.getByRole('link', { name: 'Li', exact: true }).click()
    await group(page, 'Parent').getByRole('button', { name: 'Edit here: Mei' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit here' })
    await drawer.getByRole('textbox', { name: 'Title' }).fill('Mei-ling')
    await page.keyboard.press('Control+Shift+P')
    await drawer.getByText('Required before publishing:').waitFor()
    const field = drawer.getByRole('spinbutton', { name: 'Born' })
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('1984')
    await page.keyboard.press('Control+Shift+P')
    await drawer.getByText('Published', { exact: true }).waitFor()
    expect(await stored(tests.admin, 'parents', made.id)).toMatchObject({ status: 'published' })
    expect(await stored(tests.admin, 'children', child.id)).toMatchObject({ status: 'draft' })
    await drawer.getByRole('textbox', { name: 'Title' }).fill('Typed while leaving')
    await page.evaluate(() => history.back())
    await page.getByRole('heading', { name: 'children' }).waitFor()
    await expect
      .poll(async () => (await stored(tests.admin, 'parents', made.id)).data.title)
      .toBe('Typed while leaving')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('show no id of a target whose title is loading', async () => {
    const target = await makeItem(tests.admin, 'targets', { title: 'Slow' })
    const item = await makeItem(tests.admin, 'samples', { title: 'x', boolean: false, many: [target.id] })
    const { page, context } = await tests.open()
    const titles = Promise.withResolvers<void>()
    await page.route(`**/_cms/api/content/targets/${target.id}*`, async (route) => {
      await titles.promise
      await route.continue()
    })
    await page.goto(`${tests.service.baseUrl}${editorPath('samples', item.id)}`)
    const list = group(page, 'Many')
    await list.getByRole('button', { name: /^Remove/ }).waitFor()
    expect(await list.innerText()).not.toContain(target.id)
    titles.resolve()
    await list.getByRole('link', { name: 'Slow' }).waitFor()
    await context.close()
  })

  it('show targets that are in the trash, or no more, as such', async () => {
    const gone = await makeItem(tests.admin, 'targets', { title: 'Gone' })
    const trashed = await makeItem(tests.admin, 'targets', { title: 'Thrown away' })
    const item = await makeItem(tests.admin, 'samples', {
      title: 'x',
      boolean: false,
      many: [gone.id, trashed.id],
    })
    await tests.admin.call('DELETE', `/content/targets/${trashed.id}`)
    await tests.admin.call('DELETE', `/content/targets/${gone.id}`)
    await tests.admin.call('DELETE', `/content/targets/${gone.id}/permanent`)
    const { page, context } = await openEditor(tests, 'samples', item.id)
    await group(page, 'Many').getByText('Does not exist any more').waitFor()
    await group(page, 'Many').getByText('In the trash').waitFor()
    await expect.poll(() => group(page, 'Many').getByText('Thrown away').count()).toBe(1)
    await context.close()
  })

  it('keep what is no value yet as it was typed, and save the rest', async () => {
    const item = await makeItem(tests.admin, 'samples', { title: 'Half', boolean: false, json: [1] })
    const { page, context } = await openEditor(tests, 'samples', item.id)
    await page.getByLabel('Json').fill('{"half":')
    await page.getByText('This is not valid JSON yet.').waitFor()
    await page.getByLabel('Title').fill('Half done')
    await expectState(page, 'see the marked fields')
    await expect
      .poll(async () => (await stored(tests.admin, 'samples', item.id)).data)
      .toMatchObject({ title: 'Half done', json: [1] })
    await expect.poll(() => page.getByLabel('Json').inputValue()).toBe('{"half":')
    await expect.poll(() => page.getByText('This is not valid JSON yet.').count()).toBe(1)
    await page.getByLabel('Json').press('End')
    await page.keyboard.type(' 1}')
    await expectSaved(page)
    expect((await stored(tests.admin, 'samples', item.id)).data.json).toEqual({ half: 1 })
    await context.close()
  })

  it('tell no rules to those who cannot change the values', { tags: 'long' }, async () => {
    const rich = [{ _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'Long.' }] }]
    const item = await makeItem(tests.admin, 'samples', { title: 'Read', text: 'Short', boolean: true, rich })
    const rule = 'of 20 characters'
    const reader = await openEditor(tests, 'samples', item.id, { as: await tests.person(20) })
    const note = reader.page.getByText('You can read this, but not change it.')
    await expect.poll(() => note.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
    await expect.poll(() => reader.page.getByLabel('Text', { exact: true }).inputValue()).toBe('Short')
    expect(await reader.page.getByText(rule).count()).toBe(0)
    // The text keeps a distance from the edge of its background.
    const text = reader.page.getByRole('textbox', { name: 'Rich' })
    const distance = () => text.evaluate((element) => parseFloat(getComputedStyle(element).paddingLeft))
    await expect.poll(distance).toBeGreaterThanOrEqual(8)
    await reader.context.close()
    const { page, context } = await openEditor(tests, 'samples', item.id)
    await page.getByText(rule).waitFor()
    await context.close()
  })

  it('say what is asked for, and what the service refuses, by their field', { tags: 'long' }, async () => {
    await makeItem(tests.admin, 'samples', { title: 'Other', boolean: false, slugged: 'taken' })
    const item = await makeItem(tests.admin, 'samples', { title: 'Rules', boolean: false })
    const { page, context } = await openEditor(tests, 'samples', item.id)
    await expect.poll(() => page.getByText('no other item has the same').count()).toBe(1)
    await page.getByLabel('Text', { exact: true }).fill('x'.repeat(25))
    await expect.poll(() => page.getByText('25 of 20 characters').count()).toBe(1)
    await page.getByText('5 characters too many: at most 20.').waitFor()
    await page.getByLabel('Slugged').fill('taken')
    await page.getByText('another item has this value').waitFor()
    await page.getByLabel('Title').fill('')
    await expect
      .poll(async () => (await stored(tests.admin, 'samples', item.id)).data)
      .not.toHaveProperty('title')
    await expect.poll(() => page.getByLabel('Text', { exact: true }).inputValue()).toBe('x'.repeat(25))
    await context.close()
  })

  it('say once what the service refuses of a whole rich text', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'samples', { title: 'Once', boolean: false })
    const { page, context } = await openEditor(tests, 'samples', item.id)
    const issues = [{ path: 'data.rich', message: 'It needs a heading.' }]
    const error = { code: 'VALIDATION_ERROR', message: 'The input is not valid.', details: { issues } }
    await page.route(`**/content/samples/${item.id}*`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 400, json: { success: false, error } }),
    )
    await page.getByLabel('Text', { exact: true }).fill('Changed')
    await page.getByText('It needs a heading.').first().waitFor()
    expect(await page.getByText('It needs a heading.').count()).toBe(1)
    await context.close()
  })

  it('say in German what the service refuses', { tags: 'long' }, async () => {
    await makeItem(tests.admin, 'samples', { title: 'Andere', boolean: false, slugged: 'vergeben' })
    const item = await makeItem(tests.admin, 'samples', { title: 'Regeln', boolean: false })
    const path = editorPath('samples', item.id)
    const { page, context } = await tests.open({ path, locale: 'de-DE' })
    await page.getByLabel('Text', { exact: true }).fill('x'.repeat(25))
    await page.getByText('5 Zeichen zu viel: höchstens 20.').waitFor()
    await page.getByLabel('Slugged').fill('vergeben')
    await page.getByText('Ein anderer Eintrag hat schon diesen Wert').waitFor()
    await page.getByLabel('Slug', { exact: true }).fill('andere')
    await page.getByText('Dieser Slug ist schon vergeben.').waitFor()
    expect(await page.getByText(/must have|is taken|another item/).count()).toBe(0)
    await context.close()
  })

  it.each([
    ['Arabic', 'مرحبا بالعالم العربي'],
    ['Chinese', '你好，世界'],
    ['emoji', '👩‍👩‍👧 Größe 🏳️‍🌈'],
    ['10,000 characters', 'Long '.repeat(2000)],
    ['markup', '<script>alert(1)</script> <b>&amp;'],
  ])('take a title of %s', { tags: 'long' }, async (_, text) => {
    const { page, complaints, context } = await openEditor(tests, 'samples')
    await page.getByLabel('Title').fill(text)
    const id = await openId(page)
    await expectSaved(page)
    expect((await stored(tests.admin, 'samples', id)).data.title).toBe(text)
    await expect.poll(() => page.getByLabel('Title').getAttribute('dir')).toBe('auto')
    expect(complaints).toEqual([])
    await context.close()
  })

  it('are accessible', { tags: 'long' }, async () => {
    const item = await makeItem(tests.admin, 'samples', {
      title: 'Looks',
      boolean: true,
      many: [first.id, second.id],
      one: first.id,
    })
    const { page, context } = await openEditor(tests, 'samples', item.id)
    await page.getByRole('textbox', { name: 'Rich' }).waitFor()
    await group(page, 'One').getByRole('link').waitFor()
    await expectNoViolationsInAnyLook(page, 320)
    await context.close()
  })
})
