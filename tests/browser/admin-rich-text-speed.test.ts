// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminTests, startAdmin } from '../setup/admin.ts'
import { startOwnBrowser, startTimeout } from '../setup/browser.ts'
import { expectSomeUnder } from '../setup/timing.ts'
import { expectSaved, makeCollection, makeItem, openEditor, stored, title } from './editor-steps.ts'
import { answerTimes, untilCaretKnown } from './rich-text-steps.ts'

/** milliseconds within which 95 of 100 key presses are answered, by a processor that is four times as slow as this one */
const bound = 50
const slowDown = 4
const sentence = 'the quick brown fox jumps over the lazy dog '
/** Other programs may run beside this test: what a key takes is its best of at most so many. */
const rounds = 8

/** 10,000 words in paragraphs, headings and lists, as articles have them. */
function longText() {
  return Array.from({ length: 160 }, (_, index) => ({
    _type: 'block',
    _key: `k${String(index)}`,
    style: index % 12 === 0 ? 'h2' : 'normal',
    ...(index % 9 > 6 && { listItem: 'bullet', level: 1 }),
    markDefs: [],
    children: [
      { _type: 'span', _key: 'a', text: 'some words of a long article '.repeat(7), marks: [] },
      { _type: 'span', _key: 'b', text: 'in bold ', marks: ['strong'] },
      { _type: 'span', _key: 'c', text: 'and more words that follow '.repeat(4), marks: [] },
    ],
  }))
}

describe('a long text, in the editor that saves by itself', () => {
  let tests: AdminTests

  beforeAll(async () => {
    tests = await startAdmin({}, startOwnBrowser)
    await makeCollection(tests.admin, {
      slug: 'articles',
      fields: [title, { slug: 'body', type: 'portableText' }],
    })
  }, startTimeout)
  afterAll(() => tests?.close())

  it(
    `answers a key within ${String(bound)} ms in 10,000 words, 95 times of 100, and loses none`,
    { tags: 'timing' },
    async () => {
      const body = longText()
      const { id } = await makeItem(tests.admin, 'articles', { title: 'Long', body })
      const { page } = await openEditor(tests, 'articles', id)
      const place = body.length / 2
      await page.locator('[data-pt-block]').nth(place).click()
      await page.keyboard.press('End')
      await untilCaretKnown(page)
      const best = [...sentence].map(() => Infinity)
      let written = ''
      const slowest = async (): Promise<number> => {
        written += sentence
        const times = await answerTimes(page, sentence, slowDown)
        for (const [index, time] of times.entries()) best[index] = Math.min(best[index] ?? NaN, time)
        expect(times).toHaveLength(sentence.length)
        return best.toSorted((one, other) => one - other)[Math.floor(best.length * 0.95)] ?? NaN
      }
      await expectSomeUnder(bound, slowest, rounds)

      await expectSaved(page)
      const { data } = await stored(tests.admin, 'articles', id)
      const texts = data.body.map((block: { children: { text: string }[] }) =>
        block.children.map(({ text }) => text).join(''),
      )
      expect(texts[place]).toContain(written)
      expect(data.body.toSpliced(place, 1)).toEqual(body.toSpliced(place, 1))
    },
  )

  it('calls nothing saved of which a letter is not', async () => {
    const { id } = await makeItem(tests.admin, 'articles', { title: 'Short', body: longText().slice(0, 3) })
    const { page } = await openEditor(tests, 'articles', id)
    await page.locator('[data-pt-block]').nth(1).click()
    for (let letter = 1; letter <= 12; letter++) {
      await page.keyboard.press('x')
      expect(await page.evaluate(isReportedSoon)).toBe(true)
      // Every moment between two tellings is met by and by.
      await page.waitForTimeout(83 * letter)
    }
    await expectSaved(page)
    expect(JSON.stringify(await stored(tests.admin, 'articles', id))).toContain('x'.repeat(12))
  })

  it('stores a letter even of whoever goes back right behind it', async () => {
    const { id } = await makeItem(tests.admin, 'articles', { title: 'Left', body: longText().slice(0, 3) })
    const { page } = await tests.open({ path: '/_cms/admin/content/articles' })
    await page.getByRole('link', { name: 'Left' }).click()
    await page.locator('[data-pt-block]').nth(1).click()
    await page.keyboard.type('hello')
    await page.evaluate(() => history.back())
    await expect
      .poll(async () => JSON.stringify(await stored(tests.admin, 'articles', id)))
      .toContain('hello')
  })

  it('keeps its tools and the caret in sight', async () => {
    const { id } = await makeItem(tests.admin, 'articles', { title: 'Long', body: longText() })
    const { page } = await openEditor(tests, 'articles', id)
    await page.locator('[data-pt-block]').nth(80).click()
    for (let line = 0; line < 40; line++) await page.keyboard.press('ArrowUp')
    const toolbar = page.getByRole('toolbar')
    await toolbar.getByRole('button', { name: 'Bold' }).click({ trial: true })
    const edge = await toolbar.evaluate((element) => element.getBoundingClientRect().bottom)
    // Where a line is broken, the caret has a place at the end of one line and one at the beginning of the next.
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => caretTop(page)).toBeGreaterThanOrEqual(edge)
    await expect.poll(() => page.evaluate(focusedBlock)).toMatch(/k7\d/)
  })
})

/**
 * Whether the page says within 0.3 seconds that something is not saved: the letter itself is on the screen first. The
 * time is counted in timers of the page, whose work a busy machine delays as well.
 */
const isReportedSoon = `new Promise((resolve) => {
  let tries = 60
  const look = () => {
    if (document.querySelector('[data-save-state]').innerText !== 'Saved') resolve(true)
    else if (tries-- === 0) resolve(false)
    else setTimeout(look, 5)
  }
  look()
})`

/** The keys lead from paragraph to paragraph, though most of them were never in sight. */
const focusedBlock = `getSelection().focusNode.parentElement.closest('[data-pt-block]').dataset.ptPath`

/** The top of the caret's line. A collapsed range may have no rectangle where a line is broken, so the letters beside it count. */
function caretTop(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const { focusNode, focusOffset = 0 } = document.getSelection() ?? {}
    if (!(focusNode instanceof Text)) return undefined
    const range = document.createRange()
    range.setStart(focusNode, Math.max(0, focusOffset - 1))
    range.setEnd(focusNode, Math.min(focusNode.length, focusOffset + 1))
    return [...range.getClientRects()].at(-1)?.top
  })
}
