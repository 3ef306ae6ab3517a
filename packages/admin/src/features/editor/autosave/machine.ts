import { chosen, restored } from './choosing.ts'
import type { DraftEvent } from './events.ts'
import { failed } from './failing.ts'
import { withVersions, withSaved, withTheirs } from './merge.ts'
import { without } from './record.ts'
import { withFields } from './reshape.ts'
import { isSame } from './same.ts'
import { missingFields } from './schedule.ts'
import {
  type DraftState,
  type Edit,
  type FieldFacts,
  type Item,
  shownValue,
  type Values,
  valuesOf,
} from './state.ts'

interface Beginning {
  readonly fields: readonly FieldFacts[]
  /** default values of a new item */
  readonly defaults?: Values
  /** the language of a new item */
  readonly locale?: string
  readonly saved?: { readonly item: Item; readonly rev: string }
  readonly supportsDrafts?: boolean
  readonly isInChangeSet?: boolean
}

/** The state of the editor when it opens: of a saved item, or of a new one with the default values. */
export function beginDraft({
  fields,
  defaults = {},
  locale = '',
  saved,
  supportsDrafts = true,
  isInChangeSet = false,
}: Beginning): DraftState {
  return {
    item: saved?.item ?? null,
    locale,
    rev: saved?.rev ?? null,
    base: saved === undefined ? defaults : valuesOf(saved.item),
    edits: {},
    conflicts: {},
    refusals: {},
    fields,
    orphans: [],
    focus: null,
    versions: {},
    inFlight: null,
    unsure: [],
    isOutdated: false,
    halt: null,
    failures: 0,
    trouble: null,
    retryAt: 0,
    writing: {},
    firstEditAt: null,
    lastEditAt: 0,
    isSaveAsked: false,
    wasAttempted: false,
    generation: 0,
    supportsDrafts,
    isInChangeSet,
  }
}

/** The draft after an event. */
export function reduce(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'edited':
      return edited(state, event.key, event.edit, event.now)
    case 'localeChosen':
      return withLocale(state, event.locale)
    case 'writing':
      return written(state, event.key, event.since)
    case 'focused':
      return { ...state, focus: { key: event.key, shown: shownValue(state, event.key), isOvertaken: false } }
    case 'blurred':
      return withVersions(state, { ...state, focus: null })
    case 'saveAsked':
      return asked(state)
    case 'foundMissing':
      return { ...state, wasAttempted: true }
    case 'began':
      return began(state, event.call)
    case 'answered':
      return answered(state, event)
    case 'notFound':
      return { ...state, inFlight: null, unsure: [], failures: 0, trouble: null }
    case 'failed':
      return failed(state, event.outcome, event.now)
    case 'read':
      return read(state, event)
    case 'chosen':
      return chosen(state, event)
    case 'restored':
      return restored(state, event)
    case 'fieldsChanged':
      return withFields({ ...state, supportsDrafts: event.supportsDrafts }, event.fields)
    case 'orphansRead':
      return { ...state, orphans: [] }
    case 'discarded':
      return withVersions(state, {
        ...state,
        edits: {},
        conflicts: {},
        refusals: {},
        firstEditAt: null,
        focus: null,
      })
    case 'signedOut':
      return { ...state, halt: { kind: 'signedOut', message: '' } }
    case 'resumed':
      return {
        ...state,
        halt: state.halt?.kind === 'signedOut' ? null : state.halt,
        retryAt: 0,
        failures: 0,
        trouble: null,
      }
  }
}

