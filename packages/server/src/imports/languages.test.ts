import { describe, expect, it } from 'vitest'
import { localesFor } from './languages.ts'

const languages = (...codes: string[]) =>
  codes.map((code) => {
    const [own = '', locale = ''] = code.split(' ')
    return { code: own, name: own, locale, count: 1 }
  })

describe('locales for languages', () => {
  it.each([
    [['en', 'de'], ['en', 'de'], { en: 'en', de: 'de' }],
    [['de de_DE', 'en en_US'], ['de-DE', 'en-US'], { de: 'de-DE', en: 'en-US' }],
    [['pt-br'], ['pt-BR', 'pt'], { 'pt-br': 'pt-BR' }],
    [['pt_br'], ['pt'], { pt_br: 'pt' }],
    [['pt-br', 'pt-pt'], ['pt'], {}],
    [['en', 'en-gb'], ['en'], { en: 'en' }],
    [['en'], ['en-GB', 'en-US'], {}],
    [['fr'], ['en', 'de'], {}],
    [['constructor', '__proto__'], ['en'], {}],
    [[], [], {}],
  ])('%j on a site with %j', (codes, locales, expected) => {
    expect(Object.fromEntries(localesFor(languages(...codes), locales))).toEqual(expected)
  })
})
