import type { ReadContext, WriteContext } from '../../core/context.ts'
import { insertRow, updateRow } from '../../platform/database/rows.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type WebhookRow = Tables['webhooks']

type Reading = Pick<ReadContext, 'db'>

/** Webhooks and the queues of plugins, both of which have deliveries. */
export async function listQueues({ db }: Reading): Promise<WebhookRow[]> {
  return db.rows<WebhookRow>('SELECT * FROM webhooks ORDER BY id', [])
}

/** All webhooks, the oldest first; there are few. */
export async function listWebhooks({ db }: Reading): Promise<WebhookRow[]> {
  return db.rows<WebhookRow>('SELECT * FROM webhooks WHERE plugin_id IS NULL ORDER BY id', [])
}

export interface ActiveWebhook extends WebhookRow {
  /** when its next delivery is due; null without one */
  readonly due_at: string | null
}

/** Webhooks that are not paused, and the queues of plugins. */
export async function activeWebhooks({ db }: Reading): Promise<ActiveWebhook[]> {
  return db.rows<ActiveWebhook>(
    `SELECT w.*, (SELECT d.try_at FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.try_at IS NOT NULL
       ORDER BY d.try_at LIMIT 1) AS due_at
     FROM webhooks w WHERE w.pause_reason IS NULL OR w.plugin_id IS NOT NULL ORDER BY w.id`,
    [],
  )
}

export async function findWebhook({ db }: Reading, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db.rows<WebhookRow>('SELECT * FROM webhooks WHERE id = ? AND plugin_id IS NULL', [id])
  return row
}

/**
 * Locks a webhook or the queue of a plugin. Code that changes its deliveries calls this first, so that no other
 * transaction changes which delivery of a lane is the first pending one. With `skip`, undefined while another process
 * has the lock.
 */
export async function lockWebhook(
  { db, services }: WriteContext,
  id: string,
  mode: 'update' | 'skip' = 'update',
): Promise<WebhookRow | undefined> {
  const lock = services.database.dialect.lock(mode)
  const [row] = await db.rows<WebhookRow>(`SELECT * FROM webhooks WHERE id = ?${lock}`, [id])
  return row
}

/** The number of webhooks, without the queues of plugins. */
export async function countWebhooks({ db }: Reading): Promise<number> {
  const [row] = await db.rows<{ n: number }>('SELECT count(*) AS n FROM webhooks WHERE plugin_id IS NULL', [])
  return Number(row?.n ?? 0)
}

export async function insertWebhook({ db }: WriteContext, row: WebhookRow): Promise<void> {
  await insertRow(db, 'webhooks', row)
}

/**
 * Whether nothing is sent. The queue of a plugin is never paused: it has a reason (`queueReason`) only for releases
 * that know no queues.
 */
export function isPaused({ plugin_id, pause_reason }: WebhookRow): boolean {
  return plugin_id === null && pause_reason !== null
}

/** Adds the queue of a plugin; false where it exists already. */
export async function insertQueue({ db }: WriteContext, row: WebhookRow): Promise<boolean> {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  const added = await db.run(
    `INSERT INTO webhooks (${columns.join(', ')}) VALUES (${marks}) ON CONFLICT (id) DO NOTHING`,
    Object.values(row),
  )
  return added === 1
}

/**
 * Records that a process has loaded these plugins; returns how many of them have a queue. It also sets the reason of
 * the pause, because queues that an older release has made or paused have none or another one.
 */
export async function touchQueues({ db, now }: WriteContext, pluginIds: readonly string[]): Promise<number> {
  if (pluginIds.length === 0) return 0
  const marks = pluginIds.map(() => '?').join(', ')
  return db.run(`UPDATE webhooks SET updated_at = ?, pause_reason = ? WHERE plugin_id IN (${marks})`, [
    now,
    queueReason,
    ...pluginIds,
  ])
}

/** The `pause_reason` of queues. Without it, a release that knows no queues would send their calls as webhooks. */
export const queueReason = 'plugin'

export async function updateWebhook(
  { db }: WriteContext,
  id: string,
  changes: Partial<WebhookRow>,
): Promise<void> {
  await updateRow(db, 'webhooks', id, changes)
}

/**
 * Deletes the queue of a plugin that no process has loaded since a time, with its calls (`ON DELETE CASCADE`); false if
 * one has loaded it again.
 */
export async function deleteUnusedQueue({ db }: WriteContext, id: string, since: string): Promise<boolean> {
  return (await db.run('DELETE FROM webhooks WHERE id = ? AND updated_at < ?', [id, since])) === 1
}

/** Deletes a webhook with its deliveries (`ON DELETE CASCADE`). */
export async function deleteWebhook({ db }: WriteContext, id: string): Promise<void> {
  await db.run('DELETE FROM webhooks WHERE id = ?', [id])
}
