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
  /** whether a live item has changes that are not published */
  const hasDraft = isLive && item.hasPendingDraft === true
  const canSetTimes = canPublish && collection.supports.includes('scheduling')
  return {
    canPublish,
    canSchedule: canSetTimes && (!isLive || hasDraft),
    /** whether the person may set when the item, which is live or will be, is unpublished */
    canScheduleEnd: canSetTimes && (isLive || item.scheduledAt !== null),
    canUnschedule: canPublish && item.scheduledAt !== null,
    canUnpublish: canPublish && isLive,
    canDiscard: hasDraft && mayEdit(session, item) && !isReadOnly,
    hasDraft,
  }
}
