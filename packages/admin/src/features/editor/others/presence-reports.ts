import { api, clientWith } from '../../../api/client.ts'
import type { Saver } from '../autosave/saver.ts'
import type { Others } from './others.ts'

/**
 * milliseconds between two reports: while no other editor has the item open, while one has, and the shortest pause when
 * the focus moves to another field
 */
const pauses = { alone: 8000, together: 3000, least: 1000 }

/** The client for the last report. A request with `keepalive` is sent even if the page closes. */
const lastingClient = clientWith((input, init) => fetch(input, { ...init, keepalive: true }))

/**
 * Reports that an item is open, and the field with the focus, while the page is visible. Answers list the other
 * editors.
 */
export class PresenceReports {
  readonly #saver: Saver
  readonly #others: Others
  /** slug of the collection */
  readonly #collection: string
  /** returns the slugs of its fields */
  readonly #fields: () => readonly string[]
  /** identifies this editor among those of the person */
  readonly #tab = randomText()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** the field of the last report */
  #sentField: string | null = null
  /** when the last report was sent, as `performance.now()`; 0 before the first one */
  #sentAt = 0
  /** whether a report is under way */
  #isBusy = false
  /** true before the first report, and after the end of the reports */
  #isOver = true

  constructor(saver: Saver, others: Others, collection: { slug: string; fields: () => readonly string[] }) {
    this.#saver = saver
    this.#others = others
    this.#collection = collection.slug
    this.#fields = collection.fields
  }

  /** Starts reporting. Returns the function that stops it and reports that the item is closed. */
  start(): () => void {
    this.#isOver = false
    const unsubscribe = this.#saver.subscribe(() => this.#reportOtherField())
    const followVisibility = () => (isPageVisible() ? this.#plan(0) : clearTimeout(this.#timer))
    const leave = () => this.#leave()
    document.addEventListener('visibilitychange', followVisibility)
    window.addEventListener('pagehide', leave)
    this.#plan(0)
    return () => {
      this.#isOver = true
      clearTimeout(this.#timer)
      document.removeEventListener('visibilitychange', followVisibility)
      window.removeEventListener('pagehide', leave)
      unsubscribe()
      leave()
    }
  }

  /** Plans the next report, in as many milliseconds, in place of one that is planned already. */
  #plan(wait: number): void {
    clearTimeout(this.#timer)
    if (!this.#isOver && isPageVisible()) this.#timer = setTimeout(() => void this.#report(), wait)
  }

  /**
   * Plans a report if the focus has moved to another field since the last one. Does nothing before the first report,
   * which is planned already, and during a report, which calls this at its end.
   */
  #reportOtherField(): void {
    if (this.#isBusy || this.#sentAt === 0 || this.#field() === this.#sentField) return
    this.#plan(Math.max(0, this.#sentAt + pauses.least - performance.now()))
  }

  /** The slug of the field with the focus; null for other parts of the form, such as the terms. */
  #field(): string | null {
    const key = this.#saver.getState().focus?.key ?? null
    return key !== null && this.#fields().includes(key) ? key : null
  }

  /** Whether the session has ended. Another person, who does not have the item open, may sign in on this page. */
  #isSignedOut(): boolean {
    return this.#saver.getState().halt?.kind === 'signedOut'
  }

  async #report(): Promise<void> {
    const { item } = this.#saver.getState()
    // Looks again soon, because nothing else starts the reports when a new item is saved or a person signs in again.
    if (item === null || this.#isSignedOut()) return this.#plan(pauses.together)
    const field = this.#field()
    this.#isBusy = true
    this.#sentField = field
    this.#sentAt = performance.now()
    try {
      const { items } = await api.presence.report({
        collection: this.#collection,
        id: item.id,
        tab: this.#tab,
        field,
      })
      if (!this.#isOver) this.#others.setPeople(items)
    } catch {
      // Without an answer the other editors are unknown.
      if (!this.#isOver) this.#others.setPeople([])
    }
    this.#isBusy = false
    this.#plan(this.#others.people.length > 0 ? pauses.together : pauses.alone)
    this.#reportOtherField()
  }

  /** Reports that the item is closed. */
  #leave(): void {
    const { item } = this.#saver.getState()
    if (item === null || this.#sentAt === 0 || this.#isSignedOut()) return
    const report = { collection: this.#collection, id: item.id, tab: this.#tab }
    // If this request fails, the service removes the report after a while.
    void lastingClient.presence.leave(report).catch(() => undefined)
  }
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible'
}

function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16)).join('-')
}
