import type { Field } from '../../../session/session.tsx'
import { isTextList, ruleOf } from './field-editor.ts'

/** The values that a field offers, with those that it holds though they are offered no more. */
export function choicesOf(field: Field, held: readonly string[] = []): string[] {
  const options = ruleOf(field, 'options')
  const offered = isTextList(options) ? options : []
  return [...offered, ...held.filter((value) => !offered.includes(value))]
}

/** beyond so many, a list is easier to search than to look through */
export const searchedFrom = 8
