import type { Field } from '../../../session/session.tsx'
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

/** What people read for a value: its label, or the value. */
export function choiceLabel({ options }: Field, value: string): string {
  const labels = options?.['labels'] ?? {}
  return Object.hasOwn(labels, value) ? String((labels as Record<string, unknown>)[value]) : value
}

/** number of choices from which the list is searchable */
export const searchedFrom = 8
