import { isEmptyValue, isSame } from './same.ts'
import { type DraftState, type FieldFacts, isManual, savesLive, slugKey, type Values } from './state.ts'

/** debounce of saves in milliseconds, and the longest delay while a person keeps typing */
const pauses = { quiet: 900, longest: 1800 } as const

/** The next request for a draft. */
export type Step =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'read' }
  /** the response to a create is lost: looks whether the item exists */
  | { readonly kind: 'find'; readonly sent: Values }
  | { readonly kind: 'create'; readonly sent: Values }
  | { readonly kind: 'update'; readonly sent: Values; readonly rev: string }

const nothing: Step = { kind: 'nothing' }

/** Decides when a request is sent, and which one. */
export function nextStep(state: DraftState, now: number): Step {
  if (state.inFlight !== null || isHalted(state)) return nothing
  const pause = state.retryAt > now ? ({ kind: 'wait', until: state.retryAt } as const) : null
  if (state.isOutdated) return pause ?? { kind: 'read' }
  /** the values of a create whose response was lost: the item may exist */
  const lostCreate = state.rev === null ? state.unsure.at(-1) : undefined
  if (lostCreate !== undefined) return pause ?? { kind: 'find', sent: lostCreate }
  if (Object.keys(sendable(state)).length === 0 || !mayBegin(state)) return nothing
  const due = Math.max(state.retryAt, dueTime(state))
  if (due > now) return { kind: 'wait', until: due }
  if (state.rev === null) return { kind: 'create', sent: createdValues(state) }
  return { kind: 'update', sent: sendable(state), rev: state.rev }
}

/**
 * Whether nothing is sent until an action in this editor. Missing permissions and deleted items do not count: they can
 * come back without one, so these saves are retried slowly.
 */
function isHalted({ halt }: DraftState): boolean {
  return halt !== null && halt.kind !== 'forbidden' && halt.kind !== 'gone'
}

/**
 * Whether a save may be sent: the item is saved automatically or the person asked for it, and a new item has no default
 * value that the service has refused. Refused edits are left out of a save, but defaults are not.
 */
function mayBegin(state: DraftState): boolean {
  if (isManual(state) && !state.isSaveAsked) return false
  if (state.rev !== null) return true
  const values = createdValues(state)
  return Object.entries(state.refusals).every(([key, { value }]) => !isSame(values[key], value))
}

/** When the edits are due: after a pause in typing, but not later than the longest delay. */
function dueTime({ isSaveAsked, lastEditAt, firstEditAt }: DraftState): number {
  if (isSaveAsked) return 0
  return Math.min(lastEditAt + pauses.quiet, (firstEditAt ?? lastEditAt) + pauses.longest)
}

/** The values of a new item: the edits and the visible defaults. */
function createdValues(state: DraftState): Values {
  const defaults = Object.entries(state.base).filter(
    ([key, value]) => !isEmptyValue(value) && !(key in state.edits),
  )
  return { ...Object.fromEntries(defaults), ...sendable(state) }
}

/** Edits that can be sent: valid, not refused, without a conflict. Empty values are sent as null. */
export function sendable(state: DraftState): Values {
  const ready = Object.entries(state.edits).filter(([key]) => !isBlocked(state, key))
  return Object.fromEntries(
    ready.map(([key, { value }]) => [key, isEmptyValue(value) ? null : value] as const),
  )
}

/** Whether an edit cannot be sent now. */
function isBlocked(state: DraftState, key: string): boolean {
  const { edits, refusals, conflicts, fields } = state
  const edit = edits[key]
  if (edit === undefined || edit.problem !== undefined || conflicts[key] !== undefined) return true
  const refusal = refusals[key]
  if (refusal !== undefined && isSame(refusal.value, edit.value)) return true
  if (!isEmptyValue(edit.value)) return false
  // A slug, and a required value of a published item, are not removed: they stay until there is another one.
  return key === slugKey || (savesLive(state) && fields.some((field) => field.key === key && field.required))
}

/** Whether a required field is empty, or one within it: an item cannot be published without them. */
export function isMissing(draft: DraftState, key: string): boolean {
  const field = draft.fields.find((candidate) => candidate.key === key)
  if (field === undefined) return false
  const value = valueInControl(draft, key)
  return (field.required && isEmptyValue(value)) || field.lacks?.(value) === true
}

/** The value of a field; while the text in its control is not a valid value, that text. */
function valueInControl({ edits, base }: DraftState, key: string): unknown {
  const edit = edits[key]
  return edit === undefined ? base[key] : (edit.raw ?? edit.value)
}

/** The required fields that the item lacks. */
export function missingFields(draft: DraftState): FieldFacts[] {
  return draft.fields.filter(({ key }) => isMissing(draft, key))
}
