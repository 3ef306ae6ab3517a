import { useSession } from '../../../session/session.tsx'
import { mayEdit, mayPublish } from '../../content-list/rights.ts'
import type { Item } from '../autosave/state.ts'
import { useEditor } from '../editor-context.ts'

/** The actions of publication that the person may take on an item in its current state. */
export function usePublicationRights(item: Item) {
  const session = useSession()
  const { collection, isReadOnly } = useEditor()
  const canPublish = mayPublish(session, item) && !isReadOnly
  const isLive = item.status === 'published'
  const hasDraft = isLive && item.hasPendingDraft === true
  const hasTimes = canPublish && collection.supports.includes('scheduling')
  return {
    canPublish,
    canSchedule: hasTimes && (!isLive || hasDraft),
    canEnd: hasTimes && (isLive || item.scheduledAt !== null),
    canUnschedule: canPublish && item.scheduledAt !== null,
    canUnpublish: canPublish && isLive,
    canDiscard: hasDraft && mayEdit(session, item) && !isReadOnly,
    hasDraft,
  }
}
