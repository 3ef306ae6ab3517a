import type { DraftEvent, Outcome } from './events.ts'
import { counted, withSaved, withTheirs } from './merge.ts'
import { withFields } from './reshape.ts'
import { isSame } from './same.ts'
import {
  type DraftState,
  type Edit,
  type FieldFacts,
  isManual,
  type Item,
  type Refusal,
  shownValue,
  type Values,
  valuesOf,
} from './state.ts'

interface Beginning {
  readonly fields: readonly FieldFacts[]
  /** what a new item begins with */
  readonly defaults?: Values
  readonly saved?: { readonly item: Item; readonly rev: string }
  readonly supportsDrafts?: boolean
}

export function beginDraft({ fields, defaults = {}, saved, supportsDrafts = true }: Beginning): DraftState {
  return {
    item: saved?.item ?? null,
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
    retryAt: 0,
    firstEditAt: null,
    lastEditAt: 0,
    isSaveAsked: false,
    wasAttempted: false,
    generation: 0,
    supportsDrafts,
  }
}

/** The draft after something happened to it. */
export function reduce(state: DraftState, event: DraftEvent): DraftState {
  switch (event.type) {
    case 'edited':
      return edited(state, event.key, event.edit, event.now)
    case 'focused':
      return { ...state, focus: { key: event.key, shown: shownValue(state, event.key), isOvertaken: false } }
    case 'blurred':
      return counted(state, { ...state, focus: null })
    case 'saveAsked':
      return asked(state)
    case 'began':
      return began(state, event.call)
    case 'answered':
      return answered(state, event)
    case 'notFound':
      return { ...state, inFlight: null, unsure: [], failures: 0 }
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
      return counted(state, {
        ...state,
        edits: {},
        conflicts: {},
        refusals: {},
        firstEditAt: null,
        focus: null,
      })
    case 'resumed':
      return { ...state, halt: state.halt?.kind === 'signedOut' ? null : state.halt, retryAt: 0, failures: 0 }
  }
}

function edited(state: DraftState, key: string, edit: Edit, now: number): DraftState {
  const focus = state.focus?.key === key ? { key, shown: edit.value, isOvertaken: false } : state.focus
  const isOvertaken = state.focus?.key === key && state.focus.isOvertaken
  const isBack = edit.problem === undefined && isSame(edit.value, state.base[key]) && !isOnItsWay(state, key)
  const edits = isBack ? without(state.edits, key) : { ...state.edits, [key]: edit }
  const conflicts = isOvertaken ? { ...state.conflicts, [key]: { theirs: state.base[key] } } : state.conflicts
  const isFirst = state.firstEditAt === null
  const isLasting =
    state.halt?.kind === 'signedOut' || state.halt?.kind === 'gone' || state.halt?.kind === 'forbidden'
  return {
    ...state,
    edits,
    conflicts: isBack ? without(conflicts, key) : conflicts,
    refusals: without(state.refusals, key),
    focus,
    halt: isLasting ? state.halt : null,
    firstEditAt: Object.keys(edits).length === 0 ? null : isFirst ? now : state.firstEditAt,
    lastEditAt: now,
  }
}

/** A value that was sent may be stored already: going back to what was before is a change then. */
function isOnItsWay({ inFlight, unsure }: DraftState, key: string): boolean {
  return (inFlight !== null && key in inFlight.sent) || unsure.some((sent) => key in sent)
}

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

function began(state: DraftState, call: DraftState['inFlight']): DraftState {
  const isSave = call?.kind === 'create' || call?.kind === 'update'
  return {
    ...state,
    inFlight: call,
    generation: state.generation + 1,
    ...(isSave && { isSaveAsked: false, firstEditAt: null }),
  }
}

function answered(
  state: DraftState,
  { item, rev, now }: { readonly item: Item; readonly rev: string; readonly now: number },
): DraftState {
  const { inFlight } = state
  const isRead = inFlight?.kind === 'read'
  // An act on the item means what it does to the field that is open, too.
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
    failures: isRead ? state.failures : 0,
    retryAt: 0,
    generation: state.generation + 1,
    firstEditAt: hasMore ? (state.firstEditAt ?? now) : null,
    wasAttempted: hasMore && state.wasAttempted,
  }
}

