import type { DraftEvent, Outcome, UnsavedCopy } from './events.ts'
import { followingSlug } from './following.ts'
import { reduce } from './machine.ts'
import { outcomeOf } from './outcome.ts'
import { nextStep, sendable, type Step } from './schedule.ts'
import { type DraftState, hasUnsaved, type InFlight, type Item, type Values } from './state.ts'

export interface Answer {
  readonly item: Item
  readonly _rev: string
}

/** The requests that a saver sends. */
export interface Transport {
  /** `locale`: the language of the new item; empty: the site's default */
  create(values: Values, locale: string): Promise<Answer>
  /** `newSlug`: the slug of a changed title; the item gets it, or a similar one if another item has it */
  update(id: string, values: Values, rev: string, newSlug?: string): Promise<Answer>
  /** returns null if the item still has the version `known`; with null, always returns the item */
  read(id: string, known: string | null): Promise<Answer | null>
  /** finds the item that was just created with these values in this language */
  find(values: Values, locale: string): Promise<Answer | null>
}

export interface SaverOptions {
  readonly draft: DraftState
  readonly transport: Transport
  /**
   * Makes controls report the changes that they hold. Called before a version of the item is merged, because a control
   * that gets another value drops them.
   */
  readonly collect?: () => void
  /** called for every failed call */
  readonly onFailure?: (outcome: Outcome, error: unknown) => void
  /** called with each answer that has the stored item, such as that of a save, after it was merged into the draft */
  readonly onSaved?: (answer: Answer) => void
  /** called with a version that was saved elsewhere, such as by another person, after it was merged into the draft */
  readonly onSavedElsewhere?: (answer: Answer) => void
  readonly now?: () => number
}

/** An action failed because the changes of the item could not be saved. */
export class NotSavedError extends Error {
  override readonly name = 'NotSavedError'
}

/**
 * Runs the state machine: each event changes the state (`reduce`), and the state decides what is sent next
 * (`nextStep`). These requests and actions on the item run one at a time (`inFlight`). Polls for changes by others
 * (`refresh`) are sent beside them; their responses are ignored if such a request began or ended meanwhile
 * (`generation`). Independent of the user interface.
 */
export class Saver {
  #state: DraftState
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  /** whether a poll has no response yet */
  #isReading = false
  /** the poll that was requested meanwhile */
  #nextRead: { readonly isForced: boolean } | null = null
  readonly #listeners = new Set<() => void>()
  readonly #options: SaverOptions
  readonly #now: () => number

