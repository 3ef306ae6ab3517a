import { describe, expect, it } from 'vitest'
import { languageOf } from './language.ts'

const wishes: [string | undefined, string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr,de;q=0.5,en;q=0.4', 'de'],
  ['en-GB;q=0.4, DE-ch;q=0.7', 'de'],
  ['de;q=0, en', 'en'],
  ['de;q=0', 'en'],
  ['*', 'en'],
  ['fr, *;q=0.5, de;q=0.1', 'en'],
  ['den', 'en'],
  ['de;q=wrong', 'en'],
  [`${'x'.repeat(1000)},de`, 'en'],
]

describe('languageOf', () => {
  it.each(wishes)('%s gives %s', (header, language) => {
    expect(languageOf(header)).toBe(language)
  })
})
