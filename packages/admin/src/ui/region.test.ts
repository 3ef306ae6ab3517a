import { expect, it } from 'vitest'
import { localeOf } from './region.ts'

it.each([
  ['en', ['en-GB', 'en', 'de-DE'], 'en-GB'],
  ['en', ['de-AT', 'en-US'], 'en-US'],
  ['en', ['de-DE', 'de'], 'en-DE'],
  ['de', ['fr-CH'], 'de-CH'],
  ['de', ['de', 'en-US'], 'de'],
  ['en', ['', 'x_y', 'en-Latn-GB'], 'en-GB'],
  ['en', [], 'en'],
])('dates of %s for a browser that asks for %j are those of %s', (language, asked, expected) => {
  expect(localeOf(language, asked)).toBe(expected)
})
