import type { WriteContext } from '../../core/context.ts'
import { readBounds } from '../events/bounds.ts'
import { addReader, removeReader } from '../events/log.ts'
import { readerName } from './enqueue.ts'
import {
  deleteUnusedQueue,
  insertQueue,
  listQueues,
  queueReason,
  touchQueues,
  type WebhookRow,
} from './store.ts'

/** The id of the queue of a plugin, among those of webhooks. */
export function queueId(pluginId: string): string {
  return `plugin ${pluginId}`
}

/**
 * Adds the queue of a plugin that has none. It begins with the oldest event. Events name the plugins that were
 * enabled when they were written, so the plugin is not called for earlier events.
 */
export async function addQueue(context: WriteContext, pluginId: string): Promise<void> {
  const { db, services, now } = context
  const { dialect } = services.database
  const id = queueId(pluginId)
  // If the plugin has a queue, this records that it is used, so that it is not removed as unused.
  if ((await touchQueues(context, [pluginId])) > 0) return
  if (!(await insertQueue(context, queueRow(id, pluginId, now)))) return
  // `removed` is the position up to which events were removed, so the oldest event is the next one.
  const { removed } = await readBounds(db, dialect)
  await addReader(db, dialect, { name: readerName(id), position: removed })
}

interface Unused {
  /** queues are removed if no process has loaded their plugin since this time */
  readonly before: string
  /** plugins that this process has loaded */
  readonly installed: readonly string[]
}

/** Removes the queues of plugins that were uninstalled, with their calls. */
export async function removeUnusedQueues(
  context: WriteContext,
  { before, installed }: Unused,
): Promise<void> {
  for (const { id, plugin_id, updated_at } of await listQueues(context)) {
    if (plugin_id === null || updated_at >= before || installed.includes(plugin_id)) continue
    // A process may have started to use the queue since it was read.
    if (await deleteUnusedQueue(context, id, before)) await removeReader(context.db, readerName(id))
  }
}

/**
 * The row of a new queue. Queues are in the table of webhooks, because their calls are deliveries as those of webhooks.
 * A queue has no address and no secret. Its pause reason stops releases that know no queues from sending to it
 * (`queueReason`).
 */
function queueRow(id: string, pluginId: string, now: string): WebhookRow {
  return {
    id,
    url: '',
    types: null,
    collections: null,
    locales: null,
    description: null,
    secret: '',
    former_secret: null,
    former_until: null,
    pause_reason: queueReason,
    failing_since: null,
    last_number: 0,
    plugin_id: pluginId,
    created_at: now,
    updated_at: now,
  }
}
