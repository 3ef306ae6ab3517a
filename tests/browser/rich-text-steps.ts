/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { patience } from '../setup/patience.ts'

/** A block as tests write and compare it. */
export type Block = Record<string, unknown> & { _type: string }

/** The page's own account of itself; see packages/admin/harness/rich-text. */
interface HarnessWindow {
  harness: {
    open: (given: object) => void
    value: Block[] | null
    changes: number
    flush: () => void
    focus: () => void
    set: (props: object) => void
  }
}

/** Shows the editor anew with a value and other properties, ready to write in; the page is loaded once for all. */
export async function openRichText(
  page: Page,
  url: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (page.url() !== url) await page.goto(url)
  await page.waitForFunction(() => 'harness' in window)
  await page.evaluate((value) => (window as unknown as HarnessWindow).harness.open(value), given)
  await textOf(page).waitFor()
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-pt-block]').length >= count,
    countOf(given['value']),
  )
}

function countOf(value: unknown): number {
  return Array.isArray(value) ? Math.max(value.length, 1) : 1
}

/** Waits for as long as the editor gathers changes before it reports them, by the clock of the page. */
export function untilReported(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => void window.setTimeout(resolve, 450)))
}

/** Waits until what the page has to show is on the screen. */
export function untilDrawn(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestIdleCallback(() => resolve()))
      }),
  )
}

export function textOf(page: Page) {
  return page.getByRole('textbox', { name: 'Body' })
}

/** Waits until keys go to the text, as after a dialog has closed: the focus comes back with the next frame. */
export async function expectTextFocused(page: Page): Promise<void> {
  await expect.poll(() => textOf(page).evaluate((text) => text === document.activeElement)).toBe(true)
}

/** Goes into the text by keyboard, at its end. */
export async function enterText(page: Page): Promise<void> {
  await textOf(page).focus()
  await page.keyboard.press('Control+End')
  await untilCaretKnown(page)
}

/**
 * Waits until the editor has looked where the caret is now: it does so at most a tenth of a second after a change. The
 * timers of a page run in their order, so this is sure however slow the machine is.
 */
export function untilCaretKnown(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (const milliseconds of [0, 0, 110])
      await new Promise((resolve) => window.setTimeout(resolve, milliseconds))
  })
}

/** Writes as fast as people do; all at once would be a paste to some of the editor's rules. */
export async function write(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text, { delay: 8 })
}

/** What was handed over, with what was typed last. */
export function valueOf(page: Page): Promise<Block[]> {
  return page.evaluate(() => {
    const { harness } = window as unknown as HarnessWindow
    harness.flush()
    return harness.value ?? []
  })
}

export function changesOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as HarnessWindow).harness.changes)
}

export function setProps(page: Page, props: object): Promise<void> {
  return page.evaluate((next) => (window as unknown as HarnessWindow).harness.set(next), props)
}

/** Blocks in short: list and level, style, and spans with their marks; other blocks by their type. */
export function inShort(blocks: readonly Block[]): string[] {
  return blocks.map((block) => {
    if (block._type !== 'block') return `<${block._type}>`
    const { style, listItem, level, children } = block as unknown as TextBlock
    const list = listItem === undefined ? '' : `${listItem}${String(level ?? 1)} `
    return `${list}${style === 'normal' ? '' : `${style ?? ''}: `}${children.map((child) => spanInShort(block, child)).join('')}`
  })
}

interface TextBlock {
  style?: string
  listItem?: string
  level?: number
  children: { _type: string; text?: string; marks?: string[] }[]
}

function spanInShort(block: Block, { _type, text, marks = [] }: TextBlock['children'][number]): string {
  if (text === undefined) return `<${_type}>`
  const definitions = (block['markDefs'] ?? []) as { _key: string; href?: string; _type: string }[]
  const names = marks.map((mark) => {
    const definition = definitions.find(({ _key }) => _key === mark)
    return definition === undefined ? mark : (definition.href ?? definition._type)
  })
  return names.length === 0 ? text : `[${text}](${names.join(' ')})`
}

export async function expectShort(page: Page, expected: readonly string[]): Promise<void> {
  await expect.poll(async () => inShort(await valueOf(page)), { timeout: patience }).toEqual(expected)
}

/** Puts data on the clipboard as another program does, and pastes it. */
export async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await textOf(page).evaluate((element, given) => {
    const transfer = new DataTransfer()
    for (const [type, text] of Object.entries(given)) transfer.setData(type, text)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
    )
  }, data)
}

/** What goes to the clipboard when the selection is copied. */
export function copied(page: Page): Promise<Record<string, string>> {
  return textOf(page).evaluate((element) => {
    const transfer = new DataTransfer()
    element.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData: transfer, bubbles: true, cancelable: true }),
    )
    return Object.fromEntries(transfer.types.map((type) => [type, transfer.getData(type)]))
  })
}

/**
 * The milliseconds that each key of a text takes of the processor, all that follows from it included. They are the
 * same whatever else runs on the machine, which the time on a clock is not.
 */
export async function processorTimes(page: Page, text: string): Promise<number[]> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async (): Promise<number> => {
    const { metrics } = await devTools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
  }
  const times: number[] = []
  for (const letter of text) {
    const before = await spent()
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(30)
    times.push((await spent()) - before)
  }
  await devTools.detach()
  return times
}

/** The milliseconds from each key of a text to the end of the frame that shows it, by a processor that is so many times slower. */
export async function answerTimes(page: Page, text: string, slowDown: number): Promise<number[]> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
  const timing = await page.evaluateHandle(() => {
    const times: number[] = []
    const onKey = (): void => {
      const begin = performance.now()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => times.push(performance.now() - begin), { once: true })
        port1.start()
        port2.postMessage(null)
      })
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return { times, stop: () => window.removeEventListener('keydown', onKey, { capture: true }) }
  })
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(30)
  }
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await devTools.detach()
  // Not by `expect`: the benchmark of the admin measures this outside of a test.
  await page.waitForFunction(({ known, count }) => known.times.length >= count, {
    known: timing,
    count: text.length,
  })
  return timing.evaluate(({ times, stop }) => {
    stop()
    return times
  })
}
