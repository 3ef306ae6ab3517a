import type { FieldFacts } from '@octavo/contract/fields/facts'
import { comparisonOf } from '../../session/field-facts.ts'
import type { Field } from '../../session/session.tsx'

/** by how values are compared, the control that sets one value of many items; null if a common value makes no sense */
const controls = {
  text: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'choice',
  choice: 'choice',
  time: 'time',
  item: 'item',
  slug: null,
  media: null,
  none: null,
} as const satisfies Record<FieldFacts['comparedAs'], string | null>

/** The control with which many items get the same value of a field; null if that makes no sense. */
export function bulkControlOf(field: Field): (typeof controls)[keyof typeof controls] {
  return field.validation?.['unique'] === true ? null : controls[comparisonOf(field)]
}

export function isBulkField(field: Field): boolean {
  return bulkControlOf(field) !== null
}