/** milliseconds before the first repetition, and the most before any */
const backoff = { first: 1000, most: 30_000 } as const

function failed(state: DraftState, outcome: Outcome, now: number): DraftState {
  const { inFlight } = state
  const sent = inFlight?.sent ?? {}
  const after: DraftState = { ...state, inFlight: null, generation: state.generation + 1 }
  const isSave = inFlight?.kind === 'create' || inFlight?.kind === 'update'
  const asBefore = {
    ...after,
    firstEditAt: after.firstEditAt ?? now,
    isSaveAsked: state.isSaveAsked || (isSave && isManual(state)),
  }
  const isLook = inFlight?.kind === 'read' || inFlight?.kind === 'find'
  if (outcome.kind === 'passing' || (isLook && outcome.kind === 'refused')) {
    const wait = Math.min(backoff.first * 2 ** state.failures, backoff.most)
    const unsure =
      isSave && outcome.kind === 'passing' && outcome.isUnsure ? [...state.unsure, sent] : state.unsure
    return { ...asBefore, unsure, failures: state.failures + 1, retryAt: now + wait }
  }
  if (outcome.kind === 'outdated') {
    // Somebody who saves again and again must not keep this one asking without a pause.
    const wait = Math.min(backoff.first * state.failures, backoff.most)
    return { ...asBefore, isOutdated: true, failures: state.failures + 1, retryAt: now + wait }
  }
  if (outcome.kind === 'halt') return { ...asBefore, halt: { kind: outcome.halt, message: outcome.message } }
  return isSave ? refused(after, outcome, sent) : after
}

function refused(
  state: DraftState,
  { byKey, message }: Extract<Outcome, { kind: 'refused' }>,
  sent: Values,
): DraftState {
  const named = Object.entries(byKey).map(([key, text]): [string, Refusal] => [
    key,
    { message: text, value: key in sent ? sent[key] : state.base[key] },
  ])
  const isNamed = named.some(([key]) => key in sent)
  return {
    ...state,
    refusals: { ...state.refusals, ...Object.fromEntries(named) },
    // Without a field to hold back, the same would only be refused again.
    halt: isNamed ? null : { kind: 'refused', message },
    failures: 0,
  }
}

function read(
  state: DraftState,
  { item, rev, generation }: { readonly item: Item; readonly rev: string; readonly generation: number },
): DraftState {
  if (generation !== state.generation || state.inFlight !== null) return state
  return withTheirs(state, { item, rev })
}

function chosen(
  state: DraftState,
  { key, choice, now }: { readonly key: string; readonly choice: 'mine' | 'theirs'; readonly now: number },
): DraftState {
  const conflicts = without(state.conflicts, key)
  if (choice === 'mine') return { ...state, conflicts, lastEditAt: now, firstEditAt: now }
  const focus = state.focus?.key === key ? null : state.focus
  const refusals = without(state.refusals, key)
  return counted(state, { ...state, conflicts, edits: without(state.edits, key), refusals, focus })
}

function restored(
  state: DraftState,
  {
    copy,
    now,
  }: { readonly copy: { readonly edits: DraftState['edits']; readonly base: Values }; readonly now: number },
): DraftState {
  const known = new Set([...state.fields.map(({ key }) => key), ...Object.keys(state.base)])
  const [edits, conflicts] = [{ ...state.edits }, { ...state.conflicts }]
  const lost: string[] = []
  for (const [key, edit] of Object.entries(copy.edits)) {
    if (!known.has(key) && !key.startsWith('@')) lost.push(key)
    else if (edit.problem !== undefined || !isSame(edit.value, state.base[key])) {
      edits[key] = edit
      if (!isSame(copy.base[key], state.base[key])) conflicts[key] = { theirs: state.base[key] }
    }
  }
  // Controls that hold what is half written take it over by their version.
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

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Readonly<Record<string, Value>> {
  if (!(key in record)) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}
