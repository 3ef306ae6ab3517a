import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'
import { isId, isSlug, sanitizeSlug, slugify, withSuffix } from './slug.ts'

const made: readonly (readonly [text: string, slug: string])[] = [
  ['Hello, World!', 'hello-world'],
  ['  spaces   around  ', 'spaces-around'],
  ['snake_case and kebab-case', 'snake-case-and-kebab-case'],
  ['--a--b--', 'a-b'],
  ['Crème Brûlée', 'creme-brulee'],
  ['Größe', 'grosse'],
  ['GRÖẞE', 'grosse'],
  ['Ærøskøbing', 'aeroskobing'],
  ['Łódź', 'lodz'],
  ['İstanbul ılık', 'istanbul-ilik'],
  ['Đà Nẵng', 'da-nang'],
  ["it's here", 'its-here'],
  ['it’s here', 'its-here'],
  ['l´été', 'l-ete'],
  ['1️⃣ first ❤️ love', '1-first-love'],
  ['Привет, мир', 'привет-мир'],
  ['Ёлка и йод', 'ёлка-и-йод'],
  ['日本語のタイトル', '日本語のタイトル'],
  ['ガギグ', 'ガギグ'],
  ['한국어 제목', '한국어-제목'],
  ['שלום עולם', 'שלום-עולם'],
  ['हिन्दी शीर्षक', 'हिन्दी-शीर्षक'],
  ['ΚΑΛΗΜΕΡΑ ΚΟΣΜΟΣ', 'καλημερα-κοσμος'],
  ['№ 5 ½', 'no-5-1-2'],
  ['ﬁne Ａｂｃ １２', 'fine-abc-12'],
  ['C++ & C#', 'c-c'],
  ['100% 👍 sure', '100-sure'],
  ['a/b\\c?d#e%f', 'a-b-c-d-e-f'],
  ['a\u0000b\u2028c\uFEFFd', 'a-b-c-d'],
  ['👍', ''],
  ['!!!', ''],
  ['', ''],
  ['\u0301\u0302', ''],
]

describe('a slug', () => {
  it.each(made)('of %j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug)
  })

  it('has at most so many characters, and no hyphen where it was cut', () => {
    expect(slugify('a'.repeat(500))).toHaveLength(limits.itemSlug)
    expect(slugify(`${'a'.repeat(limits.itemSlug - 1)} b`)).toBe('a'.repeat(limits.itemSlug - 1))
    expect([...slugify('𐐨'.repeat(500))]).toHaveLength(limits.itemSlug)
  })
})

const sanitized: readonly (readonly [text: string, slug: string])[] = [
  ['a/b', 'ab'],
  ['Hello, World!', 'hello-world'],
  ['  Two   spaces\tand\na line  ', 'two-spaces-and-a-line'],
  ['C++ & C#', 'c-c'],
  ['snake_case and kebab-case', 'snake_case-and-kebab-case'],
  ['--_a--b_--', 'a-b'],
  ['user@example.com', 'userexamplecom'],
  ['2020–2024', '20202024'],
  ['Crème Brûlée, Größe', 'creme-brulee-grosse'],
  ['日本語 の/タイトル', '日本語-のタイトル'],
  ['붸/\u11a8', '붹'],
  ['!!!', ''],
  [' _ ', ''],
]

describe('what a slug field stores', () => {
  it.each(sanitized)('of %j is %j', (text, slug) => {
    expect(sanitizeSlug(text)).toBe(slug)
  })
})

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'binary', minLength: 195, maxLength: 260 }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'E',
      'é',
      '\u0301',
      '\u0327',
      "'",
      '’',
      ' ',
      '-',
      '_',
      'İ',
      'ı',
      'Σ',
      'ẞ',
      'Ω',
      '𝐀',
      '1',
      '²',
      'が',
      '붸',
      '\u11a8',
      '/',
      '´',
    ),
    maxLength: 12,
  }),
)

