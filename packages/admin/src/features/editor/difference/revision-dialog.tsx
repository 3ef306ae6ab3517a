import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fullTime } from '../../../ui/times.tsx'
import type { Field } from '../../../session/session.tsx'
import { notifySuccess } from '../../../ui/notify.tsx'
import { type Edit, shownValue } from '../autosave/state.ts'
import { useDraft, useEditor } from '../editor-context.ts'
import { differingFields, versionValues } from './history-changes.ts'
import type { Revision } from '../revision.ts'
import { labelled, useTermLabels, useVersionFields } from '../term-fields.ts'
import type { Actions } from '../use-actions.ts'
import { Difference } from './difference-view.tsx'

interface RevisionProps {
  readonly revision: Revision | null
  readonly actions: Actions
  readonly onClose: () => void
}

/** The changes since a revision, with a button to restore it. */
export function RevisionDialog({ revision, actions, onClose }: RevisionProps) {
  const { t } = useTranslation(['editor', 'common'])
  const { collection, saver, isReadOnly } = useEditor()
  const draft = useDraft((state) => state)
  const status = draft.item?.status
  const fields = useVersionFields()
  const labelOf = useTermLabels(revision !== null)
  if (revision === null) return null
  const now = Object.fromEntries(fields.map(({ slug }) => [slug, shownValue(draft, slug)]))
  const then = versionValues(revision)
  const restoreField = ({ slug, label }: Field): void => {
    // Kept for undo, because the restored value will have been saved by then.
    const before = saver.getState().edits[slug] ?? { value: shownValue(saver.getState(), slug) }
    const setEdit = (edit: Edit): void => saver.restore({ edits: { [slug]: edit } })
    setEdit({ value: then[slug] ?? null })
    notifySuccess(t('history.restoredField', { field: label }), () => setEdit(before))
  }
  const isCurrent = differingFields(fields, then, now).length === 0
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('history.of', { time: fullTime(revision.createdAt, 'medium') })}
      size="60rem"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Difference
        fields={fields}
        before={{ name: t('history.before'), values: labelled(then, labelOf) }}
        after={{ name: t('history.now'), values: labelled(now, labelOf) }}
        onRestore={isReadOnly ? undefined : restoreField}
      />
      {!isReadOnly && !isCurrent && (
        <Group mt="lg" justify="space-between">
          <Text size="sm" c="dimmed" flex="1 1 16rem">
            {t(
              status === 'published' && collection.supports.includes('drafts')
                ? 'history.restoreDraft'
                : 'history.restoreText',
            )}
          </Text>
          <Button
            loading={actions.busy === 'restoreRevision'}
            onClick={() => void actions.restoreRevision(revision.id).then((isOver) => isOver && onClose())}
          >
            {t('history.restore')}
          </Button>
        </Group>
      )}
    </Modal>
  )
}
