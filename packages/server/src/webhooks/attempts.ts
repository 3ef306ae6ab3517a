import { serviceCaller } from '../core/caller.ts'
import type { Services, WriteContext } from '../core/context.ts'
import { transact } from '../core/transact.ts'
import { logFailure } from '../platform/log.ts'
import { timeText } from '../platform/time-text.ts'
import { attemptDelivery } from './attempt.ts'
import { claimOf, runningOf } from './claim.ts'
import type { DeliveryRow } from './delivery-store.ts'
import { attemptHook } from './hook-attempt.ts'
import { type EndedAttempt, recordOutcomes } from './outcome.ts'
import { isPaused, lockWebhook, type WebhookRow } from './store.ts'

/** milliseconds that attempts may go on when the process stops */
const stopTime = 1000

/** What this process sends to a webhook. */
interface Queue {
  /** ids of deliveries that are being sent, or whose outcome is not recorded yet */
  readonly underWay: Set<string>
  /** attempts whose outcome is not recorded yet */
  ended: EndedAttempt[]
  /** deliveries may be due */
  isDue: boolean
  /** the transactions that record and claim, while there are any */
  moving: Promise<void> | null
}

/**
 * The attempts of this process. For each webhook, one transaction at a time records what has ended meanwhile and claims
 * what is due: it holds the lock of the webhook, for which other processes wait, and its commit waits for the disk.
 */
export class DeliveryAttempts {
  readonly #services: Services
  readonly #stopping = new AbortController()
  readonly #attempts = new Set<Promise<void>>()
  readonly #queues = new Map<string, Queue>()
  #isStopped = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Starts attempts of deliveries that are due, as many as there are places. */
  async startDue(webhook: WebhookRow): Promise<void> {
    const queue = this.#queueOf(webhook.id)
    if (queue.underWay.size >= runningOf(webhook)) return
    queue.isDue = true
    // The transactions that are under way claim what is due: waiting for all of them would delay other webhooks.
    if (queue.moving === null) await this.#move(webhook.id, queue)
  }

  /** Breaks off what does not end soon; it is sent again. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const timer = setTimeout(() => this.#stopping.abort(), stopTime)
    await Promise.all(this.#attempts)
    clearTimeout(timer)
  }

  #queueOf(webhookId: string): Queue {
    const known = this.#queues.get(webhookId)
    if (known !== undefined) return known
    const queue: Queue = { underWay: new Set(), ended: [], isDue: false, moving: null }
    this.#queues.set(webhookId, queue)
    return queue
  }

  #move(webhookId: string, queue: Queue): Promise<void> {
    queue.moving ??= this.#moveAll(webhookId, queue)
    return queue.moving
  }

  async #moveAll(webhookId: string, queue: Queue): Promise<void> {
    const errors: unknown[] = []
    while (queue.isDue || queue.ended.length > 0)
      await this.#moveOnce(webhookId, queue).catch((error: unknown) => errors.push(error))
    // Nothing can end between the last look and this.
    queue.moving = null
    if (queue.underWay.size === 0) this.#queues.delete(webhookId)
    if (errors.length > 0) throw errors[0]
  }

  async #moveOnce(webhookId: string, queue: Queue): Promise<void> {
    const { ended } = queue
    Object.assign(queue, { ended: [], isDue: false })
    const left = new Set(queue.underWay)
    for (const { delivery } of ended) left.delete(delivery.id)
    try {
      const claimed = await this.#recordAndClaim(webhookId, ended, left)
      for (const { webhook, delivery } of claimed) this.#start(queue, webhook, delivery)
    } finally {
      // Where the transaction has failed, another attempt follows when the lease has ended.
      for (const { delivery } of ended) queue.underWay.delete(delivery.id)
    }
  }

  async #recordAndClaim(
    webhookId: string,
    ended: readonly EndedAttempt[],
    underWay: ReadonlySet<string>,
  ): Promise<{ webhook: WebhookRow; delivery: DeliveryRow }[]> {
    const now = timeText(await this.#services.sharedClock())
    return this.#write(now, async (context) => {
      const locked = await lockWebhook(context, webhookId)
      if (locked === undefined) return []
      const webhook = await recordOutcomes(context, locked, ended)
      if (this.#isStopped || isPaused(webhook)) return []
      const deliveries = await claimOf(context, webhook, underWay)
      return deliveries.map((delivery) => ({ webhook, delivery }))
    })
  }

  #start(queue: Queue, webhook: WebhookRow, delivery: DeliveryRow): void {
    queue.underWay.add(delivery.id)
    const attempt = this.#attempt(queue, webhook, delivery)
      .catch((error: unknown) =>
        // Another attempt follows when the lease has ended.
        logFailure(this.#services.log, 'a delivery of a webhook failed', { error, webhookId: webhook.id }),
      )
      .finally(() => {
        this.#attempts.delete(attempt)
        queue.underWay.delete(delivery.id)
      })
    this.#attempts.add(attempt)
  }

  async #attempt(queue: Queue, webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const { signal } = this.#stopping
    // The time of the claim.
    const time = new Date(delivery.try_set_at ?? delivery.created_at)
    const { plugin_id: pluginId } = webhook
    const outcome =
      pluginId === null
        ? await attemptDelivery(this.#services, { webhook, delivery, time, signal })
        : await attemptHook(this.#services, { pluginId, delivery, time, signal })
    const isBrokenOff = signal.aborted && outcome.failure !== null
    queue.ended.push({ delivery, outcome: isBrokenOff ? null : outcome })
    await this.#move(webhook.id, queue)
  }

  #write<Result>(now: string, work: (context: WriteContext) => Promise<Result>): Promise<Result> {
    return transact(this.#services, { caller: serviceCaller('job'), action: 'webhooks.update', now }, work)
  }
}
