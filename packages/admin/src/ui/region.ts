import i18next from 'i18next'

/**
 * The locale for dates: the language of the interface with the region of the reader. A browser in British English gets
 * `22 November 2026`, one in American English `November 22, 2026`.
 */
export function dateLocale(): string {
  return localeOf(i18next.language, navigator.languages)
}

/**
 * The first preferred locale of the browser with the interface's language; otherwise the language with the region of
 * the first preferred locale that has one.
 */
export function localeOf(language: string, preferred: readonly string[]): string {
  const locales = preferred.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)]
    } catch {
      return []
    }
  })
  const inLanguage = locales.find((locale) => locale.language === language)
  const { region } = inLanguage ?? locales.find((locale) => locale.region !== undefined) ?? {}
  return region === undefined ? language : `${language}-${region}`
}
