import type { account as texts } from '../../texts/en/account.ts'
import { Trans } from 'react-i18next'
import { TimeText } from '../../ui/times.tsx'

type Leaf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Prefix}${Key}`
    : Leaf<Texts[Key], `${Prefix}${Key}.`>
}[keyof Texts & string]

interface WhenProps {
  /** a text of the account with `<time/>` in it */
  readonly text: Leaf<typeof texts>
  readonly iso: string
}

/** What happened when, in a few words. */
export function When({ text, iso }: WhenProps) {
  return <Trans ns="account" i18nKey={text} components={{ time: <TimeText iso={iso} /> }} />
}
