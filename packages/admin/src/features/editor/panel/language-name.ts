import i18next from 'i18next'

/** The display name of a locale: `German (de)`. */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames([i18next.language], { type: 'language', fallback: 'code' }).of(locale)
  return name === undefined || name === locale ? locale : `${name} (${locale})`
}
