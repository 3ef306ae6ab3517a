import { serviceCaller } from '../../core/caller.ts'
import type { Services, WriteContext } from '../../core/context.ts'
import { transact } from '../../core/transact.ts'
import { readBounds } from '../events/bounds.ts'
import { readerPositions, withHooks } from '../events/log.ts'
import { comparePositions } from '../events/position.ts'
import { isPaused } from '../../platform/database/paused.ts'
import { isUnavailable } from '../../platform/errors.ts'
import { logFailure } from '../../platform/log.ts'
import { timeText } from '../../platform/time-text.ts'
import type { WakeSignal } from '../../platform/wake-signal.ts'
import { hasAfterHooks } from '../../plugins/active.ts'
import { DeliveryAttempts } from './attempts.ts'
import { enqueueEvents, readerName } from './enqueue.ts'
import { addQueue } from './hook-queues.ts'
import { bringBackFromFuture, isAnyOfFuture } from './future-store.ts'
import { type ActiveWebhook, activeWebhooks, listQueues, touchQueues, type WebhookRow } from './store.ts'

declare module '../../core/context.ts' {
  interface Services {
    /** signals that this process has written events, or that a delivery is due */
    readonly webhookSignal: WakeSignal
  }
}

/**
 * milliseconds after which the process records again which plugins it has loaded; the queue of a plugin that no process
 * has loaded for long is removed
 */
const touchInterval = 60 * 60 * 1000

/**
 * Sends the deliveries of all webhooks, and calls the after-hooks of plugins. Each webhook and each plugin has its own
 * places, so that none waits for another.
 */
export class WebhookSender {
  readonly #services: Services
  readonly #attempts: DeliveryAttempts
  /** plugins whose queue this process has added or found */
  readonly #queues = new Set<string>()
  #nextTouch = 0
  /** the time of the last run, '' before the first; it stays while times in the future may be left */
  #lastRun = ''
  #hasWarned = false

  constructor(services: Services) {
    this.#services = services
    this.#attempts = new DeliveryAttempts(services)
  }

  /**
   * Makes deliveries of new events, and starts attempts of those that are due. A webhook with many new events gets a
   * part of its deliveries in each run, so that the others need not wait for it.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { database, sharedClock, webhookSignal } = this.#services
    await this.#addQueues()
    const active = await this.#active()
    // After a restore, all scheduled work of the service is paused.
    if (active.length === 0 || (await isPaused(database.reader))) return
    const now = timeText(await sharedClock())
    await this.#followClock(now, signal)
    let isMore = false
    await this.#each(await this.#withNewEvents(active), signal, async ({ id }) => {
      if (await this.#write(now, (context) => enqueueEvents(context, id))) isMore = true
    })
    // Read again, because `due_at` of the first reading lacks the deliveries that were just made.
    const due = (await this.#active()).filter(({ due_at }) => due_at !== null && due_at <= now)
    // `#hasKey` warns if the key is missing. Only webhooks need it, so a site that has none gets no warning.
    const maySend = active.some(({ plugin_id }) => plugin_id === null) && this.#hasKey()
    const sendable = due.filter(({ plugin_id }) => plugin_id !== null || maySend)
    await this.#each(sendable, signal, (webhook) => this.#attempts.startDue(webhook))
    if (isMore) webhookSignal.ring()
  }

  /**
   * Adds the queues of plugins that were enabled since the last run, and records which plugins this process has
   * loaded.
   */
  async #addQueues(): Promise<void> {
    const { plugins, sharedClock } = this.#services
    // `listeners`: the enabled plugins with after-hooks
    const added = [...plugins.current.listeners].filter((id) => !this.#queues.has(id))
    const installed = plugins.loaded.filter(({ plugin }) => hasAfterHooks(plugin))
    const mustTouch = installed.length > 0 && performance.now() >= this.#nextTouch
    if (!mustTouch && added.length === 0) return
    const now = timeText(await sharedClock())
    for (const id of added) {
      await this.#write(now, (context) => addQueue(context, id))
      this.#queues.add(id)
    }
    if (!mustTouch) return
    const ids = installed.map(({ plugin }) => plugin.id)
    await this.#write(now, (context) => touchQueues(context, ids))
    this.#nextTouch = performance.now() + touchInterval
  }

