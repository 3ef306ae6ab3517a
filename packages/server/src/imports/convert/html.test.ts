import fc from 'fast-check'
import { defaultTreeAdapter, parseFragment, serialize } from 'parse5'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { convertContent } from './convert.ts'
import { parseHtml } from './html.ts'

const long = 'Words that are long enough to be taken out of what the parser reads'

const pieces = [
  ...[
    long,
    ` \n${long} “quoted” it's "so"`,
    `${long} --`,
    `${long}]]`,
    `${long}\ue000`,
    `\ue0000\ue001`,
    '&#57344;0&#xE001;',
  ],
  ...[
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<table>',
    '<tr><td>',
    '</table>',
    '<col>',
    '<pre>\n',
    '</pre>',
    '<svg>',
    '</svg>',
  ],
  ...[
    '<!-- ',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<script>',
    '</script>',
    '<textarea>',
    '</textarea>',
    '<select>',
  ],
  ...[
    '<a title="',
    "<a title='",
    '" href="/x">',
    "' href='/x'>",
    '<a b = x >',
    '"',
    "'",
    '=',
    '>',
    '<',
    '&amp;',
    '&',
    '\r\n',
    '\0',
    ' ',
  ],
]

describe('parsing HTML', () => {
  it('gives the same tree whether runs of text are taken out or not', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
        const html = `${parts.join('')}<i>${long}. ${long}? ${long}!</i>${parts.toReversed().join('')}`
        const expected = parseFragment(html, { scriptingEnabled: false })
        const nodes = parseHtml(html)
        const found = defaultTreeAdapter.createDocumentFragment()
        for (const node of nodes ?? []) defaultTreeAdapter.appendChild(found, node)
        expect(serialize(found)).toBe(serialize(expected))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('converting content', () => {
  afterEach(() => vi.restoreAllMocks())

  /** How often converting starts a parser. */
  function parses(content: string): number {
    const started = vi.spyOn(defaultTreeAdapter, 'createDocumentFragment')
    convertContent(content)
    return started.mock.calls.length
  }

  const classic = `${long} <strong>and</strong> <a href="https://example.com/">more</a>\n\nTheir names, ids and titles: x = y.`

  it('parses content without details once', () => {
    expect(parses(classic)).toBe(1)
  })

  it('parses each block without details once', () => {
    const block = `<!-- wp:paragraph -->\n<p>${long} <a href="https://example.com/">more</a></p>\n<!-- /wp:paragraph -->`
    expect(parses([block, block, block].join('\n\n'))).toBe(3)
  })

  it('parses content with details again, to count those that are lost', () => {
    expect(parses(`${classic} <time datetime="2020">then</time>`)).toBe(2)
  })
})
