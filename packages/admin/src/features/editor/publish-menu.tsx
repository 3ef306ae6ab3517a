import { ActionIcon, Menu, Modal } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from './autosave/state.ts'
import { useContentScope } from '../in-change-set/content-scope.ts'
import { useDraft } from './editor-context.ts'
import { usePublicationRights } from './panel/publication-rights.ts'
import { ScheduleForm } from './panel/schedule-form.tsx'
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
  const { canSchedule, canUnschedule, canUnpublish, canDiscard } = usePublicationRights(item)
  const isInSet = useContentScope().changeSet !== undefined
  const [isScheduling, setIsScheduling] = useState(false)
  if (!canSchedule && !canUnschedule && !canUnpublish && !canDiscard) return null
  const schedule = t(item.scheduledAt === null ? 'acts.schedule' : 'acts.reschedule')
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant={isInSet ? 'default' : 'filled'} aria-label={t('acts.otherWays')}>
            <ChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canSchedule && <Menu.Item onClick={() => setIsScheduling(true)}>{schedule}</Menu.Item>}
          {canUnschedule && (
            <Menu.Item onClick={() => void acts.unschedule()}>{t('acts.unschedule')}</Menu.Item>
          )}
          {canUnpublish && <Menu.Item onClick={() => void acts.unpublish()}>{t('acts.unpublish')}</Menu.Item>}
          {canDiscard && (
            <Menu.Item color="var(--danger)" onClick={() => void acts.discardDraft()}>
              {t('common:discardChanges')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isScheduling}
        onClose={() => setIsScheduling(false)}
        title={schedule}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <ScheduleForm
          at={item.scheduledAt}
          before={item.unpublishAt ?? null}
          isBusy={acts.busy === 'schedule'}
          onCancel={() => setIsScheduling(false)}
          onSubmit={(time) => void acts.schedule(time).then(() => setIsScheduling(false))}
        />
      </Modal>
    </>
  )
}
