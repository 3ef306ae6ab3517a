import type { Field } from '../../../session/session.tsx'
import { choiceLabel } from '../../../ui/choice-label.ts'
import { isTextList, ruleOf } from './field-editor.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** The choices of a field, with values that are selected but no longer offered. */
export function choicesOf(field: Field, held: readonly string[] = []): Choice[] {
  const options = ruleOf(field, 'options')
  const offered = isTextList(options) ? options : []
  const values = [...offered, ...held.filter((value) => !offered.includes(value))]
  return values.map((value) => ({ value, label: choiceLabel(field, value) }))
}

/** number of choices from which the list is searchable */
export const searchedFrom = 8
