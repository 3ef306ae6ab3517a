import type { HookRuns } from '@octavo/contract/operations/plugins'
import type { Reader } from '../../platform/database/access.ts'
import { hookExpired } from './expired-calls.ts'
import type { StoredCall } from './hook-messages.ts'
import { queueId } from './hook-queues.ts'
import { countHookRuns, findLastFailure } from './hook-runs-store.ts'

declare module '../../core/context.ts' {
  interface Services {
    /** counts the calls of a plugin's after-hooks, and finds the last failure */
    readonly readHookRuns: (db: Reader, pluginId: string) => Promise<HookRuns>
  }
}

/** The calls of a plugin's after-hooks that wait or have failed, and the last failure. */
export async function readHookRuns(db: Reader, pluginId: string): Promise<HookRuns> {
  const id = queueId(pluginId)
  const counts = await countHookRuns(db, id)
  const last = counts.failed === 0 ? undefined : await findLastFailure(db, id)
  if (last === undefined) return { ...counts, lastFailure: null }
  const { name, event } = JSON.parse(last.body) as StoredCall
  const text = (key: string): string | null => (typeof event[key] === 'string' ? event[key] : null)
  return {
    ...counts,
    lastFailure: {
      at: last.tried_at ?? last.created_at,
      hook: name,
      collection: text('collection'),
      id: text('id'),
      message: last.answer ?? '',
      isExpired: last.failure === hookExpired,
      attempts: last.attempts,
      nextTryAt: last.state === 'pending' ? last.try_at : null,
    },
  }
}
