import { type FieldFacts, hasLists, hasScalars } from '@octavo/contract/fields/facts'
import { fieldFacts } from 'virtual:octavo-field-facts'
import type { Field } from './session.tsx'

/** Something with a type of field: a field, one within another field, or a draft of one. */
interface TypedField {
  readonly type: Field['type']
  readonly options?: Readonly<Record<string, unknown>> | null | undefined
}

/** The facts of the contract about the type of a field. A type that this page does not know counts as JSON. */
export function factsOf({ type }: Pick<TypedField, 'type'>): FieldFacts {
  return Object.hasOwn(fieldFacts, type) ? fieldFacts[type] : fieldFacts.json
}

/** How queries compare the values of a field. */
export function comparisonOf(field: Pick<TypedField, 'type'>): FieldFacts['comparedAs'] {
  return factsOf(field).comparedAs
}

/** Whether the values of a field are lists that queries compare by their elements. */
export function isList(field: TypedField): boolean {
  return hasLists(factsOf(field), field.options)
}

/** Whether a field has a single plain value, so that lists can show it and sort by it, and it can be unique. */
export function isScalar(field: TypedField): boolean {
  return hasScalars(factsOf(field), field.options)
}

/** Whether a field of this type can hold the name of an item. */
export function namesItems(field: Pick<TypedField, 'type'>): boolean {
  return factsOf(field).namesItems === true
}

/** The initial value of a field in a new item or entry: its default; for a required switch, off. */
export function initialValueOf(field: TypedField & { defaultValue?: unknown; required?: boolean }): unknown {
  const isSwitch = comparisonOf(field) === 'boolean' && field.required === true
  return field.defaultValue ?? (isSwitch ? false : undefined)
}
