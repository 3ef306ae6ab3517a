import i18next from 'i18next'
import type { Collection } from '../../session/session.tsx'

/** For the English article: `an` is written before a vowel, but not before words such as `unit`, `one` or `euro`. */
const startsWithVowel = /^(?!eu|one|uni|us)[aeiou]/i

/**
 * What the picker of a collection is for, such as “Choose a Writer”: its title, and the text of the button before it.
 */
export function pickText(collection: Pick<Collection, 'labelSingular'> | undefined): string {
  const kind = collection?.labelSingular ?? ''
  if (kind === '') return i18next.t('lists:picker.title')
  return i18next.t(startsWithVowel.test(kind) ? 'lists:picker.titleOfVowel' : 'lists:picker.titleOf', {
    kind,
  })
}
