import type { account as texts } from '../../texts/en/account.ts'
import { Trans } from 'react-i18next'
import { TimeText } from '../../ui/times.tsx'

/** The keys of all texts in a tree of texts, such as `passkeys.created`. */
type TextKey<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Key}`
    : TextKey<Texts[Key], `${Prefix}${Key}.`>
}[keyof Texts & string]

interface WhenProps {
  /** a text of the account with a `<time/>` element in it */
  readonly text: TextKey<typeof texts>
  readonly iso: string
}

/** A short text with a time. */
export function When({ text, iso }: WhenProps) {
  return <Trans ns="account" i18nKey={text} components={{ time: <TimeText iso={iso} /> }} />
}
