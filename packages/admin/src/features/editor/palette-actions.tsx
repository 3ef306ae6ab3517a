import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { useScreenActions } from '../../ui/screen-actions.ts'
import { mayEdit } from '../content-list/rights.ts'
import { useIsCovered } from './in-place/open-item.ts'
import type { Item } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import { useLanguageActions } from './translating/use-language-actions.ts'
import { usePublicationRights } from './panel/publication-rights.ts'
import type { Actions } from './use-actions.ts'
import { useCanPublish } from './use-can-publish.ts'

interface PaletteActionsProps {
  readonly actions: Actions
  readonly togglePreview: () => void
  readonly toggleFocus: () => void
}

/** Offers the actions on the open item in the command palette. */
export function PaletteActions(props: PaletteActionsProps) {
  const item = useDraft((draft) => draft.item)
  // An editor in a drawer over this one offers its own actions.
  const isCovered = useIsCovered()
  return item === null || isCovered ? null : <ItemActions item={item} {...props} />
}

function ItemActions({
  item,
  actions,
  togglePreview,
  toggleFocus,
}: PaletteActionsProps & { readonly item: Item }) {
  const { t } = useTranslation(['editor', 'common', 'preview'])
  const session = useSession()
  const { collection } = useEditor()
  const canPublish = useCanPublish()
  const { canUnpublish, canUnschedule, canDiscard, hasDraft } = usePublicationRights(item)
  const languageActions = useLanguageActions(item)
  const canEdit = mayEdit(session, item)
  const canDuplicate = canEdit && session.can('content.create') && collection.singleton !== true
  const isPublishable = canPublish && (item.status !== 'published' || hasDraft)
  /** A list of one action, or an empty one if the action is not possible. */
  const offer = (id: string, isPossible: boolean, label: string, run: () => unknown) =>
    isPossible ? [{ id, label, run: () => void run() }] : []
  useScreenActions([
    ...offer(
      'publish',
      isPublishable,
      t(hasDraft ? 'actions.publishChanges' : 'actions.publish'),
      actions.publish,
    ),
    ...offer('unpublish', canUnpublish, t('actions.unpublish'), actions.unpublish),
    ...offer('unschedule', canUnschedule, t('actions.unschedule'), actions.unschedule),
    ...offer('discard', canDiscard, t('common:discardChanges'), actions.discardDraft),
    ...offer('preview', true, t('preview:title'), togglePreview),
    ...offer('focus', true, t('focusMode.title'), toggleFocus),
    ...languageActions,
    ...offer('duplicate', canDuplicate, t('actions.duplicate'), actions.duplicate),
    ...offer('trash', canEdit, t('actions.trash'), actions.trash),
  ])
  return null
}
