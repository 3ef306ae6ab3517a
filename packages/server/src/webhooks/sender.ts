import { limits } from '@octavo/contract/limits'
import { serviceCaller } from '../core/caller.ts'
import type { Services, WriteContext } from '../core/context.ts'
import { transact } from '../core/transact.ts'
import { readBounds } from '../events/bounds.ts'
import { readerPositions } from '../events/log.ts'
import { comparePositions } from '../events/position.ts'
import { isPaused } from '../platform/database/paused.ts'
import { newId } from '../platform/ids.ts'
import { logFailure } from '../platform/log.ts'
import { timeText } from '../platform/time-text.ts'
import type { WakeSignal } from '../platform/wake-signal.ts'
import { attemptDelivery } from './attempt.ts'
import { bringBackFromFuture, claimDeliveries, type DeliveryRow, isAnyOfFuture } from './delivery-store.ts'
import { enqueueEvents, readerName } from './enqueue.ts'
import { giveBack, recordOutcome } from './outcome.ts'
import { activeWebhooks, type ActiveWebhook, type WebhookRow } from './store.ts'

declare module '../core/context.ts' {
  interface Services {
    /** signals that this process has written events, or that a delivery is due */
    readonly webhookSignal: WakeSignal
  }
}

/** milliseconds after which another process takes a delivery whose process was killed */
const leaseTime = 1.5 * limits.webhooks.attemptTime

/** milliseconds that attempts may go on when the process stops */
const stopTime = 1000

/** Sends the deliveries of all webhooks. Each webhook has its own places, so that none waits for the receiver of another. */
export class WebhookSender {
  readonly #services: Services
  readonly #stopping = new AbortController()
  readonly #attempts = new Set<Promise<void>>()
  /** attempts under way, by webhook */
  readonly #running = new Map<string, number>()
  #lastRun = ''

  constructor(services: Services) {
    this.#services = services
  }

  /** Makes deliveries of new events, and starts attempts of those that are due. */
  async run(): Promise<void> {
    const { database, sharedClock } = this.#services
    const active = await activeWebhooks({ db: database.reader })
    if (active.length === 0 || (await isPaused(database.reader))) return
    const now = timeText(await sharedClock())
    await this.#followClock(now)
    for (const { id } of await this.#behind(active)) await this.#enqueueAll(id, now)
    for (const webhook of await activeWebhooks({ db: database.reader })) {
      if (webhook.due_at !== null && webhook.due_at <= now) await this.#sendDue(webhook, now)
    }
  }

  /** Breaks off what does not end soon; it is sent again. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#stopping.abort(), stopTime)
    await Promise.all(this.#attempts)
    clearTimeout(timer)
  }

  /** Attempts are not put off by as much as a clock has gone back. */
  async #followClock(now: string): Promise<void> {
    const hasGoneBack = now < this.#lastRun || this.#lastRun === ''
    this.#lastRun = now
    if (!hasGoneBack || !(await isAnyOfFuture({ db: this.#services.database.reader }, now))) return
    await this.#write(now, (context) => bringBackFromFuture(context, now))
  }

  async #behind(webhooks: readonly WebhookRow[]): Promise<WebhookRow[]> {
    const { reader, dialect } = this.#services.database
    const { end } = await readBounds(reader, dialect)
    const names = webhooks.map(({ id }) => readerName(id))
    const positions = await readerPositions(reader, dialect, names)
    return webhooks.filter(({ id }) => {
      const position = positions.get(readerName(id))
      return position !== undefined && comparePositions(position, end) < 0
    })
  }

  async #enqueueAll(id: string, now: string): Promise<void> {
    while (await this.#write(now, (context) => enqueueEvents(context, id)));
  }

  async #sendDue(webhook: ActiveWebhook, now: string): Promise<void> {
    const most = limits.webhooks.running - (this.#running.get(webhook.id) ?? 0)
    if (most <= 0) return
    const until = timeText(new Date(Date.parse(now) + leaseTime))
    const claim = { webhookId: webhook.id, now, until, lease: newId(), most }
    for (const delivery of await this.#write(now, (context) => claimDeliveries(context, claim)))
      this.#start(webhook, delivery)
  }

  #start(webhook: WebhookRow, delivery: DeliveryRow): void {
    this.#count(webhook.id, 1)
    const attempt = this.#attempt(webhook, delivery)
      .catch((error: unknown) =>
        // Another attempt follows when the lease has ended.
        logFailure(this.#services.log, 'a delivery of a webhook failed', { error, webhookId: webhook.id }),
      )
      .finally(() => {
        this.#attempts.delete(attempt)
        this.#count(webhook.id, -1)
        this.#services.webhookSignal.ring()
      })
    this.#attempts.add(attempt)
  }

  async #attempt(webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const { signal } = this.#stopping
    const time = await this.#services.sharedClock()
    const outcome = await attemptDelivery(this.#services, { webhook, delivery, time, signal })
    const now = timeText(await this.#services.sharedClock())
    const isBrokenOff = signal.aborted && outcome.failure !== null
    await this.#write(now, (context) =>
      isBrokenOff ? giveBack(context, delivery) : recordOutcome(context, delivery, outcome),
    )
  }

  #count(id: string, change: number): void {
    const count = (this.#running.get(id) ?? 0) + change
    if (count === 0) this.#running.delete(id)
    else this.#running.set(id, count)
  }

  #write<Result>(now: string, work: (context: WriteContext) => Promise<Result>): Promise<Result> {
    return transact(this.#services, { caller: serviceCaller('job'), action: 'webhooks.update', now }, work)
  }
}
