import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparable } from './comparable.ts'
import { keepStored } from './keep-stored.ts'
import { MarkdownRefusal } from './block.ts'
import { fromMarkdown, toMarkdown } from './markdown.ts'

const key = fc.stringMatching(/^[a-z0-9]{4}$/)
const words = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab *_`~[](){}<>#!|\\-+.1=&;:/"\'\n👍ü') }),
  fc.lorem(),
  fc.string({ unit: 'grapheme' }),
)
const decorators = fc.uniqueArray(
  fc.constantFrom('strong', 'em', 'code', 'strike-through', 'underline', 'odd'),
  {
    maxLength: 3,
  },
)
const link = fc.record(
  {
    _type: fc.constantFrom('link', 'note'),
    _key: fc.constantFrom('l1', 'l2'),
    href: fc.constantFrom(
      'https://example.com/a?b=c&d',
      '/path',
      'mailto:a@example.com',
      'javascript:alert(1)',
    ),
    title: words,
  },
  { requiredKeys: ['_type', '_key', 'href'] },
)
const span = fc.record(
  {
    _type: fc.constant('span'),
    _key: key,
    text: words,
    marks: fc.oneof(decorators, fc.constant(['l1']), fc.constant(['strong', 'l2'])),
    odd: fc.integer(),
  },
  { requiredKeys: ['_type', 'text'] },
)
const inline = fc.record({
  _type: fc.constantFrom('mention', 'image'),
  src: fc.constant('/a.png'),
  alt: words,
})
const textBlock = fc.record(
  {
    _type: fc.constant('block'),
    _key: key,
    style: fc.constantFrom('normal', 'h1', 'h2', 'h6', 'blockquote', 'fancy'),
    listItem: fc.constantFrom('bullet', 'number', 'task'),
    start: fc.constantFrom(0, 1, 7),
    spread: fc.boolean(),
    content: fc.array(
      fc.oneof(
        fc.record({ _type: fc.constant('code'), code: words }),
        fc.record({ _type: fc.constant('block'), children: fc.array(span, { maxLength: 2 }) }),
      ),
      { maxLength: 2 },
    ),
    level: fc.integer({ min: 1, max: 4 }),
    checked: fc.boolean(),
    markDefs: fc.uniqueArray(link, { maxLength: 2, selector: (definition) => definition._key }),
    children: fc.array(fc.oneof({ weight: 4, arbitrary: span }, inline), { maxLength: 4 }),
    odd: fc.json().map((json) => JSON.parse(json) as unknown),
  },
  { requiredKeys: ['_type', 'children'] },
)
const objectBlock = fc.oneof(
  fc.record(
    {
      _type: fc.constant('code'),
      _key: key,
      code: words,
      language: fc.constantFrom('js', '', 'json:object'),
      filename: words,
    },
    { requiredKeys: ['_type', 'code'] },
  ),
  fc.record({ _type: fc.constant('image'), _key: key, src: fc.webUrl(), alt: words }),
  fc.record({ _type: fc.constant('html'), html: words }),
  fc.record({ _type: fc.constant('horizontal-rule'), _key: key }),
  fc.record({ _type: fc.constant('video'), _key: key, url: fc.webUrl(), more: fc.anything({ maxDepth: 2 }) }),
  fc.record({ _type: fc.constant('octavo-verbatim'), block: fc.anything({ maxDepth: 1 }) }),
  fc.record({
    _type: fc.constantFrom('table', 'callout', 'row'),
    rows: fc.anything({ maxDepth: 2 }),
    content: fc.anything({ maxDepth: 2 }),
  }),
)
const blocks = fc
  .array(fc.oneof({ weight: 3, arbitrary: textBlock }, objectBlock), { maxLength: 6 })
  .map((given) => JSON.parse(JSON.stringify(given)) as Record<string, unknown>[])

const span1 = (text: string, ...marks: string[]): object => ({ _type: 'span', _key: 's', text, marks })
const block = (style: string, ...children: object[]): Record<string, unknown> => ({
  _type: 'block',
  _key: 'b',
  style,
  markDefs: [],
  children,
})

interface Inline {
  readonly source: string
  readonly text: string
  /** each word with its marks in order */
  readonly words: readonly string[][]
}

const wrapped = (source: string, content: Inline, mark: string): Inline => ({
  source,
  text: content.text,
  words: content.words
    .map(([word = '', ...marks]) => [word, ...new Set([...marks, mark])])
    .map(([word = '', ...marks]) => [word, ...marks.toSorted()]),
})
const { inlineMarkdown } = fc.letrec<{ inlineMarkdown: Inline; unlinked: Inline }>((tie) => {
  const word = fc.stringMatching(/^[a-z]{1,3}$/).map((text) => ({ source: text, text, words: [[text]] }))
  const emphasis = (content: fc.Arbitrary<Inline>): fc.Arbitrary<Inline> =>
    fc
      .tuple(
        fc.constantFrom(['**', 'strong'], ['*', 'em'], ['~~', 'strike-through']),
        fc.array(content, { minLength: 1, maxLength: 3 }),
      )
      .map(([[sign = '', mark = ''], parts]) => {
        const inner = {
          source: '',
          text: parts.map(({ text }) => text).join(' '),
          words: parts.flatMap(({ words: said }) => said),
        }
        return wrapped(
          `${sign}x ${parts.map(({ source }) => source).join(' ')} x${sign}`,
          { ...inner, text: `x ${inner.text} x`, words: [['x'], ...inner.words, ['x']] },
          mark,
        )
      })
  return {
    unlinked: fc.oneof({ maxDepth: 2 }, word, emphasis(tie('unlinked'))),
    inlineMarkdown: fc.oneof(
      { maxDepth: 3 },
      word,
      fc
        .tuple(tie('unlinked'), fc.constantFrom('/u', '/v'))
        .map(([content, href]) => wrapped(`[${content.source}](${href})`, content, href)),
      emphasis(tie('inlineMarkdown')),
    ),
  }
})

describe('rich text as Markdown', () => {
  it('whatever the blocks hold, what comes back says the same', () => {
    fc.assert(
      fc.property(blocks, (given) => {
        const back = fromMarkdown(toMarkdown(given))
        expect(back.map(comparable)).toEqual(given.map(comparable))
      }),
      { numRuns: 150 },
    )
  })

  it('beside what is stored it comes back as it was, to the last key', () => {
    fc.assert(
      fc.property(blocks, (given) => {
        expect(keepStored(fromMarkdown(toMarkdown(given)), given)).toEqual(given)
      }),
      { numRuns: 100 },
    )
  })

  it('ordinary text is ordinary Markdown', () => {
    const given = [
      block('h2', span1('Bread')),
      block(
        'normal',
        span1('Flour, '),
        span1('water', 'strong'),
        span1(' and '),
        span1('time', 'em'),
        span1('.'),
      ),
      { ...block('normal', span1('one')), listItem: 'bullet', level: 1 },
      { ...block('normal', span1('two')), listItem: 'bullet', level: 2 },
      block('blockquote', span1('Slowly.')),
      { _type: 'code', _key: 'c', language: 'js', code: 'bake()' },
    ]
    expect(toMarkdown(given)).toBe(
      '## Bread\n\nFlour, **water** and _time_.\n\n- one\n  - two\n\n> Slowly.\n\n```js\nbake()\n```',
    )
  })

  it('what Markdown cannot say stands as JSON among the rest', () => {
    const video = { _type: 'video', _key: 'v', url: 'https://example.com/v' }
    const fancy = block('fancy', span1('Odd'))
    const markdown = toMarkdown([block('normal', span1('Look:')), video, fancy])
    expect(markdown).toBe(
      `Look:\n\n\`\`\`json:object\n${JSON.stringify(video)}\n\`\`\`\n\n\`\`\`json:object\n${JSON.stringify(fancy)}\n\`\`\``,
    )
    expect(fromMarkdown(markdown).slice(1)).toEqual([video, fancy])
  })

  it('an edited paragraph is new, its neighbours stay what they were', () => {
    const stored = [block('normal', span1('One.')), { ...block('normal', span1('Two.')), _key: 'b2' }]
    const [first, second, third] = keepStored(fromMarkdown('One.\n\nTwo and a half.\n\nThree.'), stored)
    expect(first).toBe(stored[0])
    expect([second, third].map(comparable)).toEqual([
      comparable(block('normal', span1('Two and a half.'))),
      comparable(block('normal', span1('Three.'))),
    ])
    expect(second?.['_key']).toMatch(/^[0-9a-f]{12}$/)
  })

  it('markup within a text is text, and scripts are no links', () => {
    const back = fromMarkdown('a <b>b</b> [x](javascript:alert(1))')
    expect(back.map(comparable)).toEqual([
      comparable(block('normal', span1('a <b>b</b> [x](javascript:alert(1))'))),
    ])
  })

  it.each([
    ['- **[y](/v)** e\n- f', [[['y', '/v', 'strong'], [' e']], [['f']]]],
    ['**[a](/u)** b\n\nsecond', [[['a', '/u', 'strong'], [' b']], [['second']]]],
    ['*a [x](/u) b* z', [[['a ', 'em'], ['x', '/u', 'em'], [' b', 'em'], [' z']]]],
    ['**[x](/u) [y](/v)** z', [[['x', '/u', 'strong'], [' ', 'strong'], ['y', '/v', 'strong'], [' z']]]],
    [
      '~~**a [b](/u)**~~ c',
      [[['a ', 'strike-through', 'strong'], ['b', '/u', 'strike-through', 'strong'], [' c']]],
    ],
    ['**a **b** c** d', [[['a b c', 'strong'], [' d']]]],
  ])('%j: marks end where they should, and paragraphs stay apart', (markdown, expected) => {
    expect(fromMarkdown(markdown).map(spansOf)).toEqual(expected)
  })

  it('whatever is emphasised and linked, marks belong to their block and no text is lost', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(inlineMarkdown, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', '- ', '> ', '# '),
        (given, prefix) => {
          const read = fromMarkdown(
            given.map((parts) => prefix + parts.map(({ source }) => source).join(' ')).join('\n\n'),
            // Of two quotes in a row the second is a block that holds its paragraphs.
          ).flatMap((one) => (one['content'] as Record<string, unknown>[] | undefined) ?? [one])
          const texts = read.map((one) =>
            (one['children'] as { text: string }[]).map(({ text }) => text).join(''),
          )
          expect(texts.join(' ')).toBe(
            given.map((parts) => parts.map(({ text }) => text).join(' ')).join(' '),
          )
          for (const one of read) {
            const keys = (one['markDefs'] as { _key: string }[]).map(({ _key }) => _key)
            const marks = (one['children'] as { marks: string[] }[]).map((child) => child.marks)
            expect([...keys, 'strong', 'em', 'strike-through', 'code']).toEqual(
              expect.arrayContaining(marks.flat()),
            )
            expect(new Set(marks.flat().filter((mark) => keys.includes(mark)))).toEqual(new Set(keys))
          }
          expect(
            read.flatMap(spansOf).flatMap(([text = '', ...marks]) =>
              text
                .trim()
                .split(/\s+/)
                .filter(Boolean)
                .map((word) => [word, ...marks.toSorted()]),
            ),
          ).toEqual(given.flat().flatMap(({ words: said }) => said))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('JSON that is damaged is refused, and is not a block of code', () => {
    for (const damaged of ['{"_type":"video",', '[1]', '{"a":1}'])
      expect(() => fromMarkdown(`a\n\n- b\n\n  \`\`\`json:object\n  ${damaged}\n  \`\`\``)).toThrow(
        MarkdownRefusal,
      )
    expect(() => fromMarkdown('a\n\n```json:object\n{"_type":\n```')).toThrow('line 3')
  })

  it('what is joined to an e-mail address is none of it', () => {
    const stored = JSON.stringify(fromMarkdown('"a@b.com", EMAIL;TYPE=WORK:c.d+e@f.com and x@y.com:z'))
    expect([...stored.matchAll(/mailto:[^"]+/g)].map(([address]) => address)).toEqual([
      'mailto:a@b.com',
      'mailto:c.d+e@f.com',
    ])
  })
})

/** Each span of a block: its text, link target and decorators in order. */
function spansOf(given: Record<string, unknown>): string[][] {
  const targets = new Map(
    (given['markDefs'] as { _key: string; href: string }[]).map(({ _key, href }) => [_key, href]),
  )
  return (given['children'] as { text: string; marks: string[] }[]).map(({ text, marks }) => [
    text,
    ...marks.flatMap((mark) => targets.get(mark) ?? []),
    ...marks.filter((mark) => !targets.has(mark)).toSorted(),
  ])
}
