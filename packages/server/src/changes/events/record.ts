import { isSiteHook } from '@octavo/plugin/hooks'
import type { HookCall } from '../../core/audit-trail.ts'
import type { ChangeListener } from '../../core/changes.ts'
import type { WriteContext } from '../../core/context.ts'
import { callsOf } from '../../plugins/dispatch.ts'
import { eventsOf, type NewEvent } from './derive.ts'
import { type EventRow, insertEvents } from './store.ts'

/** Writes the events of a transaction into the log, at its end. */
export const recordEvents: ChangeListener = async (context, changes) => {
  const events = eventsOf(changes)
  if (events.length === 0) return
  await insertEvents(
    context.db,
    events.map((event) => rowOf(context, event)),
  )
  context.afterCommit(() => {
    // The signals wake the jobs of this process, the announcement those of the others.
    context.services.eventSignal.ring()
    context.services.database.announce('events')
    context.services.webhookSignal.ring()
  })
}

function rowOf(context: WriteContext, event: NewEvent): EventRow {
  return {
    type: event.type,
    at: context.now,
    collection: event.collection,
    item_id: event.itemId,
    locale: event.locale,
    slug: event.slug,
    previous_slug: event.previousSlug,
    is_live: Number(event.isLive),
    hooks: hooksOf(context, event),
  }
}

/** The stored form of the after-hooks of an event: who caused it, and the calls; null without calls. */
function hooksOf(context: WriteContext, event: NewEvent): string | null {
  const calls = [...event.hooks, ...siteCalls(context, event)]
  if (calls.length === 0) return null
  const { userId, role, interface: via } = context.caller
  return JSON.stringify({ actor: { userId, role, interface: via }, calls })
}

/**
 * The calls of `afterChange` hooks, which objects other than items and media have. The changes of items and media name
 * their hooks themselves.
 */
function siteCalls(
  context: WriteContext,
  { type, itemId, slug, previousSlug }: NewEvent,
): readonly HookCall[] {
  const [resource = '', change = ''] = type.split('.')
  const name = `${resource}:afterChange`
  if (!isSiteHook(name)) return []
  return callsOf(context, name, { change: change as SiteChange, id: itemId, slug, previousSlug })
}

type SiteChange = 'created' | 'updated' | 'deleted'
