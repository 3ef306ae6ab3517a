import type { WriteContext } from '../core/context.ts'
import { readBounds } from '../events/bounds.ts'
import { addReader } from '../events/log.ts'
import { readerName } from './enqueue.ts'
import { insertQueue, type WebhookRow } from './store.ts'

export function queueId(pluginId: string): string {
  return `plugin ${pluginId}`
}

/**
 * Adds the queue of a plugin that has none. It begins with the oldest event: events name the plugins that were enabled
 * when they were written, so none is called for what was before.
 */
export async function addQueue(context: WriteContext, pluginId: string): Promise<void> {
  const { db, services, now } = context
  const { dialect } = services.database
  const id = queueId(pluginId)
  if (!(await insertQueue(context, queueRow(id, pluginId, now)))) return
  const { removed } = await readBounds(db, dialect)
  await addReader(db, dialect, { name: readerName(id), position: removed })
}

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
    pause_reason: null,
    failing_since: null,
    last_number: 0,
    plugin_id: pluginId,
    created_at: now,
    updated_at: now,
  }
}
