import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { fullTime } from '../ui/times.tsx'
import type * as english from '../texts/en/index.ts'
import type * as screens from '../texts/en/screens.ts'

/** All texts of the interface: one namespace per file in `texts/en`. */
export type Texts = typeof english & typeof screens

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}

/** The texts of the first view. */
const languages = {
  en: () => import('../texts/en/index.ts'),
  de: () => import('../texts/de/index.ts'),
} as const

/** The texts that the first view does not need; they are loaded with the first screen or the command palette. */
const screenTexts = {
  en: () => import('../texts/en/screens.ts'),
  de: () => import('../texts/de/screens.ts'),
} as const

export type Language = keyof typeof languages

/** Loads the texts of the language in which the page is served: the chosen one, else that of the browser. */
export async function startTexts(): Promise<Language> {
  const pageLanguage = document.documentElement.lang
  const language: Language = pageLanguage === 'de' ? 'de' : 'en'
  const texts = await languages[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { ...texts } },
    defaultNS: 'common',
    // React escapes rendered values.
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  i18next.services.formatter?.add('fullTime', (iso: string) => fullTime(iso))
  return language
}

/** Loads the texts of the screens; they can be used when the promise is fulfilled. */
export async function loadScreenTexts(): Promise<void> {
  const language: Language = i18next.language === 'de' ? 'de' : 'en'
  if (i18next.hasResourceBundle(language, 'editor')) return
  for (const [namespace, texts] of Object.entries(await screenTexts[language]()))
    i18next.addResourceBundle(language, namespace, texts)
}
