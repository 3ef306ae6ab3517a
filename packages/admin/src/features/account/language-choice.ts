import { languageCookie } from '@octavo/contract/language'

export const languageChoices = ['browser', 'en', 'de'] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** seconds that browsers keep the choice */
const age = 365 * 24 * 60 * 60

export function chosenLanguage(): LanguageChoice {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=(\\w+)`).exec(document.cookie)?.[1]
  return languageChoices.find((choice) => choice === chosen) ?? 'browser'
}

/** Stores the chosen language in a cookie, and reloads the page in it. */
export function chooseLanguage(choice: LanguageChoice): void {
  const isSecure = location.protocol === 'https:'
  const kept = choice === 'browser' ? '; max-age=0' : `${choice}; max-age=${age}`
  document.cookie = `${languageCookie}=${kept}; path=/_cms; samesite=lax${isSecure ? '; secure' : ''}`
  location.reload()
}
