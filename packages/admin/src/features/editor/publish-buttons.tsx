import { Button, Text, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { missingFields } from './autosave/schedule.ts'
import { isManual, isStored, savesLive } from './autosave/state.ts'
import { useDraft, useEditor } from './editor-context.ts'
import classes from './editor-bar.module.css'
import { PublishMenu } from './publish-menu.tsx'
import { ShortcutHint } from './shortcut-hint.tsx'
import { shortcuts } from './shortcuts.ts'
import type { Actions } from './use-actions.ts'
import { useCanPublish } from './use-can-publish.ts'

interface ButtonsProps {
  readonly actions: Actions
}

/**
 * The button that publishes, with a menu for scheduling, unpublishing and the like. Items that are not saved
 * automatically also have a button that saves. If a save changes the live version, that button replaces the one that
 * publishes.
 */
export function PublishButtons({ actions }: ButtonsProps) {
  const { t } = useTranslation('editor')
  const { isReadOnly } = useEditor()
  const canPublish = useCanPublish()
  const isSavedOnRequest = useDraft(isManual)
  const isLiveSave = useDraft(savesLive)
  if (isReadOnly) return <Text className={classes['note'] ?? ''}>{t('readOnly')}</Text>
  if (!canPublish) return isSavedOnRequest && <SaveButton actions={actions} />
  return (
    <>
      {isSavedOnRequest && !isLiveSave && <SaveButton actions={actions} />}
      <div className={classes['split']}>
        {isLiveSave ? <SaveButton actions={actions} /> : <PublishButton actions={actions} />}
        <PublishMenu actions={actions} />
      </div>
    </>
  )
}

function SaveButton({ actions }: ButtonsProps) {
  const { t } = useTranslation(['editor', 'changeSets'])
  const isInSet = useContentScope().changeSet !== undefined
  const isDirty = !useDraft(isStored)
  const hint = t(isInSet ? 'changeSets:within.saveHint' : 'actions.updateHint')
  return (
    <Tooltip label={<ShortcutHint text={hint} keys={shortcuts.save.keys} />}>
      <Button
        size="sm"
        onClick={() => void actions.save()}
        loading={actions.busy === 'save'}
        disabled={!isDirty}
      >
        {t(isInSet ? 'changeSets:within.save' : 'actions.update')}
      </Button>
    </Tooltip>
  )
}

function PublishButton({ actions }: ButtonsProps) {
  const { t } = useTranslation(['editor', 'changeSets'])
  const item = useDraft((draft) => draft.item)
  const isInSet = useContentScope().changeSet !== undefined
  const isDirty = !useDraft(isStored)
  const missing = useDraft((draft) =>
    missingFields(draft)
      .map(({ label }) => label)
      .join(', '),
  )
  const isPublished = item?.status === 'published'
  const hint = t(isInSet ? 'changeSets:within.publishHint' : 'actions.publishHint')
  return (
    <Tooltip
      label={
        missing === '' ? (
          <ShortcutHint text={hint} keys={shortcuts.publish.keys} />
        ) : (
          t('actions.publishMissing', { fields: missing })
        )
      }
      multiline
      maw={340}
    >
      <Button
        size="sm"
        variant={isInSet ? 'default' : 'filled'}
        onClick={() => void actions.publish()}
        loading={actions.busy === 'publish'}
        disabled={isPublished && item.hasPendingDraft !== true && !isDirty}
      >
        {t(
          isInSet ? 'changeSets:within.publish' : isPublished ? 'actions.publishChanges' : 'actions.publish',
        )}
      </Button>
    </Tooltip>
  )
}
