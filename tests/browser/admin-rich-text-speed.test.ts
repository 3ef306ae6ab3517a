import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOwnBrowser, startTimeout } from '../setup/browser.ts'
import { type RichTextPage, startRichText } from '../setup/rich-text.ts'
import { inShort, openRichText, valueOf } from './rich-text-steps.ts'

/** milliseconds within which 95 of 100 key presses are answered */
const bound = 50
const rounds = 3
const sentence = 'the quick brown fox jumps over the lazy dog '

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

describe('writing in a text of 10,000 words', () => {
  let browser: Browser
  let site: RichTextPage
  let page: Page

  beforeAll(async () => {
    site = await startRichText()
    browser = await startOwnBrowser()
    page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  it(`answers a key within ${String(bound)} ms, 95 times of 100`, async () => {
    const value = longText()
    await openRichText(page, site.url, { value })
    const place = value.length / 2
    await page.locator('[data-pt-block]').nth(place).click()
    await page.keyboard.press('End')
    await page.waitForTimeout(500)
    await watchKeys(page)
    const times: number[][] = []
    for (let round = 0; round < rounds; round++) times.push(await typeAndMeasure(page))
    // Other programs of the machine cost a key now and then; the editor costs it every time.
    const best = [...sentence].map((_, index) => Math.min(...times.map((one) => one[index] ?? Infinity)))
    const slowest = best.toSorted((one, other) => one - other)[Math.floor(best.length * 0.95)]
    expect(slowest).toBeLessThan(bound)
    const after = await valueOf(page)
    expect(inShort(after)[place]).toContain(sentence.repeat(rounds))
    expect(after.toSpliced(place, 1)).toEqual(value.toSpliced(place, 1))
  })
})

/** Begins to note the milliseconds from each key to what is behind the frame that shows it. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const measured: number[] = []
    Object.assign(window, { measured })
    window.addEventListener('keydown', () => {
      const begin = performance.now()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => measured.push(performance.now() - begin), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    })
  })
}

async function typeAndMeasure(page: Page): Promise<number[]> {
  for (const letter of sentence) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(30)
  }
  await page.waitForTimeout(200)
  return page.evaluate(() => (window as unknown as { measured: number[] }).measured.splice(0))
}