  constructor(options: SaverOptions) {
    this.#options = options
    this.#state = options.draft
    this.#now = options.now ?? Date.now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): DraftState => this.#state

  dispatch(event: DraftEvent): void {
    this.#state = reduce(this.#state, event)
    for (const listener of this.#listeners) listener()
    this.#pump()
  }

  /** Brings edits back, as unsaved changes of the values in `base`: of the current ones by default. */
  restore({ edits, base = this.#state.base }: Pick<UnsavedCopy, 'edits'> & Partial<UnsavedCopy>): void {
    this.dispatch({ type: 'restored', copy: { edits, base }, now: this.#now() })
  }

  /** Saves what can be saved. Returns whether everything is saved; otherwise the state has the reason. */
  async flush(): Promise<boolean> {
    if (hasUnsaved(this.#state)) this.dispatch({ type: 'saveAsked' })
    await this.#until((state) => isSettled(state, this.#now()))
    return !hasUnsaved(this.#state)
  }

  /**
   * Runs an action on the item between saves, after pending changes are saved. Throws NotSavedError if they cannot be
   * saved, and rethrows the errors of the action.
   */
  async command<Given extends Answer>(call: (id: string, rev: string) => Promise<Given>): Promise<Given> {
    const { id, rev } = await this.#saved()
    this.#begin({ kind: 'command', sent: {} })
    try {
      const answer = await call(id, rev)
      this.#answered(answer)
      return answer
    } catch (error) {
      this.#fail(error)
      throw error
    }
  }

  /** Saves everything. Returns the item and its version; throws NotSavedError if it cannot be saved. */
  async #saved(): Promise<{ id: string; rev: string }> {
    do {
      const isClean = await this.flush()
      const { item, rev } = this.#state
      if (!isClean || item === null || rev === null) throw new NotSavedError()
      // When the save ended, another request may have started, such as the read of an outdated item.
      if (this.#state.inFlight === null) return { id: item.id, rev }
    } while (!this.#isClosed)
    throw new NotSavedError()
  }

  /**
   * Reads the item for changes by others. A failure is ignored, because there will be another poll. With `isForced`,
   * the item is merged even if its version is the known one.
   */
  async refresh({ isForced = false } = {}): Promise<void> {
    const { item, rev, generation, inFlight, halt } = this.#state
    if (item === null || inFlight !== null || this.#isClosed) return
    // Another user may be signed in now; the item must not be read as that user.
    if (halt?.kind === 'signedOut') return
    if (this.#isReading) {
      this.#nextRead = { isForced: isForced || this.#nextRead?.isForced === true }
      return
    }
    this.#isReading = true
    try {
      const answer = await this.#options.transport.read(item.id, isForced ? null : rev)
      if (answer !== null && !this.#isClosed) {
        this.#collect()
        this.dispatch({ type: 'read', item: answer.item, rev: answer._rev, generation })
        this.#announceSavedElsewhere(answer, rev)
      }
    } catch (error) {
      this.#readFailed(error)
    } finally {
      this.#isReading = false
    }
    await this.#readAgain()
  }

  /** Runs the read that was requested during another one, whose response may be older than the last change. */
  async #readAgain(): Promise<void> {
    const next = this.#nextRead
    this.#nextRead = null
    if (next !== null) await this.refresh(next)
  }

  /**
   * Reports a failed poll only if its reason stops saves as well, such as the end of the session. While another request
   * is in flight, the result of that one counts.
   */
  #readFailed(error: unknown): void {
    const outcome = outcomeOf(error)
    if (this.#isClosed || outcome.kind !== 'halt' || this.#state.inFlight !== null) return
    this.#options.onFailure?.(outcome, error)
    this.dispatch({ type: 'failed', outcome, now: this.#now() })
  }

  /** Stops sending. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  /** Starts sending, also again after `close`: React's strict mode mounts a component twice. */
  open(): void {
    this.#isClosed = false
    this.#pump()
  }

  /** Sends the next request, or plans it. */
  #pump(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    const now = this.#now()
    const step = nextStep(this.#state, now)
    if (step.kind === 'wait') this.#timer = setTimeout(() => this.#pump(), step.until - now)
    else if (step.kind !== 'nothing') void this.#take(step)
  }

  async #take(step: Exclude<Step, { kind: 'nothing' | 'wait' }>): Promise<void> {
    const { item, locale } = this.#state
    const { transport } = this.#options
    const sent = step.kind === 'create' || step.kind === 'update' ? step.sent : {}
    const newSlug = followingSlug(this.#state, sent)
    this.#begin({ kind: step.kind, sent })
    try {
      if (step.kind === 'create') this.#answered(await transport.create(step.sent, locale))
      else if (step.kind === 'update')
        this.#answered(await transport.update(item?.id ?? '', sent, step.rev, newSlug))
      else if (step.kind === 'find') this.#found(await transport.find(step.sent, locale))
      else {
        // Reads the newer version of an outdated item.
        const { rev } = this.#state
        const answer = await transport.read(item?.id ?? '', null)
        this.#found(answer)
        if (answer !== null) this.#announceSavedElsewhere(answer, rev)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Reports a version that a read has brought; `before` is the version that was known before. */
  #announceSavedElsewhere(answer: Answer, before: string | null): void {
    // The state lacks the version if it has ignored the response as outdated (`generation`).
    if (answer._rev !== before && this.#state.rev === answer._rev) this.#options.onSavedElsewhere?.(answer)
  }

  #begin(call: InFlight): void {
    this.dispatch({ type: 'began', call })
  }

  /** Makes controls with unreported changes report them; called before a response is merged (`collect`). */
  #collect(): void {
    if (Object.keys(this.#state.writing).length > 0) this.#options.collect?.()
  }

  #answered(answer: Answer): void {
    this.#collect()
    this.dispatch({ type: 'answered', item: answer.item, rev: answer._rev, now: this.#now() })
    this.#options.onSaved?.(answer)
  }

  #found(answer: Answer | null): void {
    if (answer === null) this.dispatch({ type: 'notFound' })
    else this.#answered(answer)
  }

  #fail(error: unknown): void {
    const isCommand = this.#state.inFlight?.kind === 'command'
    const outcome = outcomeOf(error)
    this.#options.onFailure?.(outcome, error)
    // An action that fails for another reason says nothing about saving. It only ends, as a refusal without fields
    // (`failed`), and its caller shows the error.
    const concernsSaving =
      (outcome.kind === 'outdated' && outcome.message === undefined) ||
      (outcome.kind === 'halt' && outcome.halt === 'signedOut')
    this.dispatch({
      type: 'failed',
      outcome: isCommand && !concernsSaving ? { kind: 'refused', byKey: {}, message: '' } : outcome,
      now: this.#now(),
    })
  }

  /** Resolves as soon as the state meets a condition. */
  #until(isReached: (state: DraftState) => boolean): Promise<void> {
    if (isReached(this.#state)) return Promise.resolve()
    return new Promise((resolve) => {
      const end = this.subscribe(() => {
        if (!isReached(this.#state)) return
        end()
        resolve()
      })
    })
  }
}

/**
 * Whether the saver is idle: no request is in flight, and none will be sent before another event, or before the end of
 * the pause after a failure. A pause without anything to send is not idle: it comes before a read, which an action
 * waits for, because it needs the newest version.
 */
function isSettled(state: DraftState, now: number): boolean {
  if (state.inFlight !== null) return false
  const step = nextStep(state, now)
  if (step.kind === 'nothing') return true
  return step.kind === 'wait' && state.failures > 0 && Object.keys(sendable(state)).length > 0
}
