import { parseCookie } from 'cookie'
import { languageCookie } from '@octavo/contract/language'

/** The languages of the pages; the first is the fallback. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** Texts in every language; the compiler rejects missing ones. */
export type Texts<Shape> = Readonly<Record<Language, Shape>>

/** The language that a person chose in this browser, from its `Cookie` header; undefined where they chose none. */
export function chosenLanguage(cookies: string | undefined): Language | undefined {
  if (cookies?.includes(languageCookie) !== true) return undefined
  const chosen = parseCookie(cookies)[languageCookie]
  return languages.find((language) => language === chosen)
}

/** The language that Accept-Language prefers; `de-AT` counts as German. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map(readPreference)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { name } of preferences) {
    const known = languages.find((language) => name === language || name.startsWith(`${language}-`))
    if (known !== undefined) return known
    // Any language: ours is the fallback.
    if (name === '*') break
  }
  return languages[0]
}

function readPreference(part: string): { name: string; weight: number } {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const weight = parameters.find((text) => text.startsWith('q='))
  return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
