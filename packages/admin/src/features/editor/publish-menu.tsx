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
import type { Acts } from './use-acts.ts'

interface PublishMenuProps {
  readonly acts: Acts
}

/** The second half of the publish button: publishing later, and the reverse of publishing. */
export function PublishMenu({ acts }: PublishMenuProps) {
  const item = useDraft((draft) => draft.item)
  return item === null ? null : <Choices item={item} acts={acts} />
}

function Choices({ item, acts }: PublishMenuProps & { readonly item: Item }) {
  const { t } = useTranslation(['editor', 'common'])
  const { canSchedule, canUnschedule, canEnd, canUnpublish, canDiscard } = usePublicationRights(item)
  const isInSet = useContentScope().changeSet !== undefined
  const dialogs = useTimeDialogs(acts)
  const isCovered = useIsCovered()
  const { scheduledAt, unpublishAt } = item
  const offered = (id: string, isPossible: boolean, label: string, run: () => void) =>
    isPossible && !isCovered ? [{ id, label, run }] : []
  useScreenActions([
    ...offered(
      'schedule',
      canSchedule,
      t(scheduledAt === null ? 'acts.schedule' : 'acts.reschedule'),
      dialogs.askStart,
    ),
    ...offered(
      'end',
      canEnd,
      t(unpublishAt === undefined ? 'acts.scheduleEnd' : 'acts.changeEnd'),
      dialogs.askEnd,
    ),
    ...offered(
      'cancel-end',
      canEnd && unpublishAt !== undefined,
      t('acts.cancelEnd'),
      () => void acts.scheduleEnd(null),
    ),
  ])
  if (!canSchedule && !canUnschedule && !canEnd && !canUnpublish && !canDiscard) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant={isInSet ? 'default' : 'filled'} aria-label={t('acts.otherWays')}>
            <ChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canSchedule && (
            <Menu.Item leftSection={<CalendarClock size={16} aria-hidden />} onClick={dialogs.askStart}>
              {t(scheduledAt === null ? 'acts.schedule' : 'acts.reschedule')}
            </Menu.Item>
          )}
          {canUnschedule && (
            <Menu.Item
              leftSection={<CalendarOff size={16} aria-hidden />}
              onClick={() => void acts.unschedule()}
            >
              {t('acts.unschedule')}
            </Menu.Item>
          )}
          {canEnd && (
            <Menu.Item leftSection={<CalendarX2 size={16} aria-hidden />} onClick={dialogs.askEnd}>
              {t(unpublishAt === undefined ? 'acts.scheduleEnd' : 'acts.changeEnd')}
            </Menu.Item>
          )}
          {canEnd && unpublishAt !== undefined && (
            <Menu.Item
              leftSection={<CalendarOff size={16} aria-hidden />}
              onClick={() => void acts.scheduleEnd(null)}
            >
              {t('acts.cancelEnd')}
            </Menu.Item>
          )}
          {canUnpublish && (
            <Menu.Item leftSection={<EyeOff size={16} aria-hidden />} onClick={() => void acts.unpublish()}>
              {t('acts.unpublish')}
            </Menu.Item>
          )}
          {canDiscard && (
            <>
              <Menu.Divider />
              <Menu.Item
                color="var(--danger)"
                leftSection={<Undo2 size={16} aria-hidden />}
                onClick={() => void acts.discardDraft()}
              >
                {t('common:discardChanges')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <TimeDialogs item={item} acts={acts} dialogs={dialogs} />
    </>
  )
}
