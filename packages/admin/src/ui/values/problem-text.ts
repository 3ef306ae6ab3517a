import i18next from 'i18next'
import { numberExample } from './number-text.ts'
import type { Problem } from './unread.ts'

/** Explains why a typed text is not a valid value. */
export function problemText(problem: Problem, isWhole = false): string {
  return i18next.t(`forms:problems.${problem}`, { example: numberExample(isWhole, i18next.language) })
}
