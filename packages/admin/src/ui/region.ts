import i18next from 'i18next'

/**
 * The locale in which dates are written: the language of the interface as it is written where the reader is. A browser in
 * British English gets `22 November 2026`, one in American English `November 22, 2026`.
 */
export function dateLocale(): string {
  return localeOf(i18next.language, navigator.languages)
}

/** The first asked language that is the one of the interface, with its region; else that language in the reader's region. */
export function localeOf(language: string, asked: readonly string[]): string {
  const known = asked.flatMap((tag) => {
    try {
      return [new Intl.Locale(tag)]
    } catch {
      return []
    }
  })
  const same = known.find((one) => one.language === language)
  const { region } = same ?? known.find((one) => one.region !== undefined) ?? {}
  return region === undefined ? language : `${language}-${region}`
}
