import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { SectionSplitter } from './cdata.ts'
import { readXml } from './xml.ts'

const samples = [
  '<a>x<![CDATA[ one ]] > &amp; <b> ]]>y<!-- <![CDATA[ no ]]> --><?p <![CDATA[ ?><![CDATA[]]></a>',
  '<![CDATA[a]]]]><![CDATA[>b]]><!DOCTYPE x><c d="&quot;e"/>tail &amp; &#8217;s',
  '<<![CDATA[<!--]]><![CDAT',
]

/** The result for a file in these pieces: markup, with sections in brackets. */
function partsOf(pieces: readonly string[]): { text: string; markup: string[] } {
  let text = ''
  const markup: string[] = []
  const add = (part: string): void => void (text += part)
  const splitter = new SectionSplitter({
    markup: (part) => {
      markup.push(part)
      add(part)
    },
    aside: add,
    section: (part) => add(part.replaceAll('', '·')),
  })
  for (const piece of pieces) splitter.write(piece)
  splitter.end()
  return { text: text.replaceAll('··', '·'), markup }
}

describe('sections of an export', () => {
  it.each(samples)('are the same however the file is cut: %s', (sample) => {
    const whole = partsOf([sample]).text
    expect(whole.replaceAll('·', '')).toBe(sample)
    for (let first = 0; first <= sample.length; first++) {
      for (let second = first; second <= sample.length; second++) {
        const pieces = [sample.slice(0, first), sample.slice(first, second), sample.slice(second)]
        const { text, markup } = partsOf(pieces)
        expect(text.replaceAll('·', '')).toBe(sample)
        expect(markup.filter((part) => /&[a-z#\d]*$/.test(part))).toEqual([])
      }
    }
  })
})

describe('lines and columns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-xml-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** content before a closing tag that closes nothing → its expected position */
  const before: [string, number, number][] = [
    ['<![CDATA[one line]]>', 1, 51],
    ['<![CDATA[two\r\nlines 😀]]>', 2, 14],
    ['<![CDATA[two\nlines]]> <![CDATA[and more]]>', 2, 33],
    ['<![CDATA[a]]>\n<![CDATA[b\n\n]]>  ', 4, 9],
    ['a & b', 1, 36],
  ]

  it.each(before)('behind %j', async (text, line, column) => {
    const file = join(folder, 'export.xml')
    writeFileSync(file, `<rss><channel><item><title>${text}</x></title></item></channel></rss>`)
    const reading = async (): Promise<void> => {
      for await (const element of readXml(file).elements()) expect(element.name).toBe('item')
    }
    await expect(reading()).rejects.toMatchObject({ params: { line, column } })
  })
})