describe.each([
  ['from a text', slugify],
  ['by a slug field', sanitizeSlug],
])('every slug that is made %s', (_, make) => {
  it('can be taken as it is', () => {
    fc.assert(
      fc.property(texts, (text) => make(text) === '' || isSlug(make(text))),
      { numRuns: 3000 },
    )
  })

  it('stays what it is', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(make(make(text))).toBe(make(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('of any one character is a slug that stays', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if (/[\p{Cn}\p{Co}\p{Cs}]/u.test(character)) continue
      const slug = make(character)
      if (slug !== '' && (!isSlug(slug) || make(slug) !== slug)) wrong.push(`U+${code.toString(16)} ${slug}`)
    }
    expect(wrong).toEqual([])
  })

  it('of a text does not depend on how its letters are put together', () => {
    fc.assert(fc.property(texts, (text) => make(text.normalize('NFD')) === make(text.normalize('NFC'))))
  })

  it('is never an id', () => {
    expect(isId(make('01JZZZZZZZZZZZZZZZZZZZZZZZ'))).toBe(false)
  })
})

describe('a slug that is given', () => {
  const right = [
    'a',
    '1',
    'a-b',
    'a_b',
    'a--b',
    'привет',
    '日本語',
    'हिन्दी',
    'é',
    '2026-01-31',
    'a'.repeat(200),
    '𐐨'.repeat(200),
  ]
  const wrong = [
    '',
    '-',
    '_',
    '-a',
    'a-',
    '_a',
    'a_',
    'A',
    'aB',
    'É',
    'a b',
    'a/b',
    'a.b',
    'a%20b',
    'a?b',
    '👍',
    'a\n',
    '\na',
    'a\u0000',
    'e\u0301',
    '\u0301',
    'a'.repeat(201),
    '01JZZZZZZZZZZZZZZZZZZZZZZZ',
    'a\u200Bb',
    '\uFEFFa',
    'a\u202Eb',
    'a-\u0301b',
  ]

  it.each(right)('may be %j', (text) => {
    expect(isSlug(text)).toBe(true)
  })

  it.each(wrong)('may not be %j', (text) => {
    expect(isSlug(text)).toBe(false)
  })

  it('is looked at in no time', () => {
    const before = process.threadCpuUsage()
    isSlug('a-'.repeat(100_000))
    isSlug(`${'a_-'.repeat(100_000)}!`)
    isSlug(`a${'\u0301'.repeat(100_000)}!`)
    // Time of the processor: a busy machine only adds to the time of the clock.
    expect(process.threadCpuUsage(before).user).toBeLessThan(500_000)
  })
})

describe('a number behind a slug', () => {
  it('follows it', () => {
    expect(withSuffix('title', '-2')).toBe('title-2')
  })

  it('takes the place of the end where there is no room', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 1e9 }), (text, count) => {
        const slug = slugify(`a${text}`)
        const numbered = withSuffix(slug, `-${count}`)
        expect(isSlug(numbered)).toBe(true)
        expect(numbered.endsWith(`-${count}`)).toBe(true)
      }),
    )
  })
})

describe('an id', () => {
  it.each(['01JZZZZZZZZZZZZZZZZZZZZZZZ', '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'])('is %s', (text) => {
    expect(isId(text)).toBe(true)
    expect(isSlug(text)).toBe(false)
  })

  it.each([
    '',
    '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
    '01jzzzzzzzzzzzzzzzzzzzzzzz',
    '01JZZZZZZZZZZZZZZZZZZZZZZ',
    '01JZZZZZZZZZZZZZZZZZZZZZZZZ',
    '01JZZZZZZZZZZZZZZZZZZZZZZI',
    '01JZZZZZZZZZZZZZZZZZZZZZZZ\n',
  ])('is not %j', (text) => {
    expect(isId(text)).toBe(false)
  })
})
