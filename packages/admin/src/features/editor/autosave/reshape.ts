import { isEmptyValue } from './same.ts'
import { type DraftState, type Edit, type FieldFacts, type Orphan, shownValue } from './state.ts'

/**
 * Adapts the draft to a changed collection. Unsaved values of removed fields, and of fields with another type, are kept
 * for copying.
 */
export function withFields(state: DraftState, fields: readonly FieldFacts[]): DraftState {
  const known = new Map(fields.map((field) => [field.key, field]))
  const orphans: Orphan[] = []
  for (const { key, label, type } of state.fields) {
    const value = shownValue(state, key)
    const raw = state.edits[key]?.raw
    const after = known.get(key)
    const isSameType = after?.type === type
    const fits = isSameType || (after !== undefined && raw === undefined && after.accepts(value))
    if (!fits && !(isEmptyValue(value) && raw === undefined))
      orphans.push({ key, label, value: raw ?? value })
  }
  const gone = new Set([
    ...orphans.map(({ key }) => key),
    ...Object.keys(state.edits).filter((key) => !key.startsWith('@') && !known.has(key)),
  ])
  const keep = <Value>(record: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !gone.has(key)))
  return {
    ...state,
    fields,
    base: keep(state.base),
    edits: Object.fromEntries(
      Object.entries(keep(state.edits)).map(([key, edit]) => [key, fitting(known.get(key), edit)]),
    ),
    conflicts: keep(state.conflicts),
    refusals: keep(state.refusals),
    orphans: [...state.orphans, ...orphans],
    focus: state.focus !== null && gone.has(state.focus.key) ? null : state.focus,
    // A value that the old schema refused may be valid now.
    halt: state.halt?.kind === 'refused' ? null : state.halt,
  }
}

function fitting(field: FieldFacts | undefined, edit: Edit): Edit {
  return field?.fitted === undefined || edit.raw !== undefined
    ? edit
    : { ...edit, value: field.fitted(edit.value) }
}
