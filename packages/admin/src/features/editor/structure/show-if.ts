import { comparisonOf } from '../../../session/field-facts.ts'
import type { Field } from '../../../session/session.tsx'
import { isEmptyValue } from '../autosave/same.ts'

/** A comparison with the value of another field of the form; exactly one of the comparisons is set. */
interface Condition {
  readonly field: string
  readonly eq?: unknown
  readonly ne?: unknown
  readonly in?: readonly unknown[]
  readonly exists?: boolean
}

/** The condition under which a form shows a field; undefined if it is always shown. */
export function conditionOf({ options }: Pick<Field, 'options'>): Condition | undefined {
  return options?.['showIf'] as Condition | undefined
}

/** Whether a form shows a field, by the values of its other fields; a condition on an unknown field hides nothing. */
export function isShown(field: Field, fields: readonly Field[], valueOf: (slug: string) => unknown): boolean {
  const condition = conditionOf(field)
  const other = fields.find(({ slug }) => slug === condition?.field)
  if (condition === undefined || other === undefined) return true
  const value = valueOf(other.slug)
  const matches = (wanted: unknown): boolean => {
    // A list matches if one of its elements does.
    if (Array.isArray(value)) return value.includes(wanted)
    // A switch that was never touched is off.
    return value === wanted || (comparisonOf(other) === 'boolean' && wanted === false && isEmptyValue(value))
  }
  if (condition.exists !== undefined) return condition.exists !== isEmptyValue(value)
  if ('eq' in condition) return matches(condition.eq)
  if ('ne' in condition) return !matches(condition.ne)
  return condition.in?.some(matches) ?? true
}
