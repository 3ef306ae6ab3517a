/** The languages of the pages; the first is for all who understand none of them. */
export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** The same texts in every language; the compiler asks for each. */
export type Texts<Shape> = Readonly<Record<Language, Shape>>

/** The language that a browser's Accept-Language likes best; `de-AT` is German as well. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map(readWish)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  for (const { name } of wishes) {
    const known = languages.find((language) => name === language || name.startsWith(`${language}-`))
    if (known !== undefined) return known
    if (name === '*') break
  }
  return languages[0]
}

function readWish(part: string): { name: string; weight: number } {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const weight = parameters.find((text) => text.startsWith('q='))
  return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
