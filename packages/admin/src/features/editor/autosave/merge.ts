import { isSame } from './same.ts'
import { type DraftState, type Edit, type Item, shownValue, type Values, valuesOf } from './state.ts'

/** A version of the item that the service has returned. */
interface StoredVersion {
  readonly item: Item
  readonly rev: string
}

/** The draft after a save: the response is the new base, edits made since stay. */
export function withSaved(state: DraftState, { item, rev }: StoredVersion, sent: Values): DraftState {
  const base = valuesOf(item)
  // The service may store a sent value in another form, so an edit that equals the sent value is saved as well.
  const edits = Object.entries(state.edits).filter(([key, { value, problem }]) => {
    const isSaved = (key in sent && isSame(value, sent[key])) || isSame(value, base[key])
    return problem !== undefined || !isSaved
  })
  return withVersions(state, {
    ...state,
    item,
    rev,
    base,
    edits: Object.fromEntries(edits),
    conflicts: onlyEdited(state.conflicts, edits),
    unsure: [],
  })
}

/**
 * Merges a newer version of the item: fields without edits get the new values, edits stay, and a field that both sides
 * have changed gets a conflict. The response can also differ while the version is the same, for example because the
 * record of a picture has changed; this causes no conflict.
 */
export function withTheirs(state: DraftState, { item, rev }: StoredVersion): DraftState {
  const base = valuesOf(item)
  const isChanged = versionOf(rev) !== versionOf(state.rev)
  const conflicts: Record<string, { theirs: unknown }> = { ...state.conflicts }
  const edits: [string, Edit][] = []
  for (const [key, edit] of Object.entries(state.edits)) {
    const theirs = base[key]
    if (edit.problem === undefined && isSame(edit.value, theirs)) {
      delete conflicts[key]
      continue
    }
    edits.push([key, edit])
    if (isChanged && !isSame(theirs, state.base[key]) && !isSentHere(state, key, theirs))
      conflicts[key] = { theirs }
    // A conflict from before stays, with the newest value of the others.
    else if (conflicts[key] !== undefined) conflicts[key] = { theirs }
  }
  const { focus } = state
  // The control with the focus goes on showing its value. If others have changed the value, the next edit is a
  // conflict: the stored value differs from the one before, and also from the one that the control shows.
  const isOvertaken =
    isChanged &&
    focus !== null &&
    state.edits[focus.key] === undefined &&
    !isSame(focus.shown, base[focus.key]) &&
    !isSame(state.base[focus.key], base[focus.key])
  return withVersions(state, {
    ...state,
    item,
    rev,
    base,
    edits: Object.fromEntries(edits),
    conflicts,
    focus: focus !== null && isOvertaken ? { ...focus, isOvertaken } : focus,
  })
}

/** The version of the item in a `_rev`; the rest of it says how the item was read. */
function versionOf(rev: string | null): string | undefined {
  return rev?.split('-', 1)[0]
}

/** Whether a stored value can come from this page: it was sent, and the response was lost. */
function isSentHere({ unsure }: DraftState, key: string, value: unknown): boolean {
  return unsure.some((sent) => key in sent && isSame(sent[key], value))
}

/** The entries of a record whose fields still have an edit. */
function onlyEdited<Value>(
  record: Readonly<Record<string, Value>>,
  edits: readonly (readonly [string, unknown])[],
): Record<string, Value> {
  const edited = new Set(edits.map(([key]) => key))
  return Object.fromEntries(Object.entries(record).filter(([key]) => edited.has(key)))
}

/**
 * The state `after` an event, with new version numbers for fields whose shown value differs, so that their controls
 * update.
 */
export function withVersions(before: DraftState, after: DraftState): DraftState {
  // No event that comes here adds an edit, so the keys of the edits before are enough.
  const keys = new Set([
    ...Object.keys(before.base),
    ...Object.keys(after.base),
    ...Object.keys(before.edits),
  ])
  const changed = [...keys].filter((key) => !isSame(shownValue(before, key), shownValue(after, key)))
  if (changed.length === 0) return after
  const versions = { ...after.versions }
  for (const key of changed) versions[key] = (versions[key] ?? 0) + 1
  return { ...after, versions }
}
