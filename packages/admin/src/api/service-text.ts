import type { OctavoApiError } from '@octavo/client/session-client'
import type { Issue } from '@octavo/contract/errors'
import i18next from 'i18next'

/** The service speaks English; other languages have texts of their own for what it says most, by names that stay. */
type Say = (key: string, params: Readonly<Record<string, unknown>>) => string | undefined

const say: Say = (key, params) => {
  const { language } = i18next
  if (!i18next.isInitialized || !i18next.exists(`service:${key}`, { lng: language })) return undefined
  return i18next.t(`service:${key}` as 'common:save', params)
}

/** What is wrong with a part of the input, in the language of the person where it is a rule that has a text. */
export function issueText({ message, rule, params = {} }: Issue): string {
  return (rule !== undefined && say(`rules.${rule}`, params)) || message
}

/** What a failure says, in the language of the person where it is one that has a text. */
export function messageOf({ code, message, details }: OctavoApiError): string {
  const keys = [...Object.keys(details).map((detail) => `${code} ${detail}`), code]
  for (const key of keys) {
    const text = say(`codes.${key}`, details)
    if (text !== undefined) return text
  }
  return message
}
