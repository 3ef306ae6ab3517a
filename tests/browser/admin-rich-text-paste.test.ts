import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser, startTimeout, type TestBrowser } from '../setup/browser.ts'
import { patience } from '../setup/patience.ts'
import { type RichTextPage, startRichText } from '../setup/rich-text.ts'
import {
  copied,
  enterText,
  expectShort,
  openRichText,
  paste,
  untilCaretKnown,
  valueOf,
  write,
} from './rich-text-steps.ts'

/** As programs write it; the files are no `.html`, so that nothing brings them into a form. */
function clipboard(name: string): Record<string, string> {
  const html = readFileSync(new URL(`clipboard/${name}.txt`, import.meta.url), 'utf8')
  return { 'text/html': html, 'text/plain': 'the same as plain text' }
}

describe('pasting into rich text', () => {
  let browser: TestBrowser
  let site: RichTextPage
  let page: Page
  const complaints: string[] = []
  const asked: string[] = []

  beforeAll(async () => {
    site = await startRichText()
    browser = await startBrowser()
    page = await browser.newPage({ viewport: { width: 800, height: 800 } })
    page.setDefaultTimeout(patience)
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => request.url().startsWith(site.url) || asked.push(request.url()))
  }, startTimeout)
  afterAll(async () => {
    await browser?.close()
    await site?.close()
    expect(complaints).toEqual([])
    expect(asked.filter((url) => url !== 'about:blank')).toEqual([])
  })

  async function pasteInto(value: unknown, data: Record<string, string>): Promise<void> {
    await openRichText(page, site.url, { value })
    await enterText(page)
    await paste(page, data)
  }

  it('takes structure from Word, and nothing of its markup', async () => {
    await pasteInto(null, clipboard('word'))
    await expectShort(page, [
      'h1: Report',
      'Some [bold](strong) and [italic](em) text.',
      'bullet1 First',
      'bullet2 Second',
      'number1 Numbered',
      '<table>',
    ])
    expect(JSON.stringify(await valueOf(page))).not.toMatch(/mso|o:p|file:|StartFragment/i)
    await page.getByText('One picture was not taken along').waitFor()
  })

  it('takes structure from Google Docs', async () => {
    await pasteInto(null, clipboard('google-docs'))
    await expectShort(page, [
      'h2: Title in docs',
      'Plain, [bold](strong)[, italic](em)[, under](underline) [a link](https://example.org/a)',
      'bullet1 one',
      'bullet2 two',
    ])
  })

  it('passes over no text that stands beside the spans of Google Docs', async () => {
    const html = '<p>Safe <b id="docs-internal-guid-1"><span>x</span></b></p><ul><li>one</li></ul><p>End</p>'
    await pasteInto(null, { 'text/html': html, 'text/plain': 'Safe x one End' })
    await expectShort(page, ['Safe [x](strong)', 'bullet1 one', 'End'])
  })

  it('takes items of lists whose text stands in paragraphs of lines of their own', async () => {
    const html = `<ul>
      <li>
        <p><span>one</span></p>
        <ul>
          <li>
            <p>two</p>
            <p>and more</p>
          </li>
        </ul>
      </li>
      <li><p>three</p></li>
    </ul>`
    await pasteInto(null, { 'text/html': html, 'text/plain': 'one two three' })
    await expectShort(page, ['bullet1 one', 'bullet2 two\nand more', 'bullet1 three'])
  })

  it('takes text from web pages, and nothing that runs, loads or asks', async () => {
    await pasteInto(null, clipboard('web-page'))
    await expectShort(page, [
      'h1: News',
      'Hello bad worse [good](https://example.com/?a=1&b=2)',
      'Picture: [A cat](https://example.com/a%20b.png)',
      '<code>',
      '<break>',
      'blockquote: Said',
      '<table>',
      'Only a frame',
      'number1 x',
      'number2 y',
      'End <b>',
    ])
    const text = JSON.stringify(await valueOf(page))
    expect(text).not.toMatch(/javascript:|document\.title|evil\.example|data:image|color:red|typed/)
    expect((await valueOf(page))[3]).toMatchObject({ code: 'let a = 1\nlet b' })
    expect((await valueOf(page))[6]).toMatchObject({
      caption: 'Hills',
      rows: [{ cells: [{ isHeader: true }, { isHeader: true }] }, { cells: [{ colspan: 2 }] }],
    })
    await expect.poll(() => page.title()).toBe('Rich text')
    await page.getByText('3 pictures were not taken along').waitFor()
    await page.getByText('2 unsafe links were removed').waitFor()
    await page.getByRole('button', { name: 'Close the notice' }).click()
    await expect.poll(() => page.getByText('were not taken along').count()).toBe(0)
  })

  it('reads plain text as paragraphs, and Markdown as what it says', async () => {
    await pasteInto(null, { 'text/plain': 'one * two\n\nthree' })
    await expectShort(page, ['one * two', 'three'])
    const markdown = [
      '# T',
      'Some **b** and [l](https://e.example) <script>1</script>',
      '- a\n  - b',
      '---',
      '```js\nx\n```',
      '| a |\n|---|\n| 1 |',
      '![p](https://e.example/p.png)',
    ].join('\n\n')
    await pasteInto(null, { 'text/plain': markdown })
    await expectShort(page, [
      'h1: T',
      'Some [b](strong) and [l](https://e.example) <script>1</script>',
      'bullet1 a',
      'bullet2 b',
      '<break>',
      '<code>',
      '<table>',
      '[p](https://e.example/p.png)',
    ])
  })

  it('goes into the middle of a sentence, and makes a link of an address over selected words', async () => {
    const value = [
      { _type: 'block', style: 'normal', children: [{ _type: 'span', text: 'one four', marks: [] }] },
    ]
    await openRichText(page, site.url, { value })
    await enterText(page)
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
    await untilCaretKnown(page)
    await write(page, ' ')
    await paste(page, { 'text/html': '<b>two</b> three', 'text/plain': 'two three' })
    await expectShort(page, ['one [two](strong) three four'])
    await enterText(page)
    await page.keyboard.press('Control+Shift+ArrowLeft')
    await untilCaretKnown(page)
    await paste(page, { 'text/plain': 'https://example.com/4' })
    await expectShort(page, ['one [two](strong) three [four](https://example.com/4)'])
  })

  it('brings back what was copied here, whatever it is, and never changes what it came from', async () => {
    const value = [
      {
        _type: 'block',
        _key: 'a',
        align: 'center',
        style: 'lead',
        children: [
          { _type: 'span', _key: 's', text: 'Hi ', marks: ['spoiler'] },
          { _type: 'mention', _key: 'm', id: 1 },
        ],
      },
      { _type: 'recipe', _key: 'r', deep: { x: [1, { y: 2 }] } },
      {
        _type: 'block',
        _key: 'z',
        style: 'normal',
        markDefs: [{ _type: 'footnote', _key: 'f', note: 'n' }],
        children: [{ _type: 'span', _key: 's', text: 'End', marks: ['f'] }],
      },
    ]
    await openRichText(page, site.url, { value })
    await enterText(page)
    await page.keyboard.press('Control+a')
    await untilCaretKnown(page)
    const data = await copied(page)
    expect(data['text/plain']).toContain('End')
    await enterText(page)
    await page.keyboard.press('Enter')
    await untilCaretKnown(page)
    await paste(page, data)
    await expect.poll(async () => (await valueOf(page)).length).toBe(6)
    const all = await valueOf(page)
    expect(all.slice(0, 3)).toEqual(value)
    expect(all[3]).toMatchObject({
      align: 'center',
      style: 'lead',
      children: [{ marks: ['spoiler'] }, { _type: 'mention', id: 1 }, {}],
    })
    expect(all[4]).toMatchObject({ _type: 'recipe', deep: { x: [1, { y: 2 }] } })
    expect(all[5]).toMatchObject({ markDefs: [{ _type: 'footnote', note: 'n' }] })
    expect(new Set(all.map(({ _key }) => _key)).size).toBe(6)
  })

  it('trusts no blocks of the clipboard: any page can write them', async () => {
    const link = { _type: 'link', _key: 'l', href: 'javascript:alert(1)' }
    const blocks = [
      { _type: 'block', markDefs: [link], children: [{ _type: 'span', text: 'bad', marks: ['l'] }] },
    ]
    await pasteInto(null, { 'application/x-portable-text': JSON.stringify(blocks), 'text/html': '<p>no</p>' })
    await expectShort(page, ['bad'])
    await page.getByText('One unsafe link was removed').waitFor()
    const content = [...blocks, { _type: 'image', url: link.href, alt: 'A cat' }]
    const table = { _type: 'table', rows: [{ cells: [{ content }] }] }
    await pasteInto(null, {
      'application/x-portable-text': JSON.stringify([table]),
      'text/html': '<p>no</p>',
    })
    await expectShort(page, ['<table>'])
    expect(JSON.stringify(await valueOf(page))).not.toContain('javascript:')
    await page.getByText('2 unsafe links were removed').waitFor()
    const deep = `[{"_type":"a","b":${'['.repeat(50_000)}${']'.repeat(50_000)}}]`
    await pasteInto(null, { 'application/x-portable-text': deep, 'text/html': '<p>flat</p>' })
    await expectShort(page, ['flat'])
    await pasteInto(null, { 'application/x-portable-text': '[1, {"a": 2}]', 'text/html': '<p>so</p>' })
    await expectShort(page, ['so'])
    await pasteInto(null, { 'text/html': `${'<div>'.repeat(20_000)}deep`, 'text/plain': 'deep' })
    await expectShort(page, ['deep'])
    await write(page, '!')
    await expectShort(page, ['deep!'])
  })
})
