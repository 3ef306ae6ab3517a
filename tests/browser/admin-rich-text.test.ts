import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTimeout } from '../setup/browser.ts'
import { type RichTextDesk, startRichTextDesk } from './rich-text-desk.ts'
import {
  enterText,
  expectShort,
  expectTextFocused,
  setProps,
  textOf,
  untilCaretKnown,
  untilDrawn,
  untilReported,
  valueOf,
  write,
} from './rich-text-steps.ts'

const separator = { _type: 'break', style: 'separator' }

const map = {
  type: 'map',
  title: 'Map',
  description: 'A place on a map',
  schema: {
    type: 'object',
    properties: {
      url: { type: 'string', format: 'uri' },
      zoom: { type: 'integer', minimum: 1, maximum: 20, default: 10 },
      kind: { type: 'string', enum: ['road', 'air'] },
      labels: { type: 'array', items: { type: 'string' } },
      isWide: { type: 'boolean' },
      place: { type: 'object', properties: { name: { type: 'string' } } },
      extra: {},
    },
    required: ['url'],
  },
}

function paragraph(text: string, more: object = {}) {
  return {
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', text, marks: [] }],
    ...more,
  }
}

describe('writing rich text', () => {
  let desk: RichTextDesk
  let page: Page

  beforeAll(async () => {
    desk = await startRichTextDesk({ width: 800, height: 800 })
    page = desk.page
  }, startTimeout)
  afterAll(() => desk?.close())

  async function begin(given: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await desk.open(given)
    await enterText(page)
  }

  it.each([
    ['# One', ['h1: One']],
    ['## Two', ['h2: Two']],
    ['- item', ['bullet1 item']],
    ['1. item', ['number1 item']],
    ['> said', ['blockquote: said']],
    ['**bold** x', ['[bold](strong) x']],
    ['_slant_ x', ['[slant](em) x']],
    ['`code` x', ['[code](code) x']],
    ['~~gone~~ x', ['[gone](strike-through) x']],
    ['[site](https://example.com/) x', ['[site](https://example.com/) x']],
    ['[site](javascript:alert) x', ['[site](javascript:alert) x']],
    ['---', ['<break>', '']],
  ])('Markdown while writing: %s', { tags: 'long' }, async (typed, expected) => {
    await begin()
    await write(page, typed)
    await expectShort(page, expected)
  })

  it('nests lists by Tab, ends them by Enter, and lets out by Escape and Tab', async () => {
    await begin()
    await write(page, '- a')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await write(page, 'b')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await write(page, 'c')
    await expectShort(page, ['bullet1 a', 'bullet2 b', 'bullet1 c'])
    await page.keyboard.press('Alt+ArrowUp')
    await expectShort(page, ['bullet1 a', 'bullet1 c', 'bullet2 b'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    const behind = page.getByRole('button', { name: 'Behind' })
    await expect.poll(() => behind.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  it('offers behind a slash what the line can become, by keyboard and by mouse', async () => {
    await begin({ blockTypes: [map] })
    await write(page, '/')
    const options = page.getByRole('listbox', { name: 'What this line becomes' }).getByRole('option')
    await options.first().waitFor()
    await expect.poll(() => options.count()).toBeGreaterThan(10)
    await write(page, 'head')
    await expect.poll(() => options.count()).toBe(4)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true')
    const second = (await options.nth(1).getAttribute('id')) ?? ''
    await expect.poll(() => textOf(page).getAttribute('aria-activedescendant')).toBe(second)
    await page.keyboard.press('Enter')
    await write(page, 'Title')
    await expectShort(page, ['h2: Title'])
    await page.keyboard.press('Enter')
    await write(page, '/quo')
    // The list shows the last letter up to a tenth of a second later than the text does.
    await expect.poll(() => options.count()).toBe(1)
    await options.first().click()
    await write(page, 'said')
    await expectShort(page, ['h2: Title', 'blockquote: said'])
    await page.keyboard.press('Enter')
    await write(page, '/')
    await options.first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => options.count()).toBe(0)
    await write(page, 'usr/bin')
    await expectShort(page, ['h2: Title', 'blockquote: said', '/usr/bin'])
  })

  it('marks what is selected, says so, and takes it back', async () => {
    await begin()
    await write(page, 'one two')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await untilCaretKnown(page)
    for (const key of ['b', 'i', 'u']) await page.keyboard.press(`Control+${key}`)
    await expectShort(page, ['one [two](strong em underline)'])
    const pressed = page.getByRole('button', { pressed: true })
    await expect
      .poll(() => pressed.evaluateAll((all) => all.map((one) => one.ariaLabel)))
      .toEqual(['Bold', 'Italic', 'Underline'])
    await page.keyboard.press('Control+z')
    await expectShort(page, ['one [two](strong em)'])
    await page.keyboard.press('Control+y')
    await expectShort(page, ['one [two](strong em underline)'])
  })

  it('makes links that lead somewhere safe, changes and removes them', async () => {
    await begin()
    await write(page, 'our site')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await untilCaretKnown(page)
    await page.keyboard.press('Control+k')
    const address = page.getByRole('dialog').getByLabel('Address')
    for (const bad of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'file:///etc',
    ]) {
      await address.fill(bad)
      await page.keyboard.press('Enter')
      await page.getByText('A link may not lead to this address.').waitFor()
    }
    await address.fill('example.com/a b')
    await page.keyboard.press('Enter')
    await expectShort(page, ['our [site](https://example.com/a%20b)'])
    await expectTextFocused(page)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowLeft')
    await untilCaretKnown(page)
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('button', { name: 'Choose from this site' }).click()
    await expect.poll(() => address.inputValue()).toBe('/posts/hills')
    await page.getByLabel('Open in a new tab').check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expectShort(page, ['our [site](/posts/hills)'])
    expect((await valueOf(page))[0]?.['markDefs']).toEqual([
      {
        _type: 'link',
        _key: expect.any(String) as string,
        href: '/posts/hills',
        blank: true,
        reference: { collection: 'posts', id: '01ITEM' },
      },
    ])
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('button', { name: 'Remove the link' }).click()
    await expectShort(page, ['our site'])
  })

  it('leads through the tools by arrows, from the text and back', async () => {
    await begin()
    await write(page, 'x')
    await page.keyboard.press('Alt+F10')
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    await expect.poll(focused).toBe('Kind of paragraph: Paragraph')
    await page.keyboard.press('End')
    await expect.poll(focused).toBe('Insert')
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('Kind of paragraph: Paragraph')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Heading 3' }).click()
    await expectShort(page, ['h3: x'])
    await expectTextFocused(page)
    await write(page, 'y')
    await expectShort(page, ['h3: xy'])
  })

  it('puts in pictures, code and blocks of plugins, and asks for what they hold', async () => {
    await begin({ blockTypes: [map] })
    await write(page, '```ts')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectShort(page, ['```ts'])
    await expectTextFocused(page)
    // Who does not want code goes on writing; another language is another beginning of code.
    await page.keyboard.press('Enter')
    await expectShort(page, ['```ts', ''])
    await page.keyboard.press('Backspace')
    await write(page, 'x')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByLabel('Code').fill('let a = 1')
    await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click()
    await expectShort(page, ['<code>', ''])
    await page.getByRole('button', { name: 'Picture', exact: true }).click()
    await expectShort(page, ['<code>', '<image>', ''])
    await page.getByRole('button', { name: 'Edit: Picture' }).click()
    await page.getByLabel('Caption').fill('In the morning')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Map' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Insert' }).click()
    await form.getByText('Required', { exact: true }).waitFor()
    await form.getByLabel('URL').fill('https://maps.example.com/1')
    await form.getByLabel('Labels').fill('hill')
    await form.getByLabel('Is wide').check({ force: true })
    await form.getByLabel('Name').fill('Top')
    await form.getByLabel('Extra').fill('{"a": [1]}')
    await form.getByRole('button', { name: 'Insert' }).click()
    await expectShort(page, ['<code>', '<image>', '<map>', ''])
    const [code, picture, place] = await valueOf(page)
    expect(code).toEqual({ _type: 'code', _key: code?.['_key'], code: 'let a = 1', language: 'tsx' })
    expect(picture).toMatchObject({ id: '01HARNESS', alt: 'A hill', caption: 'In the morning', width: 640 })
    expect(place).toMatchObject({
      zoom: 10,
      labels: ['hill'],
      isWide: true,
      place: { name: 'Top' },
      extra: { a: [1] },
    })
  })

  it('writes the caption of a picture or of a block in both of its forms, and keeps what is more than words', async () => {
    const words = (text: string) => ({
      ...paragraph(text),
      markDefs: [{ _type: 'link', _key: 'l', href: '/hills' }],
      children: [{ _type: 'span', _key: 's', text, marks: ['l'] }],
    })
    const picture = { _type: 'image', url: './picture.svg', caption: 'The lake' }
    const linked = { ...picture, _key: 'a', captionContent: [words('The lake')] }
    const rich = { ...picture, _key: 'b', captionContent: [words('The'), words('lake')] }
    const film = { _type: 'film', _key: 'c', caption: 'The film', captionContent: [words('The film')] }
    const properties = { caption: { type: 'string', maxLength: 40 }, note: { type: 'string' } }
    const films = { ...map, type: 'film', title: 'Film', schema: { type: 'object', properties } }
    await begin({ value: [linked, rich, film, paragraph('x')], blockTypes: [films] })
    const edit = async (name: string, place = 0) =>
      page
        .getByRole('button', { name: `Edit: ${name}` })
        .nth(place)
        .click()
    const apply = () => page.getByRole('button', { name: 'Apply' }).click()
    await edit('Picture')
    await page.getByLabel('Caption').fill('The big lake')
    await apply()
    await edit('Film')
    await page.getByLabel('Caption').fill('')
    await page.getByLabel('Caption').fill('Another')
    await apply()
    await edit('Picture', 1)
    await page.getByText('It contains more than text').waitFor()
    await expect.poll(() => page.getByLabel('Caption').getAttribute('readonly')).not.toBeNull()
    await page.getByLabel('Alt').fill('A lake')
    await apply()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [first, second, third] = await valueOf(page)
    const both = { caption: 'The big lake', captionContent: [words('The big lake')] }
    expect(first).toMatchObject(both)
    expect(second).toEqual({ ...rich, alt: 'A lake' })
    expect(third).toEqual({ _type: 'film', _key: 'c', caption: 'Another' })
  })

  it('shows what it does not know, moves and removes it, and says what the service says of it', async () => {
    const strange = { _type: 'recipe', _key: 'r', servings: 4 }
    const html = {
      _type: 'htmlBlock',
      html: '<img src=x onerror="document.title=1"><script>1</script>',
      source: 'iframe',
    }
    const value = [paragraph('first'), strange, html, separator]
    await begin({ value, issues: [{ path: '1.servings', message: 'must be even' }] })
    const card = page.locator('[data-type="recipe"]')
    await expect.poll(() => card.innerText()).toContain('servings: must be even')
    await card.getByText('Data').click()
    await expect.poll(() => card.innerText()).toContain('"servings": 4')
    expect(await page.locator('[data-type="htmlBlock"] img, [data-type="htmlBlock"] script').count()).toBe(0)
    await page.getByRole('button', { name: 'Move up: recipe' }).click()
    await expect.poll(() => valueOf(page)).toEqual([strange, value[0], html, separator])
    await page.getByRole('button', { name: 'Remove: HTML' }).click()
    await expect.poll(() => valueOf(page)).toEqual([strange, value[0], separator])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => valueOf(page)).toEqual([strange, value[0], html, separator])
  })

  it('takes another value in when nobody writes, and at once with another version', async () => {
    await begin({ value: [paragraph('one')] })
    await setProps(page, { value: [paragraph('two')] })
    await untilDrawn(page)
    await expect.poll(() => textOf(page).innerText()).toBe('one')
    await page.getByRole('button', { name: 'Behind' }).focus()
    await expect.poll(() => textOf(page).innerText()).toBe('two')
    await enterText(page)
    await write(page, ' lost')
    await setProps(page, { value: [paragraph('three')], version: 2 })
    await expect.poll(() => textOf(page).innerText()).toBe('three')
    await untilReported(page)
    await expectShort(page, ['three'])
    await enterText(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByLabel('Address').fill('example.com')
    await setProps(page, { value: [paragraph('four')] })
    await untilDrawn(page)
    await expect.poll(() => page.getByRole('dialog').getByLabel('Address').inputValue()).toBe('example.com')
  })

  it('takes every script, and paragraphs of 10,000 characters', async () => {
    const long = 'word '.repeat(2000)
    await begin({ value: [paragraph('שלום עולם'), paragraph(long)] })
    expect(await page.getByText('שלום עולם').evaluate((element) => getComputedStyle(element).direction)).toBe(
      'rtl',
    )
    await write(page, '😀 終')
    await expectShort(page, ['שלום עולם', `${long}😀 終`])
  })
})
