import { languageCookie } from '@octavo/contract/language'

export const languageChoices = ['browser', 'en', 'de'] as const
export type LanguageChoice = (typeof languageChoices)[number]

/** seconds for which browsers store the choice */
const cookieAge = 365 * 24 * 60 * 60

/** The choice that is stored in the cookie. */
export function chosenLanguage(): LanguageChoice {
  const chosen = new RegExp(`(?:^|; )${languageCookie}=(\\w+)`).exec(document.cookie)?.[1]
  return languageChoices.find((choice) => choice === chosen) ?? 'browser'
}

/** Stores the chosen language in a cookie, and reloads the page in it. */
export function chooseLanguage(choice: LanguageChoice): void {
  const isSecure = location.protocol === 'https:'
  const cookieValue = choice === 'browser' ? '; max-age=0' : `${choice}; max-age=${cookieAge}`
  document.cookie = `${languageCookie}=${cookieValue}; path=/_cms; samesite=lax${isSecure ? '; secure' : ''}`
  location.reload()
}
