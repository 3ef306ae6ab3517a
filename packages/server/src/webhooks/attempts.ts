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
  /** whether transactions record and claim now */
  isMoving: boolean
}

/**
 * The attempts of this process. For each webhook, one transaction at a time records what has ended meanwhile and claims
 * what is due: it holds the lock of the webhook, for which other processes wait, and its commit waits for the disk.
 */
export class DeliveryAttempts {
  readonly #services: Services
  readonly #stopping = new AbortController()
  /** attempts, and transactions that record and claim; none of them fails */
  readonly #running = new Set<Promise<void>>()
  readonly #queues = new Map<string, Queue>()
  #isStopped = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Starts attempts of deliveries that are due, as many as there are places; does not wait for them. */
  startDue(webhook: WebhookRow): void {
    const queue = this.#queueOf(webhook.id)
    if (queue.underWay.size >= runningOf(webhook)) return
    queue.isDue = true
    this.#move(webhook.id, queue)
  }

  /** Breaks off what does not end soon; it is sent again. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const timer = setTimeout(() => this.#stopping.abort(), stopTime)
    while (this.#running.size > 0) await Promise.all(this.#running)
    clearTimeout(timer)
  }

  #queueOf(webhookId: string): Queue {
    const known = this.#queues.get(webhookId)
    if (known !== undefined) return known
    const queue: Queue = { underWay: new Set(), ended: [], isDue: false, isMoving: false }
    this.#queues.set(webhookId, queue)
    return queue
  }

  #move(webhookId: string, queue: Queue): void {
    if (queue.isMoving) return
    queue.isMoving = true
    this.#run(webhookId, this.#moveAll(webhookId, queue))
  }

  async #moveAll(webhookId: string, queue: Queue): Promise<void> {
    try {
      while (queue.isDue || queue.ended.length > 0) await this.#moveOnce(webhookId, queue)
    } finally {
      // Nothing can end between the last look and this.
      queue.isMoving = false
      if (queue.underWay.size === 0) this.#queues.delete(webhookId)
      else if (queue.ended.length > 0) this.#move(webhookId, queue)
    }
  }

  #run(webhookId: string, work: Promise<void>): void {
    const running = work
      .catch((error: unknown) =>
        // Another attempt follows when the lease has ended.
        logFailure(this.#services.log, 'a delivery of a webhook failed', { error, webhookId }),
      )
      .finally(() => this.#running.delete(running))
    this.#running.add(running)
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
    this.#run(webhook.id, this.#attempt(queue, webhook, delivery))
  }

  async #attempt(queue: Queue, webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    try {
      queue.ended.push({ delivery, outcome: await this.#outcomeOf(webhook, delivery) })
    } catch (error) {
      queue.underWay.delete(delivery.id)
      throw error
    }
    this.#move(webhook.id, queue)
  }

  async #outcomeOf(webhook: WebhookRow, delivery: DeliveryRow): Promise<EndedAttempt['outcome']> {
    const { signal } = this.#stopping
    // The time of the claim.
    const time = new Date(delivery.try_set_at ?? delivery.created_at)
    const { plugin_id: pluginId } = webhook
    const outcome =
      pluginId === null
        ? await attemptDelivery(this.#services, { webhook, delivery, time, signal })
        : await attemptHook(this.#services, { pluginId, delivery, time, signal })
    return signal.aborted && outcome.failure !== null ? null : outcome
  }

  #write<Result>(now: string, work: (context: WriteContext) => Promise<Result>): Promise<Result> {
    return transact(this.#services, { caller: serviceCaller('job'), action: 'webhooks.update', now }, work)
  }
}
