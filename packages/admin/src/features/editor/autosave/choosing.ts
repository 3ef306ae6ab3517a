import type { UnsavedCopy } from './events.ts'
import { withVersions } from './merge.ts'
import { without } from './record.ts'
import { isSame } from './same.ts'
import { type DraftState, shownValue } from './state.ts'

/** The draft after the person has resolved the conflict of a field. */
export function chosen(
  state: DraftState,
  { key, choice, now }: { readonly key: string; readonly choice: 'mine' | 'theirs'; readonly now: number },
): DraftState {
  const conflicts = without(state.conflicts, key)
  // The edit stays. It is saved after the usual delay, as if it had just been made.
  if (choice === 'mine') return { ...state, conflicts, lastEditAt: now, firstEditAt: now }
  const focus = state.focus?.key === key ? null : state.focus
  const refusals = without(state.refusals, key)
  return withVersions(state, { ...state, conflicts, edits: without(state.edits, key), refusals, focus })
}

/** The fields whose unsaved value from an earlier visit differs from the shown value. */
export function differingKeys(state: DraftState, { edits }: UnsavedCopy): readonly string[] {
  return Object.entries(edits)
    .filter(([key, { value, problem }]) => problem !== undefined || !isSame(value, shownValue(state, key)))
    .map(([key]) => key)
}

/**
 * The draft after unsaved changes of an earlier visit were restored; fields that others have changed since get a
 * conflict.
 */
export function restored(
  state: DraftState,
  { copy, now }: { readonly copy: UnsavedCopy; readonly now: number },
): DraftState {
  const known = new Set([...state.fields.map(({ key }) => key), ...Object.keys(state.base)])
  const [edits, conflicts] = [{ ...state.edits }, { ...state.conflicts }]
  const lost: string[] = []
  for (const [key, edit] of Object.entries(copy.edits)) {
    // Keys with `@`, those of the slug and of terms, belong to no field, so they are not lost with one.
    if (!known.has(key) && !key.startsWith('@')) lost.push(key)
    else if (edit.problem !== undefined || !isSame(edit.value, state.base[key])) {
      edits[key] = edit
      if (!isSame(copy.base[key], state.base[key])) conflicts[key] = { theirs: state.base[key] }
    } else {
      // The copy has the stored value, so it restores that.
      delete edits[key]
      delete conflicts[key]
    }
  }
  // A new version makes the controls of these fields render the restored values.
  const versions = { ...state.versions }
  for (const key of Object.keys(copy.edits)) versions[key] = (versions[key] ?? 0) + 1
  const orphans = lost.map((key) => ({ key, label: key, value: copy.edits[key]?.value }))
  return {
    ...state,
    edits,
    conflicts,
    versions,
    orphans: [...state.orphans, ...orphans],
    firstEditAt: now,
    lastEditAt: now,
  }
}