  /** What this process can send to: webhooks that are not paused, and the hooks of plugins that it has loaded. */
  async #active(): Promise<ActiveWebhook[]> {
    const { database, plugins } = this.#services
    const active = await activeWebhooks({ db: database.reader })
    return active.filter(({ plugin_id }) => plugin_id === null || plugins.current.listeners.has(plugin_id))
  }

  /**
   * Does the work for each webhook. A failure of one webhook does not stop the others; an outage of the database does.
   * Returns whether everything is done.
   */
  async #each(
    webhooks: readonly WebhookRow[],
    signal: AbortSignal,
    work: (webhook: WebhookRow) => Promise<void>,
  ): Promise<boolean> {
    let isDone = true
    for (const webhook of webhooks) {
      if (signal.aborted) return false
      await work(webhook).catch((error: unknown) => {
        if (isUnavailable(error)) throw error
        isDone = false
        logFailure(this.#services.log, 'a webhook failed', { error, level: 'warn', webhookId: webhook.id })
      })
    }
    return isDone
  }

  /**
   * Whether this process has the key of secrets; warns once if not. A process without it leaves deliveries to those
   * that have it.
   */
  #hasKey(): boolean {
    const { secretBox, log } = this.#services
    if (secretBox.lacksKey && !this.#hasWarned) {
      this.#hasWarned = true
      log.warn('this process sends nothing to webhooks: it needs OCTAVO_SECRET_KEY')
    }
    return !secretBox.lacksKey
  }

  stop(): Promise<void> {
    return this.#attempts.stop()
  }

  /**
   * Corrects times in the future after a clock was set back, which would delay attempts. A failure is repeated by the
   * next run.
   */
  async #followClock(now: string, signal: AbortSignal): Promise<void> {
    // The first run checks too, because the clock may have been set back while no process ran.
    const hasGoneBack = now < this.#lastRun || this.#lastRun === ''
    if (!hasGoneBack || (await this.#bringBack(now, signal))) this.#lastRun = now
  }

  /** Returns whether no times of the future are left. */
  async #bringBack(now: string, signal: AbortSignal): Promise<boolean> {
    const { reader } = this.#services.database
    if (!(await isAnyOfFuture({ db: reader }, now))) return true
    // Each in its own transaction, so that no transaction waits for the lock of one webhook while it holds another.
    return this.#each(await listQueues({ db: reader }), signal, ({ id }) =>
      this.#write(now, (context) => bringBackFromFuture(context, id)),
    )
  }

  /**
   * The webhooks that have not read the log of events to its end. Plugins read only events that call after-hooks
   * (`withHooks`), so their end is the last of these; other events start no transaction for them.
   */
  async #withNewEvents(webhooks: readonly WebhookRow[]): Promise<WebhookRow[]> {
    const { reader, dialect } = this.#services.database
    const { end } = await readBounds(reader, dialect)
    const { end: endOfHooks } = webhooks.some(({ plugin_id }) => plugin_id !== null)
      ? await readBounds(reader, dialect, withHooks)
      : { end }
    const names = webhooks.map(({ id }) => readerName(id))
    const positions = await readerPositions(reader, dialect, names)
    return webhooks.filter(({ id, plugin_id }) => {
      const position = positions.get(readerName(id))
      const last = plugin_id === null ? end : endOfHooks
      return position !== undefined && comparePositions(position, last) < 0
    })
  }

  #write<Result>(now: string, work: (context: WriteContext) => Promise<Result>): Promise<Result> {
    return transact(this.#services, { caller: serviceCaller('job'), action: 'webhooks.update', now }, work)
  }
}
