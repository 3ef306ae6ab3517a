/** The languages of the site, the default one first. They are the OCTAVO_LOCALES of its Octavo. */
export const locales = ['en', 'de'] as const

export type Locale = (typeof locales)[number]

export const defaultLocale: Locale = 'en'

export const languageNames: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' }

export const isLocale = (text: string | undefined): text is Locale =>
  locales.some((locale) => locale === text)
