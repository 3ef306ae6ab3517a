// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectNoViolations } from '../setup/accessibility.ts'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { type RichTextPage, startRichText } from '../setup/rich-text.ts'
import { enterText, openRichText, setProps, textOf, write } from './rich-text-steps.ts'

function text(words: string, more: object = {}) {
  return { _type: 'block', children: [{ _type: 'span', text: words, marks: [] }], ...more }
}

const value = [
  text('A walk in the hills', { style: 'h3' }),
  text('Its first part', { style: 'h1' }),
  {
    _type: 'block',
    markDefs: [
      { _type: 'link', _key: 'l', href: 'https://example.com/' },
      { _type: 'footnote', _key: 'f' },
    ],
    children: [
      'strong',
      'em',
      'underline',
      'strike-through',
      'code',
      'highlight',
      'sup',
      'l',
      'f',
      'spoiler',
    ].map((mark) => ({ _type: 'span', text: `${mark} `, marks: [mark] })),
  },
  text('Boots', { listItem: 'number', level: 1 }),
  text('Warm ones', { listItem: 'bullet', level: 2 }),
  text('Done', { listItem: 'task', level: 1, checked: true }),
  text('Said', { style: 'blockquote' }),
  text('Source', { style: 'citation' }),
  {
    _type: 'image',
    id: '1',
    url: './picture.svg',
    alt: 'A hill',
    caption: 'In the morning',
    width: 640,
    height: 320,
  },
  { _type: 'image', url: 'https://example.com/elsewhere.png' },
  {
    _type: 'gallery',
    images: [{ url: './picture.svg', alt: 'A hill' }, { url: 'https://example.com/gone.png' }],
  },
  { _type: 'code', code: 'let a = 1', language: 'typescript' },
  {
    _type: 'table',
    headerRows: 1,
    rows: [{ cells: [{ value: [text('Name')] }] }, { cells: [{ content: [text('Ada')] }] }],
  },
  { _type: 'video', url: 'https://video.example.com/1', caption: 'By air' },
  { _type: 'htmlBlock', html: '<b>kept</b>', source: 'iframe' },
  { _type: 'recipe', servings: 4 },
  {
    _type: 'columns',
    columns: [
      { _type: 'column', content: [text('left')] },
      { _type: 'column', content: [text('right')] },
    ],
  },
  { _type: 'break', style: 'separator' },
  text('a'.repeat(300)),
]

/** what the grid of a table has a sign for */
const rich = {
  _type: 'table',
  caption: 'A table',
  rows: [
    {
      cells: [
        { isHeader: true, content: [text('Name')] },
        { isHeader: true, content: [text('Remark')] },
      ],
    },
    { cells: [{ colspan: 2, content: [text('one'), text('two')] }] },
    { cells: [{ content: [text('quoted', { style: 'blockquote' })] }, { content: [text('שלום')] }] },
  ],
}

const gallery = {
  _type: 'gallery',
  columns: 2,
  images: [
    { _type: 'image', url: './picture.svg', alt: 'A hill' },
    { _type: 'htmlBlock', html: '<img>' },
  ],
}

const galleryTools = /^(Add pictures|Undo|Redo|Bilder hinzufügen|Rückgängig|Wiederholen)$/

describe.each(['light', 'dark'] as const)('rich text in a %s browser', (colorScheme) => {
  let browser: TestBrowser
  let site: RichTextPage
  let page: Page

  beforeAll(async () => {
    site = await startRichText()
    browser = await startBrowser()
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    })
    page = await context.newPage()
    page.setDefaultTimeout(patience)
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  it('keeps nobody out, and fits on a telephone', async () => {
    await openRichText(page, site.url, {
      value,
      issues: [{ path: '13.url', message: 'must be reachable' }],
      error: 'Too long.',
    })
    await expectNoViolations(page)
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await setProps(page, { readOnly: true })
    await expect.poll(() => page.getByRole('toolbar').count()).toBe(0)
    await expectNoViolations(page)
  })

  it('keeps nobody out of its lists and dialogs', async () => {
    await openRichText(page, site.url)
    await expectNoViolations(page)
    await enterText(page)
    await write(page, '/')
    await page.getByRole('option').first().waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Kind of paragraph/ }).click()
    await page.getByRole('menuitemradio').first().waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Code block' }).click()
    await page.getByRole('dialog').getByLabel('Code').waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Table' }).click()
    const tools = page.getByRole('toolbar', { name: 'Rows and columns' })
    for (const name of ['Row 1', 'Cell']) {
      await tools.getByRole('button', { name, exact: true }).click()
      const menu = tools.getByRole('menu')
      await expect.poll(() => menu.evaluate((shown) => getComputedStyle(shown).opacity)).toBe('1')
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await expect.poll(() => menu.count()).toBe(0)
    }
    // The menu gives the focus back to its button, and Escape leads from there to the cell.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cell')
    for (const key of ['Escape', 'Control+Enter']) await page.keyboard.press(key)
    await keepsNobodyOutOf('Gallery', async () => {
      await page.getByRole('dialog').getByRole('button', { name: /^More/ }).first().click()
    })
    await textOf(page).focus()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByLabel('Address').waitFor()
    await expectNoViolations(page)
  })

  it.each(['en', 'de'])(
    'keeps nobody out of tables and galleries, and shows them on a telephone (%s)',
    async (language) => {
      await openRichText(page, `${site.url}?language=${language}`, { value: [rich, gallery] })
      const cell = page.locator('[data-type="table"]').getByRole('textbox').first()
      await cell.click()
      await page.locator('[role="toolbar"]:visible').getByRole('button').nth(8).waitFor()
      if (language === 'en') await expectNoViolations(page)
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      await cell.press('Control+Enter')
      await page.locator('[data-type="gallery"]').getByRole('button').first().click()
      const close = page.getByRole('dialog').getByRole('button').first()
      await close.waitFor()
      if (language === 'en') await expectNoViolations(page)
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(360)
      await expect.poll(() => page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth)).toBe(360)
      const tools = page.getByRole('dialog').getByRole('button', { name: galleryTools })
      const tops = () => tools.evaluateAll((all) => all.map((tool) => tool.getBoundingClientRect().top))
      await expect
        .poll(async () => [(await tops()).length, new Set(await tops()).size], {
          message: 'tools, and lines of them',
        })
        .toEqual([3, 1])
      await page.keyboard.press('Control+Home')
      await close.click()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    },
  )

  /** Opens the dialog of a new block and a menu in it, writes, and asks to be let out. */
  async function keepsNobodyOutOf(name: string, openMenu: () => Promise<void>): Promise<void> {
    await page.getByRole('button', { name: 'Insert', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('dialog').getByRole('textbox').first().fill('x')
    await openMenu()
    const menu = page.getByRole('dialog').getByRole('menu')
    await expect.poll(() => menu.evaluate((shown) => getComputedStyle(shown).opacity)).toBe('1')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).waitFor()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  }
})
