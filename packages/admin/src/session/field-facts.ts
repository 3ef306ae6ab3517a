import { type FieldFacts, hasLists, hasScalars } from '@octavo/contract/fields/facts'
import { fieldFacts } from 'virtual:octavo-field-facts'
import type { Field } from './session.tsx'

/** What facts are about: a field, one within another field, or a draft of one. */
interface Typed {
  readonly type: Field['type']
  readonly options?: Readonly<Record<string, unknown>> | null | undefined
}

/** What the contract says of the type of a field; a type that this page does not know is JSON to it. */
export function factsOf({ type }: Pick<Typed, 'type'>): FieldFacts {
  return Object.hasOwn(fieldFacts, type) ? fieldFacts[type] : fieldFacts.json
}

/** How queries compare the values of a field. */
export function comparisonOf(field: Pick<Typed, 'type'>): FieldFacts['comparedAs'] {
  return factsOf(field).comparedAs
}

/** Whether the values of a field are lists that queries compare by their elements. */
export function isList(field: Typed): boolean {
  return hasLists(factsOf(field), field.options)
}

/** Whether a field has a single plain value, so that lists can show it and sort by it, and it can be unique. */
export function isScalar(field: Typed): boolean {
  return hasScalars(factsOf(field), field.options)
}

/** Whether a field of this type can hold the name of an item. */
export function namesItems(field: Pick<Typed, 'type'>): boolean {
  return factsOf(field).namesItems === true
}

/** The value that a field of a new item or entry begins with: its default; a required switch is off. */
export function beginningOf(field: Typed & { defaultValue?: unknown; required?: boolean }): unknown {
  const isSwitch = comparisonOf(field) === 'boolean' && field.required === true
  return field.defaultValue ?? (isSwitch ? false : undefined)
}
