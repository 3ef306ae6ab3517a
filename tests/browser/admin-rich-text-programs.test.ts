// @module-tag long
import fc from 'fast-check'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTimeout } from '../setup/browser.ts'
import { type RichTextDesk, startRichTextDesk } from './rich-text-desk.ts'
import { type Block, inShort, openRichText, textOf, untilCaretKnown, valueOf } from './rich-text-steps.ts'

const link = { _type: 'link', _key: 'l', href: '/x' }

function paragraph(spans: readonly (string | readonly [text: string, mark: string])[], more: object = {}) {
  return {
    _type: 'block',
    style: 'normal',
    markDefs: [link],
    children: spans.map((span) => {
      const [text, ...marks] = typeof span === 'string' ? [span] : span
      return { _type: 'span', text, marks }
    }),
    ...more,
  }
}

const picture = { _type: 'image', _key: 'i', url: './picture.svg', alt: 'A hill', width: 640, height: 320 }
const listItem = { listItem: 'bullet', level: 1 }

/** Texts with every kind of place that a caret can be at. */
const texts: Readonly<Record<string, readonly object[]>> = {
  paragraphs: [paragraph(['one two']), paragraph(['']), paragraph(['three four'])],
  marks: [paragraph(['one ', ['two', 'strong'], ' three ', ['four', 'l'], ' five'])],
  list: [
    paragraph(['one'], listItem),
    paragraph(['two'], { ...listItem, level: 2 }),
    paragraph([''], listItem),
  ],
  headings: [
    paragraph(['Head'], { style: 'h2' }),
    paragraph(['text']),
    paragraph(['said'], { style: 'blockquote' }),
  ],
  lines: [paragraph(['one\ntwo\nthree'])],
  picture: [paragraph(['before']), picture, paragraph(['after'])],
  'picture at the end': [paragraph(['before']), picture, paragraph([''])],
}

/** The ways in which text comes without a key of its own. */
const ways: Readonly<Record<string, (page: Page, devTools: CDPSession) => Promise<unknown>>> = {
  'an expander': (page) => page.evaluate(() => document.execCommand('insertText', false, 'Q')),
  'the emoji panel': (page) => page.keyboard.insertText('Q'),
  dictation: async (_, devTools) => {
    await devTools.send('Input.imeSetComposition', { text: 'q', selectionStart: 1, selectionEnd: 1 })
    await devTools.send('Input.insertText', { text: 'Q' })
  },
  'a replacement': (page) =>
    page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', 'Q')
      document.activeElement?.dispatchEvent(
        new InputEvent('beforeinput', {
          inputType: 'insertReplacementText',
          dataTransfer: data,
          bubbles: true,
          cancelable: true,
        }),
      )
    }),
}

const moves = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Control+Home',
  'Control+End',
  'Control+ArrowLeft',
  'Control+ArrowRight',
  'Shift+ArrowLeft',
  'Shift+Home',
  'click',
  'x',
  'Enter',
] as const

describe('text that comes without a key', () => {
  let desk: RichTextDesk
  let page: Page
  let devTools: CDPSession
  let url: string

  beforeAll(async () => {
    desk = await startRichTextDesk({ width: 800, height: 800 })
    page = desk.page
    await desk.open()
    url = page.url()
    devTools = await page.context().newCDPSession(page)
  }, startTimeout)
  afterAll(() => desk?.close())

  async function open(text: string): Promise<void> {
    await openRichText(page, url, { value: texts[text] })
    // A picture that loads between two steps would move the place of a click.
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
    await textOf(page).focus()
    await page.keyboard.press('Control+Home')
    await untilCaretKnown(page)
  }

  async function move(step: string): Promise<void> {
    if (step !== 'click') return page.keyboard.press(step)
    const last = await page.locator('[data-pt-block]').last().boundingBox()
    await page.mouse.click((last?.x ?? 0) + 40, (last?.y ?? 0) + (last?.height ?? 0) - 8)
  }

  /** What becomes of the text when something is inserted after the moves, and typed and inserted after that. */
  async function written(
    text: string,
    steps: readonly string[],
    insert: () => Promise<unknown>,
    isSlow: boolean,
  ) {
    await open(text)
    for (const step of steps) {
      await move(step)
      if (isSlow) await untilCaretKnown(page)
    }
    await insert()
    if (isSlow) await untilCaretKnown(page)
    await page.keyboard.press('z')
    if (isSlow) await untilCaretKnown(page)
    await page.keyboard.press('ArrowLeft')
    if (isSlow) await untilCaretKnown(page)
    await insert()
    return inShort((await valueOf(page)) as Block[])
  }

  const typed = () => page.keyboard.press('Shift+Q')

  it.each(Object.keys(ways))('goes where a letter would go: %s', { timeout: 600_000 }, async (way) => {
    const insert = () => ways[way]?.(page, devTools) ?? Promise.resolve()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(texts)),
        fc.array(fc.constantFrom(...moves), { minLength: 1, maxLength: 4 }),
        async (text, steps) => {
          const expected = await written(text, steps, typed, true)
          expect(await written(text, steps, insert, false)).toEqual(expected)
          await expect
            .poll(
              async () => (await page.locator('[data-pt-block]').allInnerTexts()).join(' ').split('Q').length,
            )
            .toBe(expected.join(' ').split('Q').length)
        },
      ),
      { numRuns: 12 },
    )
  })
})
