import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import { limits } from '@octavo/contract/limits'
import type { Caller } from '../../core/caller.ts'
import type { Services } from '../../core/context.ts'
import type { EventListener } from './event-streams.ts'
import { comparePositions, type Position } from './position.ts'
import type { PositionForm, PositionForms } from './position-form.ts'
import { type EventSelection, filterFor, isWanted, presentEvent } from './reading.ts'
import { type EventFilter, readEvents, type StoredEvent } from './store.ts'

/** milliseconds of silence after which something is sent, so that proxies keep the connection */
const heartbeat = 15_000
/** milliseconds between two checks of rights that have not changed; see `#checkRights` */
const checkInterval = heartbeat
/** milliseconds that a client may take to read a page of old events */
const drainTime = 10_000
/** events per read of the log */
const pageSize = 500

export interface StreamOptions {
  readonly selection: EventSelection
  readonly caller: Caller
  readonly forms: PositionForms
  /** the caller as their rights are now; throws when the token or session has ended */
  readonly recheck: () => Caller | Promise<Caller>
}

/** One client that is sent events (server-sent events). A client that reads too slowly is disconnected. */
export class EventStream implements EventListener {
  readonly #services: Pick<Services, 'database' | 'eventStreams' | 'clock'>
  readonly #response: ServerResponse
  readonly #options: StreamOptions
  #filter: EventFilter
  /** the last event that was sent to the client or skipped by its filter; `start` sets it */
  #position: Position = []
  /** `catchingUp`: reads the log itself; `live`: gets new events by `send` */
  #state: 'catchingUp' | 'live' | 'ended' = 'catchingUp'
  /** the log has events that were not sent to it yet */
  #isBehind = false
  #isChecking = false
  /** rights can have changed since the stream was authorized */
  #mustCheck = true
  #nextCheck = 0
  #lastSent = performance.now()

  constructor(
    services: Pick<Services, 'database' | 'eventStreams' | 'clock'>,
    response: ServerResponse,
    options: StreamOptions,
  ) {
    this.#services = services
    this.#response = response
    this.#options = options
    this.#filter = filterFor(options.caller, options.selection)
    response.on('close', () => this.end())
  }

  get #form(): PositionForm {
    return this.#options.forms.of(this.#filter)
  }

  /** Sends the events after a position, then new ones as they are written. */
  async start(after: Position): Promise<void> {
    this.#position = after
    // `add` returns true if the log has events after the position that the stream must read itself.
    if (await this.#services.eventStreams.add(this, after)) this.#isBehind = true
    // Clients reconnect after this time, and pass the id even if no event has come.
    this.#write(`retry: 2000\nid: ${this.#form.cursor(this.#position)}\n\n`)
    await this.#becomeLive()
  }

  send(events: readonly StoredEvent[]): void {
    if (this.#state === 'catchingUp') this.#isBehind = true
    if (this.#state !== 'live') return
    this.#sendWanted(events)
    if (this.#response.writableLength <= limits.eventStreams.buffer) return
    // Bounds the memory for a client that reads slowly: it gets the rest from the log, page by page.
    this.#state = 'catchingUp'
    this.#isBehind = true
    void this.#becomeLive().catch(() => this.#breakOff())
  }

  check(hasChanged: boolean): void {
    if (this.#state === 'ended') return
    if (hasChanged) this.#mustCheck = true
    const now = performance.now()
    if (now - this.#lastSent > heartbeat) this.#write(`id: ${this.#form.cursor(this.#position)}\n\n`)
    if (!this.#isChecking && (this.#mustCheck || now >= this.#nextCheck)) void this.#checkRights()
  }

  /**
   * Ends the stream if the caller's token or session has ended, else applies their current rights. It is also called at
   * times without a change of rights, because it records a use of the session.
   */
  async #checkRights(): Promise<void> {
    this.#isChecking = true
    this.#mustCheck = false
    try {
      const caller = await this.#options.recheck()
      this.#filter = filterFor(caller, this.#options.selection)
      const remaining = Date.parse(caller.expiresAt ?? '') - this.#services.clock().getTime()
      // NaN: the token or session does not expire. Otherwise the next check is not later than its end.
      const pause = Number.isNaN(remaining) ? checkInterval : Math.min(checkInterval, remaining)
      this.#nextCheck = performance.now() + pause
    } catch {
      this.end()
    } finally {
      this.#isChecking = false
    }
  }

  end(): void {
    this.#state = 'ended'
    this.#services.eventStreams.remove(this)
    this.#response.end()
  }

  /** Sends the events after the last sent one until the end of the log; from then on, `send` gets the new ones. */
  async #becomeLive(): Promise<void> {
    while (this.#isBehind && this.#state === 'catchingUp') {
      this.#isBehind = false
      await this.#catchUp()
    }
    if (this.#state === 'catchingUp') {
      this.#state = 'live'
      return
    }
    // The stream has ended. If it ended while `start` was adding it, it was removed before it was added.
    this.#services.eventStreams.remove(this)
  }

  /** Reads and sends the events after the last sent one, page by page, until a page is not full. */
  async #catchUp(): Promise<void> {
    const { reader, dialect } = this.#services.database
    while (this.#state === 'catchingUp') {
      if (this.#response.writableNeedDrain) await this.#drained()
      const page = { after: this.#position, limit: pageSize, filter: this.#filter }
      const events = await readEvents(reader, dialect, page)
      this.#sendWanted(events)
      if (events.length < pageSize) return
    }
  }

  /** Waits until the client has read what was sent; disconnects it if that takes too long. */
  async #drained(): Promise<void> {
    try {
      await once(this.#response, 'drain', { signal: AbortSignal.timeout(drainTime) })
    } catch {
      this.#breakOff()
    }
  }

  /** Disconnects a client that does not read, whose connection would not end by itself. */
  #breakOff(): void {
    this.end()
    this.#response.destroy()
  }

  /** Sends those events that the client has not got yet and that pass its filter. */
  #sendWanted(events: readonly StoredEvent[]): void {
    let text = ''
    for (const event of events) {
      if (comparePositions(event.position, this.#position) <= 0) continue
      this.#position = event.position
      if (!isWanted(event, this.#filter)) continue
      const presented = presentEvent(event, this.#form)
      text += `id: ${presented.id}\ndata: ${JSON.stringify(presented)}\n\n`
    }
    if (text !== '') this.#write(text)
  }

  #write(text: string): void {
    if (this.#state === 'ended') return
    this.#lastSent = performance.now()
    this.#response.write(text)
  }
}
