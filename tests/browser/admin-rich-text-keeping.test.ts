// @module-tag long
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { type RichTextPage, startRichText } from '../setup/rich-text.ts'
import {
  type Block,
  changesOf,
  openRichText,
  setProps,
  textOf,
  untilCaretKnown,
  valueOf,
  write,
} from './rich-text-steps.ts'

const key = fc.option(fc.constantFrom('a', 'b', 'c', 'd e', 'f"]', ''), { nil: undefined })
const name = fc.constantFrom('strong', 'em', 'spoiler', 'a', 'b', 'link-1')
const anything = fc.dictionary(fc.constantFrom('align', 'data', 'children', 'value', 'checked'), json(2), {
  maxKeys: 2,
})

/** What can be stored: the service refuses a key that reaches for the prototype. */
function json(maxDepth: number): fc.Arbitrary<unknown> {
  return fc.jsonValue({ maxDepth }).filter((value) => !JSON.stringify(value).includes('"__proto__"'))
}

/** An object with these parts, each of them there or not. */
function parts(shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(shape, { requiredKeys: [] })
}

const span = fc
  .tuple(
    fc.record({ _type: fc.constant('span'), text: fc.constantFrom('', 'one ', 'two', '😀', 'שלום', 'a\nb') }),
    parts({ _key: key, marks: fc.array(name, { maxLength: 3 }), note: fc.constant(1) }),
  )
  .map(([one, more]) => ({ ...withoutUndefined(more), ...one }))

const inline = parts({ _key: key, id: fc.string(), value: json(1) }).map((more) => ({
  ...withoutUndefined(more),
  _type: 'mention',
}))

const definition = parts({
  _key: fc.constantFrom('a', 'b', 'link-1'),
  href: fc.constant('/x'),
  note: fc.constant('n'),
}).chain((more) => fc.constantFrom('link', 'footnote').map((_type) => ({ ...more, _type })))

const text = fc
  .tuple(
    anything,
    parts({
      _key: key,
      style: fc.constantFrom('normal', 'h2', 'lead', 'blockquote'),
      listItem: fc.constantFrom('bullet', 'number', 'dash'),
      level: fc.constantFrom(1, 2, 7, 20),
      markDefs: fc.array(definition, { maxLength: 3 }),
    }),
    fc.array(fc.oneof({ weight: 4, arbitrary: span }, { weight: 1, arbitrary: inline }), { maxLength: 4 }),
  )
  .map(([more, known, children]) => ({ ...more, ...withoutUndefined(known), _type: 'block', children }))

const object = fc
  .tuple(
    anything,
    parts({ _key: key }),
    fc.constantFrom('image', 'htmlBlock', 'gallery', 'object', 'inline', 'span', 'x-1'),
  )
  .map(([more, known, _type]) => ({ ...more, ...withoutUndefined(known), _type }))

const odd = fc.constantFrom(
  { _type: 'block', style: 7, children: [] },
  { _type: 'block', children: [{ _type: 'span', text: 'x', marks: 'strong' }] },
  {
    _type: 'block',
    listItem: null,
    level: null,
    markDefs: null,
    children: [{ _type: 'span', text: 'nulls' }],
  },
  { _type: 'block', level: 'two', children: [{ _type: 'span', text: 'x' }] },
)

const blocks = fc.array(
  fc.oneof({ weight: 5, arbitrary: text }, { weight: 3, arbitrary: object }, { weight: 1, arbitrary: odd }),
  { minLength: 1, maxLength: 7 },
) as fc.Arbitrary<Block[]>

describe('rich text that was stored', () => {
  let browser: TestBrowser
  let site: RichTextPage
  let page: Page
  let version = 0
  const complaints: string[] = []

  beforeAll(async () => {
    site = await startRichText()
    browser = await startBrowser()
    page = await browser.newPage({ viewport: { width: 900, height: 900 } })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await openRichText(page, site.url)
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  async function show(value: readonly Block[]): Promise<void> {
    await setProps(page, { value, version: ++version, label: `Body ${String(version)}` })
    await page.getByRole('textbox', { name: `Body ${String(version)}` }).waitFor()
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-pt-block]').length === count,
      value.length,
    )
    await setProps(page, { label: 'Body' })
    // The last blocks are taken in behind what is drawn.
    await untilCaretKnown(page)
  }

  it('is as it was when nobody writes, even when somebody goes into it and out', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, async (value) => {
        await show(value)
        const before = await changesOf(page)
        await textOf(page).focus()
        await page.keyboard.press('Control+a')
        await page.getByRole('button', { name: 'Behind' }).focus()
        expect(await valueOf(page)).toEqual(value)
        expect(await changesOf(page)).toBe(before)
      }),
      { numRuns: 35 },
    )
    expect(complaints).toEqual([])
  })

  it('changes in the one paragraph that is written in', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, fc.nat(), async (value, seed) => {
        await show(value)
        const paragraphs = page.locator('[data-pt-block="text"]')
        const count = await paragraphs.count()
        if (count === 0) return
        const chosen = paragraphs.nth(seed % count)
        const index = await chosen.evaluate((element) =>
          [...(element.parentElement?.children ?? [])].indexOf(element),
        )
        await chosen.evaluate((element) => {
          element.closest<HTMLElement>('[role="textbox"]')?.focus()
          // The hint in an empty text is no text, nor is what stands for things within a line.
          const letters = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
            node.parentElement?.closest('[contenteditable="false"]') === null
              ? NodeFilter.FILTER_ACCEPT
              : NodeFilter.FILTER_SKIP,
          )
          const first = letters.nextNode()
          if (first !== null) getSelection()?.collapse(first, 0)
        })
        await untilCaretKnown(page)
        await write(page, 'Zz')
        await expect.poll(async () => JSON.stringify((await valueOf(page))[index])).toContain('Zz')
        const after = await valueOf(page)
        expect(after.toSpliced(index, 1)).toEqual(value.toSpliced(index, 1))
        expect(after[index]).toMatchObject(keptParts(value[index]))
        expect(after[index]?.['_key']).toEqual(expect.any(String))
      }),
      { numRuns: 30 },
    )
    expect(complaints).toEqual([])
  })
})

/** What of an edited paragraph has no reason to change: all beside its words, and what says nothing. */
function keptParts(block: Block = { _type: '' }): Record<string, unknown> {
  const written = new Set(['_key', 'children', 'markDefs'])
  return Object.fromEntries(
    Object.entries(block).filter(([part, value]) => !written.has(part) && value !== null),
  )
}

function withoutUndefined(parted: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parted).filter(([, value]) => value !== undefined))
}
