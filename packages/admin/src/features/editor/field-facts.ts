import { structureWidgetOf } from '@octavo/contract/fields/entries'
import { initialValueOf, namesItems } from '../../session/field-facts.ts'
import type { Collection, Field } from '../../session/session.tsx'
import { isEmptyValue } from './autosave/same.ts'
import { type FieldFacts, taxonomyOfKey, type Values } from './autosave/state.ts'
import { editorOf } from './fields/registry.ts'
import { lacksInner, withoutDeletedMembers } from './structure/entries.ts'

/** The properties of a collection's fields that a draft needs. */
export function factsOf({ fields }: Collection): readonly FieldFacts[] {
  return fields.map((field) => ({
    key: field.slug,
    label: field.label,
    type: field.type,
    required: field.required,
    accepts: (value) => editorOf(field).accepts(value, field),
    // Only structured fields have fields within them.
    ...(structureWidgetOf(field) !== null && {
      lacks: (value) => lacksInner(field, value),
      withoutDeletedMembers: (value) => withoutDeletedMembers(field, value),
    }),
  }))
}

/**
 * The initial values of a new item: the defaults of its fields; a required switch without a default is off. `shared`
 * has the values and terms that a new translation takes from its source.
 */
export function defaultsOf({ fields }: Collection, shared: Values = {}): Values {
  const ofFields = fields.map((field) => [field.slug, sharedOrBeginning(field, shared)] as const)
  const ofTerms = Object.entries(shared).filter(([key]) => taxonomyOfKey(key) !== undefined)
  return Object.fromEntries([...ofFields, ...ofTerms].filter(([, value]) => !isEmptyValue(value)))
}

function sharedOrBeginning(field: Field, shared: Values): unknown {
  return !field.translatable && field.slug in shared ? shared[field.slug] : initialValueOf(field)
}

/** The field that names an item. */
export function titleFieldOf({ fields }: Collection): Field | undefined {
  const named = ['title', 'name'].map((slug) => fields.find((field) => field.slug === slug))
  return named.find((field) => field !== undefined && namesItems(field))
}
