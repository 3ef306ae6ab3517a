import { useSession } from '../../session/session.tsx'
import { mayPublish } from '../content-list/rights.ts'
import { useDraft } from './editor-context.ts'

/** Whether the person may publish and unpublish the open item. */
export function useCanPublish(): boolean {
  const session = useSession()
  const item = useDraft((draft) => draft.item)
  return item === null ? session.can('content.publishOwn') : mayPublish(session, item)
}
