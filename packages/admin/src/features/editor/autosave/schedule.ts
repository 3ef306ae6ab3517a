import { isEmptyValue, isSame } from './same.ts'
import { type DraftState, type FieldFacts, isManual, slugKey, type Values } from './state.ts'

/** milliseconds without a key press after which a draft is saved, and the longest that it waits while a person types on */
const pauses = { quiet: 900, longest: 1800 } as const

/** What is to be done next with a draft. */
export type Step =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'read' }
  /** an answer about a new item never came: looks whether it was made */
  | { readonly kind: 'find'; readonly sent: Values }
  | { readonly kind: 'create'; readonly sent: Values }
  | { readonly kind: 'update'; readonly sent: Values; readonly rev: string }

const nothing: Step = { kind: 'nothing' }

/** The one place that decides when something is sent, and what. */
export function nextStep(state: DraftState, now: number): Step {
  if (state.inFlight !== null || isHalted(state)) return nothing
  const later = state.retryAt > now ? ({ kind: 'wait', until: state.retryAt } as const) : null
  if (state.isOutdated) return later ?? { kind: 'read' }
  const lost = state.rev === null ? state.unsure.at(-1) : undefined
  if (lost !== undefined) return later ?? { kind: 'find', sent: lost }
  if (Object.keys(sendable(state)).length === 0 || !mayBegin(state)) return nothing
  const due = Math.max(state.retryAt, dueTime(state))
  if (due > now) return { kind: 'wait', until: due }
  if (state.rev === null) return { kind: 'create', sent: createdValues(state) }
  return { kind: 'update', sent: sendable(state), rev: state.rev }
}

/** Rights come back, and items from the trash, without this person's doing: that is retried, at an easy pace. */
function isHalted({ halt }: DraftState): boolean {
  return halt !== null && halt.kind !== 'forbidden' && halt.kind !== 'gone'
}

/** A live item is saved only on request, and a new one is not sent again with a refused value. */
function mayBegin(state: DraftState): boolean {
  if (state.rev !== null) return !isManual(state) || state.isSaveAsked
  const values = createdValues(state)
  return Object.entries(state.refusals).every(([key, { value }]) => !isSame(values[key], value))
}

function dueTime({ isSaveAsked, lastEditAt, firstEditAt }: DraftState): number {
  if (isSaveAsked) return 0
  return Math.min(lastEditAt + pauses.quiet, (firstEditAt ?? lastEditAt) + pauses.longest)
}

/** What a new item is made of: what was typed, and what it begins with, so that what is seen is what is stored. */
function createdValues(state: DraftState): Values {
  const defaults = Object.entries(state.base).filter(
    ([key, value]) => !isEmptyValue(value) && !(key in state.edits),
  )
  return { ...Object.fromEntries(defaults), ...sendable(state) }
}

/** Edits that can be sent: valid values that were not refused and have no conflict. */
export function sendable(state: DraftState): Values {
  const ready = Object.entries(state.edits).filter(([key]) => !isHeld(state, key))
  return Object.fromEntries(
    ready.map(([key, { value }]) => [key, isEmptyValue(value) ? null : value] as const),
  )
}

function isHeld(state: DraftState, key: string): boolean {
  const { edits, refusals, conflicts, fields } = state
  const edit = edits[key]
  if (edit === undefined || edit.problem !== undefined || conflicts[key] !== undefined) return true
  const refusal = refusals[key]
  if (refusal !== undefined && isSame(refusal.value, edit.value)) return true
  if (!isEmptyValue(edit.value)) return false
  // A live item keeps what it needs until there is something else.
  return key === slugKey || (isManual(state) && fields.some((field) => field.key === key && field.required))
}

/** Required fields that are empty: an item cannot be published without them. */
export function isMissing({ fields, edits, base }: DraftState, key: string): boolean {
  const isRequired = fields.some((field) => field.key === key && field.required)
  const edit = edits[key]
  return isRequired && isEmptyValue(edit === undefined ? base[key] : (edit.raw ?? edit.value))
}

/** The fields that an item cannot be published without and that it does not have. */
export function missingFields(draft: DraftState): FieldFacts[] {
  return draft.fields.filter(({ key }) => isMissing(draft, key))
}
