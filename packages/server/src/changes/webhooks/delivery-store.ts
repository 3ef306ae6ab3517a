import type { ReadContext, WriteContext } from '../../core/context.ts'
import { bulkInsertion } from '../../platform/database/bulk-insertion.ts'
import { updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

/**
 * A delivery. The deliveries of a lane are sent one after the other: `try_at` is null while an earlier one of the lane
 * is pending. `lease` is the id of the claim by a process, null before a claim and after its outcome was recorded.
 * `try_set_at` is when `try_at` was set; it shows whether a clock was set back since.
 */
export type DeliveryRow = Tables['webhook_deliveries']

export const insertDeliveries = bulkInsertion<DeliveryRow>('webhook_deliveries', [
  'id',
  'webhook_id',
  'number',
  'lane',
  'type',
  'event_count',
  'body',
  'state',
  'attempts',
  'try_at',
  'try_set_at',
  'lease',
  'created_at',
  'tried_at',
  'ended_at',
  'duration',
  'status',
  'failure',
  'answer',
])

/** Deliveries of a webhook with lower numbers than `before`, the newest first. */
export async function listDeliveries(
  { db }: ReadContext,
  { webhookId, before, limit }: { webhookId: string; before: number; limit: number },
): Promise<DeliveryRow[]> {
  return db.rows<DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND number < ? ORDER BY number DESC LIMIT ${limit}`,
    [webhookId, before],
  )
}

/** A delivery of a webhook, by its id. */
export async function findDelivery(
  { db }: Pick<ReadContext, 'db'>,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<DeliveryRow | undefined> {
  const [row] = await db.rows<DeliveryRow>(
    'SELECT * FROM webhook_deliveries WHERE id = ? AND webhook_id = ?',
    [id, webhookId],
  )
  return row
}

/** The lanes of pending deliveries, one for each of up to `most` deliveries. */
export async function pendingLanes(
  { db }: Pick<ReadContext, 'db'>,
  webhookId: string,
  most: number,
): Promise<string[]> {
  const rows = await db.rows<{ lane: string }>(
    `SELECT lane FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending' LIMIT ${most}`,
    [webhookId],
  )
  return rows.map(({ lane }) => lane)
}

/** The deliveries of a webhook that have been due the longest. */
export async function dueDeliveries(
  { db }: Pick<ReadContext, 'db'>,
  { webhookId, now, most }: { webhookId: string; now: string; most: number },
): Promise<DeliveryRow[]> {
  return db.rows<DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND try_at <= ? ORDER BY try_at LIMIT ${most}`,
    [webhookId, now],
  )
}

/** Some of the pending deliveries of a webhook that were made before a time, in their order. */
export async function oldPending(
  { db }: Pick<ReadContext, 'db'>,
  { webhookId, before, most }: { webhookId: string; before: string; most: number },
): Promise<DeliveryRow[]> {
  return db.rows<DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending' AND created_at < ?
     ORDER BY number LIMIT ${most}`,
    [webhookId, before],
  )
}

export async function updateDelivery(
  { db }: WriteContext,
  id: string,
  changes: Partial<DeliveryRow>,
): Promise<void> {
  await updateRow(db, 'webhook_deliveries', id, changes)
}

/** Gives deliveries a lease. */
export async function leaseDeliveries(
  { db }: WriteContext,
  ids: readonly string[],
  { try_at, try_set_at, lease }: { try_at: string; try_set_at: string; lease: string },
): Promise<void> {
  if (ids.length === 0) return
  await db.run(
    `UPDATE webhook_deliveries SET try_at = ?, try_set_at = ?, lease = ? WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [try_at, try_set_at, lease, ...ids],
  )
}

/** Changes a delivery that still has the lease with which it was read; false where another process has it now. */
export async function updateLeased(
  { db }: WriteContext,
  { id, lease }: Pick<DeliveryRow, 'id' | 'lease'>,
  changes: Partial<DeliveryRow>,
): Promise<boolean> {
  const assignments = Object.keys(changes).map((column) => `${column} = ?`)
  const count = await db.run(
    `UPDATE webhook_deliveries SET ${assignments.join(', ')} WHERE id = ? AND lease = ?`,
    [...Object.values(changes), id, lease],
  )
  return count === 1
}

/** Makes the first pending delivery of a lane due, after the one before it has ended. */
export async function releaseLane(
  { db }: WriteContext,
  { webhookId, lane, now }: { webhookId: string; lane: string; now: string },
): Promise<void> {
  await db.run(
    `UPDATE webhook_deliveries SET try_at = ?, try_set_at = ? WHERE try_at IS NULL AND id =
       (SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND lane = ? AND state = 'pending' ORDER BY number LIMIT 1)`,
    [now, now, webhookId, lane],
  )
}

/**
 * Makes all deliveries due that wait for their next attempt, as if they had not been attempted. Deliveries that are
 * being sent (`lease`) and those that wait for an earlier one of their lane (`try_at` is null) stay as they are.
 */
export async function startAgain(
  { db }: WriteContext,
  { webhookId, now }: { webhookId: string; now: string },
): Promise<void> {
  await db.run(
    `UPDATE webhook_deliveries SET try_at = ?, try_set_at = ?, attempts = 0
     WHERE webhook_id = ? AND try_at IS NOT NULL AND lease IS NULL`,
    [now, now, webhookId],
  )
}

/** Removes some of the deliveries that ended before a time; returns their number. */
export async function removeEnded(
  { db }: Pick<WriteContext, 'db'>,
  { before, most }: { before: string; most: number },
): Promise<number> {
  return db.run(
    `DELETE FROM webhook_deliveries WHERE id IN
       (SELECT id FROM webhook_deliveries WHERE ended_at < ? ORDER BY ended_at LIMIT ${most})`,
    [before],
  )
}

/** Removes some of a webhook's deliveries that have ended, with numbers up to `number`; returns how many. */
export async function removeEndedUpTo(
  { db }: Pick<WriteContext, 'db'>,
  { webhookId, number, most }: { webhookId: string; number: number; most: number },
): Promise<number> {
  return db.run(
    `DELETE FROM webhook_deliveries WHERE id IN
       (SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND number <= ? AND ended_at IS NOT NULL
        ORDER BY number LIMIT ${most})`,
    [webhookId, number],
  )
}
