import type { Field } from '../../../session/session.tsx'
import { isTextList, ruleOf } from './field-editor.ts'

/** The choices of a field, with values that are selected but no longer offered. */
export function choicesOf(field: Field, held: readonly string[] = []): string[] {
  const options = ruleOf(field, 'options')
  const offered = isTextList(options) ? options : []
  return [...offered, ...held.filter((value) => !offered.includes(value))]
}

/** number of choices from which the list is searchable */
export const searchedFrom = 8
