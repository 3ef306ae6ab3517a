import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { fullTime } from '../ui/times.tsx'
import type * as english from '../texts/en/index.ts'

/** All texts of the interface: one namespace per file in `texts/en`. */
export type Texts = typeof english

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Texts
  }
}

const languages = {
  en: () => import('../texts/en/index.ts'),
  de: () => import('../texts/de/index.ts'),
} as const

export type Language = keyof typeof languages

/** The page is served in the language that the browser prefers; only its texts are loaded. */
export async function startTexts(): Promise<Language> {
  const asked = document.documentElement.lang
  const language: Language = asked === 'de' ? 'de' : 'en'
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
