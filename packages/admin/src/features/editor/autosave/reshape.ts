import { isEmptyValue } from './same.ts'
import { type DraftState, type Edit, type FieldFacts, type Orphan, shownValue } from './state.ts'

/**
 * Adapts the draft to a changed collection. The values of removed fields, and those that do not fit the new type of
 * their field, are kept for copying, also those that were saved.
 */
export function withFields(state: DraftState, fields: readonly FieldFacts[]): DraftState {
  const known = new Map(fields.map((field) => [field.key, field]))
  const orphans: Orphan[] = []
  for (const { key, label, type } of state.fields) {
    const value = shownValue(state, key)
    const raw = state.edits[key]?.raw
    const newField = known.get(key)
    const isSameType = newField?.type === type
    // A text that is not a valid value (`raw`) only fits the control of the same type.
    const fits = isSameType || (newField !== undefined && raw === undefined && newField.accepts(value))
    const isEmpty = isEmptyValue(value) && raw === undefined
    if (!fits && !isEmpty) orphans.push({ key, label, value: raw ?? value })
  }
  // An edit of a removed field is removed as well if its value is empty, and so needs no copying. Keys with `@`, those
  // of the slug and of terms, are no fields.
  const removedKeys = new Set([
    ...orphans.map(({ key }) => key),
    ...Object.keys(state.edits).filter((key) => !key.startsWith('@') && !known.has(key)),
  ])
  const withoutRemoved = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !removedKeys.has(key)))
  return {
    ...state,
    fields,
    base: withoutRemoved(state.base),
    edits: Object.fromEntries(
      Object.entries(withoutRemoved(state.edits)).map(([key, edit]) => [key, fitEdit(known.get(key), edit)]),
    ),
    conflicts: withoutRemoved(state.conflicts),
    refusals: withoutRemoved(state.refusals),
    orphans: [...state.orphans, ...orphans],
    focus: state.focus !== null && removedKeys.has(state.focus.key) ? null : state.focus,
    // A value that the old schema refused may be valid now.
    halt: state.halt?.kind === 'refused' ? null : state.halt,
  }
}

/** An edit of a structured field without members that the field does not have any more. */
function fitEdit(field: FieldFacts | undefined, edit: Edit): Edit {
  return field?.withoutDeletedMembers === undefined || edit.raw !== undefined
    ? edit
    : { ...edit, value: field.withoutDeletedMembers(edit.value) }
}
