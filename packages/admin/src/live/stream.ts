import { latestEvent } from '@octavo/contract/events'
import { apiPath } from '@octavo/contract/rest'
import { api } from '../api/client.ts'
import { isFailure } from '../api/failures.ts'
import { announceChanges, type Change } from './changes.ts'

/** milliseconds in which changes are collected before listeners are called */
const collectingTime = 150
/** the least number of milliseconds between two calls of the listeners */
const leastPause = 1500
/** milliseconds before a refused stream is opened again: the first pause, and the longest one */
const retry = { first: 2000, most: 60_000 }
/** maximum number of changes; with more, listeners are called without them, as if everything had changed */
const mostChanges = 1000

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
  #collected: Change[] = []
  #announceTimer: ReturnType<typeof setTimeout> | undefined
  #lastAnnounced = 0
  #isOver = false

  start(): () => void {
    const followVisibility = () =>
      document.visibilityState === 'visible' ? void this.#open() : this.#close()
    document.addEventListener('visibilitychange', followVisibility)
    followVisibility()
    return () => {
      this.#isOver = true
      document.removeEventListener('visibilitychange', followVisibility)
      this.#close()
      clearTimeout(this.#announceTimer)
    }
  }

  async #open(): Promise<void> {
    clearTimeout(this.#retryTimer)
    if (this.#source !== undefined || this.#isOpening) return
    this.#isOpening = true
    try {
      // The stream begins after its first cursor. If earlier attempts failed to get one, it misses the changes since.
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
      this.#collected.push(JSON.parse(data) as Change)
      this.#announceSoon()
    })
    // The browser reconnects after a broken connection, but not after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED && this.#source === source) void this.#refused()
    })
  }

  /** Requests the same events as a list, to learn why the stream was refused: `EventSource` does not report it. */
  async #refused(): Promise<void> {
    this.#close()
    const reason = await cursorAfter(this.#cursor ?? latestEvent).then(
      () => null,
      (error: unknown) => error,
    )
    this.#failed(reason)
  }

  /** Opens the stream again after a pause, which grows with each failure. `error`: null if the reason is unknown. */
  #failed(error: unknown): void {
    if (this.#isOver) return
    // The service does not accept the cursor (any more), so the stream begins again and changes may be missed.
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
    const wait = Math.max(collectingTime, this.#lastAnnounced + leastPause - performance.now())
    this.#announceTimer = setTimeout(() => this.#announce(), wait)
  }

  #announce(): void {
    const changes = this.#collected
    this.#collected = []
    this.#announceTimer = undefined
    this.#lastAnnounced = performance.now()
    announceChanges(changes.length > mostChanges ? null : changes)
  }
}

async function cursorAfter(after: string): Promise<string> {
  return (await api.events.list({ after, limit: 1 })).nextCursor
}

/** Follows the changes of the site; returns the function that stops it. */
export function followChanges(): () => void {
  return new ChangeStream().start()
}
