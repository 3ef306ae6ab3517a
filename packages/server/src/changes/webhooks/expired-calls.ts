import type { WriteContext } from '../../core/context.ts'
import type { Outcome } from './attempt.ts'
import { oldPending, releaseLane, updateDelivery } from './delivery-store.ts'
import { listQueues, lockWebhook, type WebhookRow } from './store.ts'

/** The failure of a call that has waited longer than events are kept. */
export const hookExpired = 'hookExpired' satisfies Outcome['failure']

interface Expiry {
  /** calls of events before this time have expired */
  readonly before: string
  readonly most: number
}

/**
 * Gives up some of the calls of after-hooks that have waited longer than events are kept, such as those of a disabled
 * plugin; returns their number. They stay in the list of failures as long as other failures.
 */
export async function endExpiredCalls(context: WriteContext, { before, most }: Expiry): Promise<number> {
  let count = 0
  for (const { id, plugin_id } of await listQueues(context)) {
    if (plugin_id === null || count >= most) continue
    const queue = await lockWebhook(context, id)
    if (queue !== undefined) count += await endCalls(context, queue, { before, most: most - count })
  }
  return count
}

async function endCalls(
  context: WriteContext,
  { id: webhookId }: WebhookRow,
  { before, most }: Expiry,
): Promise<number> {
  const { now } = context
  const calls = await oldPending(context, { webhookId, before, most })
  for (const { id } of calls) {
    await updateDelivery(context, id, {
      state: 'failed',
      failure: hookExpired,
      answer: null,
      tried_at: now,
      ended_at: now,
      try_at: null,
      try_set_at: null,
      lease: null,
    })
  }
  for (const lane of new Set(calls.map((call) => call.lane)))
    await releaseLane(context, { webhookId, lane, now })
  return calls.length
}
