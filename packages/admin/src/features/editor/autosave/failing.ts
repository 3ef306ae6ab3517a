import type { Outcome } from './events.ts'
import { type DraftState, isManual, type Refusal, type Values } from './state.ts'

/** all in milliseconds */
const backoff = {
  /** the first pause before a retry; it doubles with each failure */
  first: 1000,
  /** the longest pause */
  most: 30_000,
  /** the longest `Retry-After` that is respected */
  mostRetryAfter: 600_000,
  /** the shortest pause after a halt */
  afterHalt: 10_000,
} as const

/** The draft after a call that failed. */
export function failed(state: DraftState, outcome: Outcome, now: number): DraftState {
  const { inFlight } = state
  const sent = inFlight?.sent ?? {}
  // A new generation, so that the response of an earlier poll is recognized as outdated.
  const after: DraftState = { ...state, inFlight: null, generation: state.generation + 1 }
  const isSave = inFlight?.kind === 'create' || inFlight?.kind === 'update'
  // What was sent is unsaved again, and a save that was requested is still requested.
  const unsavedState = {
    ...after,
    firstEditAt: after.firstEditAt ?? now,
    isSaveAsked: state.isSaveAsked || (isSave && isManual(state)),
  }
  const isRead = inFlight?.kind === 'read' || inFlight?.kind === 'find'
  // A read sends no values that could be at fault, so a refused one is retried as well.
  if (outcome.kind === 'passing' || (isRead && outcome.kind === 'refused')) {
    const mayBeStored = isSave && outcome.kind === 'passing' && outcome.isUnsure
    return {
      ...unsavedState,
      unsure: mayBeStored ? [...state.unsure, sent] : state.unsure,
      failures: state.failures + 1,
      trouble: outcome.kind === 'passing' ? outcome.trouble : null,
      retryAt: now + pauseAfter(outcome, state.failures),
    }
  }
  // Only a save has sent values that can be refused. Another call just ends.
  if (outcome.kind === 'outdated' && isRefusal(state, outcome))
    return isSave ? refused(after, { byKey: {}, message: outcome.message ?? '' }, sent) : after
  if (outcome.kind === 'outdated') {
    // Without earlier failures, the newer version is read at once. Otherwise the growing pause prevents a loop of
    // requests when another person saves frequently.
    const wait = Math.min(backoff.first * state.failures, backoff.most)
    return {
      ...unsavedState,
      isOutdated: true,
      failures: state.failures + 1,
      trouble: null,
      retryAt: now + wait,
    }
  }
  if (outcome.kind === 'halt') {
    const wait = Math.max(pauseAfter(outcome, state.failures), backoff.afterHalt)
    const halt = { kind: outcome.halt, message: outcome.message }
    return { ...unsavedState, halt, failures: state.failures + 1, trouble: null, retryAt: now + wait }
  }
  // An action just ends as well, because its caller shows the error.
  return isSave ? refused(after, outcome, sent) : after
}

/**
 * Whether a conflict is shown as a refusal, instead of reading the newer version. A conflict with a message can have
 * another cause than the version. If the item has a version, such a conflict is taken for one of versions at first. It
 * is a refusal if a failure came before it, such as the same conflict, after which the newer version was read.
 */
function isRefusal({ rev, isOutdated, failures }: DraftState, { message }: { message?: string }): boolean {
  return message !== undefined && (rev === null || isOutdated || failures > 0)
}

/** Exponential backoff, at least as long as `Retry-After`. */
function pauseAfter(outcome: Outcome, failures: number): number {
  const retryAfter = outcome.kind === 'passing' ? (outcome.retryAfter ?? 0) * 1000 : 0
  const exponential = Math.min(backoff.first * 2 ** failures, backoff.most)
  return Math.max(exponential, Math.min(retryAfter, backoff.mostRetryAfter))
}

/** The draft after the service has refused values: they are not sent again unchanged. */
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
    // If the refusal names no sent field, none can be left out, and the same request would be refused again.
    halt: isNamed ? null : { kind: 'refused', message },
    failures: 0,
    trouble: null,
  }
}
