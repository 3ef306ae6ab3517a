import type { Services } from '../../core/context.ts'
import { rightsIn } from '../../platform/database/access-version.ts'
import type { WakeSignal } from '../../platform/wake-signal.ts'
import { readBounds } from './bounds.ts'
import { everything } from './log.ts'
import { comparePositions, type Position } from './position.ts'
import { readEvents, type StoredEvent } from './store.ts'

declare module '../../core/context.ts' {
  interface Services {
    readonly eventStreams: EventStreams
    /** signals that this process has written events */
    readonly eventSignal: WakeSignal
  }
}

/** A reader of the log that receives events. */
export interface EventListener {
  /** new events in the order of the log, of all types */
  readonly send: (events: readonly StoredEvent[]) => void
  /**
   * Called often; ends the stream if the caller may no longer receive events. `hasChanged`: the rights of any caller
   * have changed since the last call.
   */
  readonly check: (hasChanged: boolean) => void
  readonly end: () => void
}

/** events per read, and reads per run: requests are answered in between */
const pageSize = 1000
const pagesPerRun = 10

/** milliseconds between two checks whether rights have changed */
const checkInterval = 400

/** The streams of events of this process. One reader follows the log for all of them, while there are any. */
export class EventStreams {
  readonly #database: Services['database']
  readonly #listeners = new Set<EventListener>()
  /** the last event that was sent to the listeners; null while there are none */
  #position: Position | null = null
  #lastCheck = 0
  /** the counter of rights at the last check; null before the first */
  #accessVersion: number | null = null

  constructor(database: Services['database']) {
    this.#database = database
  }

  get count(): number {
    return this.#listeners.size
  }

  /**
   * Adds a listener that has the events up to a position. Returns whether the listener must read later events from the
   * log itself, because `EventStreams` sends it only those that it has not read yet.
   */
  async add(listener: EventListener, after: Position): Promise<boolean> {
    if (this.#position === null) {
      const { reader, dialect } = this.#database
      const { end } = await readBounds(reader, dialect)
      // Another listener may have set the position meanwhile. Then it stays, because it may have moved on already.
      this.#position ??= end
    }
    this.#listeners.add(listener)
    return comparePositions(after, this.#position) < 0
  }

  remove(listener: EventListener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#position = null
  }

  /** Sends new events to all listeners. */
  async follow(): Promise<void> {
    void this.#check()
    const { reader, dialect } = this.#database
    for (let page = 0; page < pagesPerRun; page++) {
      const after = this.#position
      if (after === null) return
      const events = await readEvents(reader, dialect, { after, limit: pageSize, filter: everything })
      const last = events.at(-1)
      // While the events were read, all listeners may have left and others have been added.
      if (last === undefined || this.#position !== after) return
      this.#position = last.position
      for (const listener of this.#listeners) listener.send(events)
      if (events.length < pageSize) return
    }
  }

  async #check(): Promise<void> {
    if (this.#listeners.size === 0 || performance.now() - this.#lastCheck < checkInterval) return
    this.#lastCheck = performance.now()
    // While the database does not answer, no events are sent either, so this check may be left out.
    const versions = await Promise.resolve(this.#database.accessVersion()).catch(() => null)
    if (versions === null) return
    const version = rightsIn(versions)
    const hasChanged = version !== this.#accessVersion
    this.#accessVersion = version
    for (const listener of this.#listeners) listener.check(hasChanged)
  }

  /** Ends all streams, when the service stops. */
  close(): void {
    for (const listener of this.#listeners) listener.end()
  }
}
