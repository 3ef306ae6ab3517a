import type { FieldFacts } from '@octavo/contract/fields/facts'
import { comparisonOf } from '../../session/field-facts.ts'
import type { Field } from '../../session/session.tsx'

/** The control for one value of many items; null: each item has its own. */
const controls = {
  text: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'choice',
  choice: 'choice',
  time: 'time',
  slug: null,
  item: null,
  media: null,
  none: null,
} as const satisfies Record<FieldFacts['comparedAs'], string | null>

/** The control with which many items get one value of a field at once; null where each has its own. */
export function bulkControlOf(field: Field): 'text' | 'number' | 'choice' | 'time' | null {
  return field.validation?.['unique'] === true ? null : controls[comparisonOf(field)]
}

export function isBulkField(field: Field): boolean {
  return bulkControlOf(field) !== null
}
