import { limits } from '@octavo/contract/limits'
import type { Reader } from '../../platform/database/access.ts'
import type { DeliveryRow } from './delivery-store.ts'

/** The numbers of waiting calls of a queue and of those whose last attempt failed, each counted up to a limit. */
export async function countHookRuns(
  db: Reader,
  queueId: string,
): Promise<{ waiting: number; failed: number }> {
  const counted = (condition: string): string =>
    `(SELECT count(*) FROM (SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND ${condition} LIMIT ${limits.counted}) found)`
  const [row] = await db.rows<{ waiting: number; failed: number }>(
    `SELECT ${counted(`state = 'pending'`)} AS waiting, ${counted('failure IS NOT NULL')} AS failed`,
    [queueId, queueId],
  )
  return { waiting: Number(row?.waiting ?? 0), failed: Number(row?.failed ?? 0) }
}

/** The call that failed last. */
export async function findLastFailure(db: Reader, queueId: string): Promise<DeliveryRow | undefined> {
  const [row] = await db.rows<DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND failure IS NOT NULL ORDER BY tried_at DESC LIMIT 1`,
    [queueId],
  )
  return row
}
