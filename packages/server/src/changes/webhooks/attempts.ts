import { serviceCaller } from '../../core/caller.ts'
import type { Services, WriteContext } from '../../core/context.ts'
import { transact } from '../../core/transact.ts'
import { logFailure } from '../../platform/log.ts'
import { timeText } from '../../platform/time-text.ts'
import { attemptDelivery } from './attempt.ts'
import { claimDeliveries, mostRunning } from './claim.ts'
import type { DeliveryRow } from './delivery-store.ts'
import { attemptHook } from './hook-attempt.ts'
import { type EndedAttempt, recordOutcomes } from './outcome.ts'
import { isPaused, lockWebhook, type WebhookRow } from './store.ts'

/** milliseconds that attempts may continue when the process stops */
const stopTime = 1000

/** The deliveries that this process is sending to a webhook. */
interface Queue {
  /** ids of deliveries that are being sent, or whose outcome is not recorded yet */
  readonly underWay: Set<string>
  /** attempts whose outcome is not recorded yet */
  ended: EndedAttempt[]
  /** deliveries may be due, so another transaction must claim them */
  isDue: boolean
  /** the running transactions that record and claim, if any; never rejects */
  running: Promise<void> | null
}

/**
 * The attempts of this process. For each webhook, one transaction at a time records what has ended meanwhile and claims
 * what is due: it holds the lock of the webhook, for which other processes wait, and its commit waits for the disk. A
 * claim is a lease: no other process claims the delivery before it expires.
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

  /**
   * Starts attempts of due deliveries, up to the number of free places. It waits for one transaction at most, not for
   * those that follow when attempts end: a long backlog delays neither other webhooks nor the end of the process.
   */
  async startDue(webhook: WebhookRow): Promise<void> {
    const queue = this.#queueOf(webhook.id)
    if (queue.underWay.size >= mostRunning(webhook)) return
    queue.isDue = true
    // If transactions are running, they also claim what is due now, because `isDue` is set.
    if (queue.running === null) await this.#runTransactions(webhook.id, queue)
  }

  /** Aborts attempts that do not end soon; they are repeated. */
  async stop(): Promise<void> {
    // From now on, transactions record outcomes but claim nothing.
    this.#isStopped = true
    const timer = setTimeout(() => this.#stopping.abort(), stopTime)
    // The end of one can start another: a transaction records the outcome of an attempt.
    for (let rest = this.#unfinished(); rest.length > 0; rest = this.#unfinished()) await Promise.all(rest)
    clearTimeout(timer)
  }

  /** The attempts and transactions that have not ended. */
  #unfinished(): Promise<void>[] {
    const transactions = [...this.#queues.values()].map((queue) => queue.running)
    return [...this.#attempts, ...transactions.filter((promise) => promise !== null)]
  }

  #queueOf(webhookId: string): Queue {
    const known = this.#queues.get(webhookId)
    if (known !== undefined) return known
    const queue: Queue = { underWay: new Set(), ended: [], isDue: false, running: null }
    this.#queues.set(webhookId, queue)
    return queue
  }

  /** Starts the transactions of a webhook; waits for the first, and fails as it does. */
  #runTransactions(webhookId: string, queue: Queue): Promise<void> {
    const first = this.#runTransaction(webhookId, queue)
    queue.running = this.#runFurther(webhookId, queue, first)
    return first
  }

  /** Continues while attempts end or deliveries are due. Never fails. */
  async #runFurther(webhookId: string, queue: Queue, first: Promise<void>): Promise<void> {
    await first.catch(() => undefined)
    while (queue.isDue || queue.ended.length > 0)
      await this.#runTransaction(webhookId, queue).catch((error: unknown) =>
        this.#logFailure(webhookId, error),
      )
    // No attempt can end between the last check and this, because nothing is awaited between them.
    queue.running = null
    if (queue.underWay.size === 0) this.#queues.delete(webhookId)
  }

  /** Records the attempts that have ended, claims deliveries that are due, and starts their attempts. */
  async #runTransaction(webhookId: string, queue: Queue): Promise<void> {
    const { ended } = queue
    Object.assign(queue, { ended: [], isDue: false })
    // The places of the ended attempts are free for deliveries that this transaction claims.
    const remaining = new Set(queue.underWay)
    for (const { delivery } of ended) remaining.delete(delivery.id)
    try {
      const claimed = await this.#recordAndClaim(webhookId, ended, remaining)
      for (const { webhook, delivery } of claimed) this.#start(queue, webhook, delivery)
    } finally {
      // Also if the transaction failed: then another attempt follows when the lease has expired.
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
      if (this.#isStopped || isPaused(webhook) || !this.#hasPluginOf(webhook)) return []
      const deliveries = await claimDeliveries(context, webhook, underWay)
      return deliveries.map((delivery) => ({ webhook, delivery }))
    })
  }

  /** False for the queue of a plugin that this process does not run, for example because it was disabled. */
  #hasPluginOf({ plugin_id: id }: WebhookRow): boolean {
    return id === null || this.#services.plugins.current.listeners.has(id)
  }

  #start(queue: Queue, webhook: WebhookRow, delivery: DeliveryRow): void {
    queue.underWay.add(delivery.id)
    const attempt = this.#attempt(queue, webhook, delivery)
      .catch((error: unknown) => this.#logFailure(webhook.id, error))
      .finally(() => {
        this.#attempts.delete(attempt)
        // For an attempt that threw an error, which no transaction records.
        queue.underWay.delete(delivery.id)
      })
    this.#attempts.add(attempt)
  }

  async #attempt(queue: Queue, webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const { signal } = this.#stopping
    // The time of the claim, by the clock that all processes share.
    const time = new Date(delivery.try_set_at ?? delivery.created_at)
    const { plugin_id: pluginId } = webhook
    const outcome =
      pluginId === null
        ? await attemptDelivery(this.#services, { webhook, delivery, time, signal })
        : await attemptHook(this.#services, { pluginId, delivery, time, signal })
    // An attempt that failed because this process stops does not count, and one of a plugin that was disabled was not
    // made (null). Both deliveries are given back without an outcome.
    const isInterrupted = signal.aborted && outcome !== null && outcome.failure !== null
    queue.ended.push({ delivery, outcome: isInterrupted ? null : outcome })
    // Waits, so that the delivery stays under way until its outcome is recorded. Running transactions record it too,
    // because they go on while `ended` is not empty.
    await (queue.running ?? this.#runTransactions(webhook.id, queue))
  }

  /** Another attempt follows when the lease has expired. */
  #logFailure(webhookId: string, error: unknown): void {
    logFailure(this.#services.log, 'a delivery of a webhook failed', { error, webhookId })
  }

  #write<Result>(now: string, work: (context: WriteContext) => Promise<Result>): Promise<Result> {
    return transact(this.#services, { caller: serviceCaller('job'), action: 'webhooks.update', now }, work)
  }
}
