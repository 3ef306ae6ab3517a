import type { Scope } from '@octavo/contract/access'
import { scopeTexts } from '@octavo/contract/scope-texts'
import i18next from 'i18next'

/** The explanation of a scope. */
export function scopeText(scope: Scope): string {
  return scopeTexts[i18next.language === 'de' ? 'de' : 'en'][scope]
}