/** The draft after a change in a control. A return to the stored value is no edit. */
function edited(state: DraftState, key: string, edit: Edit, now: number): DraftState {
  const focus = state.focus?.key === key ? { key, shown: edit.value, isOvertaken: false } : state.focus
  const isOvertaken = state.focus?.key === key && state.focus.isOvertaken
  const isReverted =
    edit.problem === undefined && isSame(edit.value, state.base[key]) && !isOnItsWay(state, key)
  const edits = isReverted ? without(state.edits, key) : { ...state.edits, [key]: edit }
  // Another person has changed the value under the caret; only this edit makes that a conflict.
  const conflicts = isOvertaken ? { ...state.conflicts, [key]: { theirs: state.base[key] } } : state.conflicts
  const hasEdits = Object.keys(edits).length > 0
  // Another value can end other halts, such as a refusal.
  const isEditNoRemedy =
    state.halt?.kind === 'signedOut' || state.halt?.kind === 'gone' || state.halt?.kind === 'forbidden'
  return {
    ...state,
    edits,
    conflicts: isReverted ? without(conflicts, key) : conflicts,
    refusals: without(state.refusals, key),
    focus,
    halt: isEditNoRemedy ? state.halt : null,
    // The longest delay of a save counts from the first keystroke, also from one that a control has reported only now.
    firstEditAt: hasEdits ? (state.firstEditAt ?? writtenSince(state) ?? now) : null,
    lastEditAt: now,
  }
}

/** Changes the language of a new item, but not after it was sent: the request may have created it in the old one. */
function withLocale(state: DraftState, locale: string): DraftState {
  const isSent = state.item !== null || state.inFlight !== null || state.unsure.length > 0
  return isSent ? state : { ...state, locale }
}

/** Records since when a control has a change that it has not reported yet; null: it has reported its changes. */
function written({ writing, ...state }: DraftState, key: string, since: number | null): DraftState {
  return { ...state, writing: since === null ? without(writing, key) : { ...writing, [key]: since } }
}

/** When the first keystroke was that controls have not reported yet; undefined if there is none. */
function writtenSince({ writing }: DraftState): number | undefined {
  const times = Object.values(writing)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Whether a value was sent that may be stored already, so that a return to the old value is a change. */
function isOnItsWay({ inFlight, unsure }: DraftState, key: string): boolean {
  return (inFlight !== null && key in inFlight.sent) || unsure.some((sent) => key in sent)
}

/** The draft after a request to save: refused values are sent again, and a pause after a failure ends. */
function asked(state: DraftState): DraftState {
  const isSignedOut = state.halt?.kind === 'signedOut'
  return {
    ...state,
    isSaveAsked: true,
    wasAttempted: true,
    refusals: {},
    halt: isSignedOut ? state.halt : null,
    retryAt: 0,
  }
}

/** The draft after a request was sent. A save includes all edits so far, so only later ones start a new delay. */
function began(state: DraftState, call: DraftState['inFlight']): DraftState {
  const isSave = call?.kind === 'create' || call?.kind === 'update'
  return {
    ...state,
    inFlight: call,
    generation: state.generation + 1,
    ...(isSave && { isSaveAsked: false, firstEditAt: null }),
  }
}

/** The draft after a successful request: its response is the new base, and all pauses end. */
function answered(
  state: DraftState,
  { item, rev, now }: { readonly item: Item; readonly rev: string; readonly now: number },
): DraftState {
  const { inFlight } = state
  const isRead = inFlight?.kind === 'read'
  // The control with the focus shows the result of an action too: its changes were saved before the action.
  const focus = inFlight?.kind === 'command' ? null : state.focus
  const next = isRead
    ? withTheirs(state, { item, rev })
    : withSaved({ ...state, focus }, { item, rev }, inFlight?.sent ?? {})
  const hasMore = Object.keys(next.edits).length > 0
  return {
    ...next,
    inFlight: null,
    isOutdated: false,
    halt: null,
    // A save that is always outdated is preceded by successful reads; its pauses must still grow (`failed`).
    failures: isRead ? state.failures : 0,
    trouble: null,
    retryAt: 0,
    generation: state.generation + 1,
    firstEditAt: hasMore ? (state.firstEditAt ?? now) : null,
    // Missing fields stay marked until all is saved and no required field is empty.
    wasAttempted: (hasMore || missingFields(next).length > 0) && state.wasAttempted,
  }
}

/**
 * The draft after a poll. The response is ignored if a request of the draft was sent or answered meanwhile, because the
 * response may be older than its result.
 */
function read(
  state: DraftState,
  { item, rev, generation }: { readonly item: Item; readonly rev: string; readonly generation: number },
): DraftState {
  if (generation !== state.generation || state.inFlight !== null) return state
  return withTheirs(state, { item, rev })
}
