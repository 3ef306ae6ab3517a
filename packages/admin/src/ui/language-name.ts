import i18next from 'i18next'

/** The name of a language, such as `German`. */
export function plainLanguageName(locale: string): string {
  return (
    new Intl.DisplayNames([i18next.language], { type: 'language', fallback: 'code' }).of(locale) ?? locale
  )
}

/** The name of a language with its code, such as `German (de)`. */
export function languageName(locale: string): string {
  const name = plainLanguageName(locale)
  return name === locale ? locale : `${name} (${locale})`
}
