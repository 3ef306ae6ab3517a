import { ActionIcon, Menu } from '@mantine/core'
import { CalendarClock, CalendarOff, CalendarX2, ChevronDown, EyeOff, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useScreenActions } from '../../ui/screen-actions.ts'
import type { Item } from './autosave/state.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { useDraft } from './editor-context.ts'
import { useIsCovered } from './in-place/open-item.ts'
import { usePublicationRights } from './panel/publication-rights.ts'
import { TimeDialogs, useTimeDialogs } from './panel/time-dialogs.tsx'
import type { Actions } from './use-actions.ts'

interface PublishMenuProps {
  readonly actions: Actions
}

/** The menu beside the publish button: scheduling, unpublishing and discarding a draft. */
export function PublishMenu({ actions }: PublishMenuProps) {
  const item = useDraft((draft) => draft.item)
  return item === null ? null : <Choices item={item} actions={actions} />
}

function Choices({ item, actions }: PublishMenuProps & { readonly item: Item }) {
  const { t } = useTranslation(['editor', 'common'])
  const { canSchedule, canUnschedule, canScheduleEnd, canUnpublish, canDiscard } = usePublicationRights(item)
  const isInSet = useContentScope().changeSet !== undefined
  const dialogs = useTimeDialogs(actions)
  // An editor in a drawer over this one offers its own actions in the command palette.
  const isCovered = useIsCovered()
  const { scheduledAt, unpublishAt } = item
  /** An action for the command palette, as a list of at most one. */
  const paletteAction = (id: string, isPossible: boolean, label: string, run: () => void) =>
    isPossible && !isCovered ? [{ id, label, run }] : []
  useScreenActions([
    ...paletteAction(
      'schedule',
      canSchedule,
      t(scheduledAt === null ? 'actions.schedule' : 'actions.reschedule'),
      dialogs.askStart,
    ),
    ...paletteAction(
      'end',
      canScheduleEnd,
      t(unpublishAt === undefined ? 'actions.scheduleEnd' : 'actions.changeEnd'),
      dialogs.askEnd,
    ),
    ...paletteAction(
      'cancel-end',
      canScheduleEnd && unpublishAt !== undefined,
      t('actions.cancelEnd'),
      () => void actions.scheduleEnd(null),
    ),
  ])
  const hasChoices = canSchedule || canUnschedule || canScheduleEnd || canUnpublish || canDiscard
  if (!hasChoices) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant={isInSet ? 'default' : 'filled'} aria-label={t('actions.otherWays')}>
            <ChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canSchedule && (
            <Menu.Item leftSection={<CalendarClock size={16} aria-hidden />} onClick={dialogs.askStart}>
              {t(scheduledAt === null ? 'actions.schedule' : 'actions.reschedule')}
            </Menu.Item>
          )}
          {canUnschedule && (
            <Menu.Item
              leftSection={<CalendarOff size={16} aria-hidden />}
              onClick={() => void actions.unschedule()}
            >
              {t('actions.unschedule')}
            </Menu.Item>
          )}
          {canScheduleEnd && (
            <Menu.Item leftSection={<CalendarX2 size={16} aria-hidden />} onClick={dialogs.askEnd}>
              {t(unpublishAt === undefined ? 'actions.scheduleEnd' : 'actions.changeEnd')}
            </Menu.Item>
          )}
          {canScheduleEnd && unpublishAt !== undefined && (
            <Menu.Item
              leftSection={<CalendarOff size={16} aria-hidden />}
              onClick={() => void actions.scheduleEnd(null)}
            >
              {t('actions.cancelEnd')}
            </Menu.Item>
          )}
          {canUnpublish && (
            <Menu.Item
              leftSection={<EyeOff size={16} aria-hidden />}
              onClick={() => void actions.unpublish()}
            >
              {t('actions.unpublish')}
            </Menu.Item>
          )}
          {canDiscard && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--danger)"
                leftSection={<Undo2 size={16} aria-hidden />}
                onClick={() => void actions.discardDraft()}
              >
                {t('common:discardChanges')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <TimeDialogs item={item} actions={actions} dialogs={dialogs} />
    </>
  )
}
