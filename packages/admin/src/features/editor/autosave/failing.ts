import type { Outcome } from './events.ts'
import { type DraftState, isManual, type Refusal, type Values } from './state.ts'

/** milliseconds before the first repetition, and the most before any */
const backoff = { first: 1000, most: 30_000 } as const

/** The draft after a call that failed. */
export function failed(state: DraftState, outcome: Outcome, now: number): DraftState {
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
