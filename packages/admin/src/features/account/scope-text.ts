import type { Scope } from '@octavo/contract/access'
import { scopeTexts } from '@octavo/contract/scope-texts'
import i18next from 'i18next'

/** What a scope means, in the language of the person. */
export function scopeText(scope: Scope): string {
  return scopeTexts[i18next.language === 'de' ? 'de' : 'en'][scope]
}
