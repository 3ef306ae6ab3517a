import { latestEvent } from '@octavo/contract/events'
import { apiPath } from '@octavo/contract/rest'
import { api } from '../api/client.ts'
import { isFailure } from '../api/failures.ts'
import { announceChanges, type Change } from './changes.ts'

/** milliseconds in which changes are collected, and the minimum between two notifications if there are many */
const gathering = 150
const pause = 1500
/** milliseconds before a refused stream is opened again: the first pause, and the longest one */
const retry = { first: 2000, most: 60_000 }
/** With more changes than this, listeners are called without the changes, as if everything had changed. */
const most = 1000

/**
 * The single event stream of this page. It is open while the page is visible, because browsers allow few connections
 * per host for all tabs together. When it is opened again, it continues after the last received change.
 */
class ChangeStream {
  #source: EventSource | undefined
  #cursor: string | null = null
  #isOpening = false
  #failures = 0
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #waiting: Change[] = []
  #announceTimer: ReturnType<typeof setTimeout> | undefined
  #lastAnnounced = 0
  #isOver = false

  start(): () => void {
    const look = () => (document.visibilityState === 'visible' ? void this.#open() : this.#close())
    document.addEventListener('visibilitychange', look)
    look()
    return () => {
      this.#isOver = true
      document.removeEventListener('visibilitychange', look)
      this.#close()
      clearTimeout(this.#announceTimer)
    }
  }

  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer)
    if (this.#source !== undefined || this.#isOpening) return
    this.#isOpening = true
    try {
      // What happened before the first cursor, while the stream could not be opened, is in no event.
      const isLate = this.#cursor === null && this.#failures > 0
      this.#cursor ??= await cursorAfter(latestEvent)
      if (isLate) announceChanges(null)
      if (!this.#isOver && document.visibilityState === 'visible') this.#listen(this.#cursor)
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#isOpening = false
    }
  }

  #listen(cursor: string): void {
    const source = new EventSource(`${apiPath}/events/stream?after=${encodeURIComponent(cursor)}`)
    this.#source = source
    source.addEventListener('open', () => (this.#failures = 0))
    source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
      this.#cursor = lastEventId
      this.#waiting.push(JSON.parse(data) as Change)
      this.#announceSoon()
    })
    // The browser reconnects after a broken connection, but not after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED && this.#source === source) void this.#refused()
    })
  }

  /** Requests the page of events to learn the reason, which `EventSource` does not report. */
  async #refused(): Promise<void> {
    this.#close()
    const reason = await cursorAfter(this.#cursor ?? latestEvent).then(
      () => null,
      (error: unknown) => error,
    )
    this.#failed(reason)
  }

  #failed(error: unknown): void {
    if (this.#isOver) return
    if (isFailure(error, 400, 410)) {
      this.#cursor = null
      announceChanges(null)
    }
    const wait = Math.min(retry.first * 2 ** this.#failures++, retry.most)
    this.#retryTimer = setTimeout(() => {
      if (document.visibilityState === 'visible') void this.#open()
    }, wait)
  }

  #close(): void {
    clearTimeout(this.#retryTimer)
    this.#source?.close()
    this.#source = undefined
  }

  #announceSoon(): void {
    if (this.#announceTimer !== undefined) return
    const wait = Math.max(gathering, this.#lastAnnounced + pause - performance.now())
    this.#announceTimer = setTimeout(() => this.#announce(), wait)
  }

  #announce(): void {
    const changes = this.#waiting
    this.#waiting = []
    this.#announceTimer = undefined
    this.#lastAnnounced = performance.now()
    announceChanges(changes.length > most ? null : changes)
  }
}

async function cursorAfter(after: string): Promise<string> {
  return (await api.events.list({ after, limit: 1 })).nextCursor
}

/** Follows the changes of the site; returns the function that stops it. */
export function followChanges(): () => void {
  return new ChangeStream().start()
}
