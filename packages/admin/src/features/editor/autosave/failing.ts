import type { Outcome } from './events.ts'
import { type DraftState, isManual, type Refusal, type Values } from './state.ts'

/**
 * milliseconds: the first pause before a retry, the longest one, the longest `Retry-After` that is respected, and the
 * shortest pause after a halt
 */
const backoff = { first: 1000, most: 30_000, mostAsked: 600_000, afterHalt: 10_000 } as const

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
    const unsure =
      isSave && outcome.kind === 'passing' && outcome.isUnsure ? [...state.unsure, sent] : state.unsure
    return {
      ...asBefore,
      unsure,
      failures: state.failures + 1,
      trouble: outcome.kind === 'passing' ? outcome.trouble : null,
      retryAt: now + pauseAfter(outcome, state.failures),
    }
  }
  if (outcome.kind === 'outdated' && isOldNews(state, outcome))
    return isSave ? refused(after, { byKey: {}, message: outcome.message ?? '' }, sent) : after
  if (outcome.kind === 'outdated') {
    // The pause prevents a loop of requests when another person saves frequently.
    const wait = Math.min(backoff.first * state.failures, backoff.most)
    return { ...asBefore, isOutdated: true, failures: state.failures + 1, trouble: null, retryAt: now + wait }
  }
  if (outcome.kind === 'halt') {
    const wait = Math.max(pauseAfter(outcome, state.failures), backoff.afterHalt)
    const halt = { kind: outcome.halt, message: outcome.message }
    return { ...asBefore, halt, failures: state.failures + 1, trouble: null, retryAt: now + wait }
  }
  return isSave ? refused(after, outcome, sent) : after
}

/**
 * Whether a repeated conflict must be shown as a refusal. A conflict without version details is treated as a version
 * conflict once, if there is a version.
 */
function isOldNews({ rev, isOutdated, failures }: DraftState, { message }: { message?: string }): boolean {
  return message !== undefined && (rev === null || isOutdated || failures > 0)
}

/** Exponential backoff, at least as long as `Retry-After`. */
function pauseAfter(outcome: Outcome, failures: number): number {
  const asked = outcome.kind === 'passing' ? (outcome.retryAfter ?? 0) * 1000 : 0
  const own = Math.min(backoff.first * 2 ** failures, backoff.most)
  return Math.max(own, Math.min(asked, backoff.mostAsked))
}

function refused(
  state: DraftState,
  { byKey, message, places = {} }: Omit<Extract<Outcome, { kind: 'refused' }>, 'kind'>,
  sent: Values,
): DraftState {
  const named = Object.entries(byKey).map(([key, text]): [string, Refusal] => [
    key,
    {
      message: text,
      value: key in sent ? sent[key] : state.base[key],
      ...(places[key] !== undefined && { places: places[key] }),
    },
  ])
  const isNamed = named.some(([key]) => key in sent)
  return {
    ...state,
    refusals: { ...state.refusals, ...Object.fromEntries(named) },
    // If no field can be excluded, the same request would be refused again.
    halt: isNamed ? null : { kind: 'refused', message },
    failures: 0,
    trouble: null,
  }
}
