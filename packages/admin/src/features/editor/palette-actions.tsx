import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { useScreenActions } from '../../ui/screen-actions.ts'
import { mayEdit } from '../content-list/rights.ts'
import { useIsCovered } from './in-place/open-item.ts'
import type { Item } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import { usePublicationRights } from './panel/publication-rights.ts'
import type { Acts } from './use-acts.ts'
import { useCanPublish } from './use-can-publish.ts'

interface PaletteActionsProps {
  readonly acts: Acts
  readonly togglePreview: () => void
  readonly toggleFocus: () => void
}

/** Offers the actions on the open item in the command palette. */
export function PaletteActions(props: PaletteActionsProps) {
  const item = useDraft((draft) => draft.item)
  // An editor that lies over this one offers its own.
  const isCovered = useIsCovered()
  return item === null || isCovered ? null : <OfItem item={item} {...props} />
}

function OfItem({ item, acts, togglePreview, toggleFocus }: PaletteActionsProps & { readonly item: Item }) {
  const { t } = useTranslation(['editor', 'common', 'preview'])
  const session = useSession()
  const { collection } = useEditor()
  const canPublish = useCanPublish()
  const { canUnpublish, canUnschedule, canDiscard, hasDraft } = usePublicationRights(item)
  const canEdit = mayEdit(session, item)
  const canDuplicate = canEdit && session.can('content.create') && collection.singleton !== true
  const isPublishable = canPublish && (item.status !== 'published' || hasDraft)
  const can = (id: string, isPossible: boolean, label: string, run: () => unknown) =>
    isPossible ? [{ id, label, run: () => void run() }] : []
  useScreenActions([
    ...can('publish', isPublishable, t(hasDraft ? 'acts.publishChanges' : 'acts.publish'), acts.publish),
    ...can('unpublish', canUnpublish, t('acts.unpublish'), acts.unpublish),
    ...can('unschedule', canUnschedule, t('acts.unschedule'), acts.unschedule),
    ...can('discard', canDiscard, t('common:discardChanges'), acts.discardDraft),
    ...can('preview', true, t('preview:title'), togglePreview),
    ...can('focus', true, t('focusMode.title'), toggleFocus),
    ...can('duplicate', canDuplicate, t('acts.duplicate'), acts.duplicate),
    ...can('trash', canEdit, t('acts.trash'), acts.trash),
  ])
  return null
}
