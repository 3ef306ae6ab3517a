import { Button, Group, Menu, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import {
  CalendarClock,
  CalendarX,
  Check,
  Link,
  type LucideIcon,
  MessageSquare,
  Rocket,
  Send,
  Undo2,
  X,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { TimeForm } from '../editor/panel/time-form.tsx'
import { isOpen } from '../../api/change-sets.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'
import { EditInSet } from './edit-in-set.tsx'
import { type ActionName, mayApprove, possibleActions } from './possible-actions.ts'
import { type Decision, ReviewDialog } from './review-dialog.tsx'
import { useChangeSetDeletion, useMayDelete } from './use-change-set-deletion.ts'
import { useSetActions } from './use-set-actions.ts'

const icons = {
  submit: Send,
  approve: Check,
  reject: X,
  comment: MessageSquare,
  apply: Rocket,
  schedule: CalendarClock,
  unschedule: CalendarX,
  revert: Undo2,
} as const satisfies Record<ActionName, LucideIcon>

/** The buttons of a set: the next step as the button, others in a menu. */
export function SetActions({ set }: { readonly set: ChangeSetDetails }) {
  const { t } = useTranslation(['changeSets', 'common'])
  const { person, can } = useSession()
  const navigate = useNavigate()
  const actions = useSetActions(set)
  const remove = useChangeSetDeletion()
  const mayDelete = useMayDelete()(set)
  const [decision, setDecision] = useState<Decision | null>(null)
  const [isScheduling, setScheduling] = useState(false)
  const canManage = can('changeSets.manage')
  const canApprove = mayApprove(set, { personId: person.id, canManage })
  const [first, ...others] = possibleActions(set, { canManage, canApprove })
  const hasPreview = isOpen(set) && set.entryCount > 0
  const run = (name: ActionName) => {
    if (name === 'schedule') setScheduling(true)
    else if (name === 'apply' || name === 'revert' || name === 'unschedule') actions[name]()
    else setDecision(name)
  }
  const iconOf = (name: ActionName): ReactNode => {
    const Icon = icons[name]
    return <Icon size={16} aria-hidden />
  }
  return (
    <>
      <EditInSet set={set} />
      {/* On a phone, the menu stays beside the button instead of on a line of its own. */}
      <Group gap="xs" wrap="nowrap">
        {first !== undefined && (
          <Button
            leftSection={iconOf(first)}
            variant={first === 'revert' || first === 'unschedule' ? 'default' : 'filled'}
            onClick={() => run(first)}
          >
            {t(`actions.${first}`)}
          </Button>
        )}
        {(others.length > 0 || hasPreview || mayDelete) && (
          <RowMenu label={t('more', { name: set.name })}>
            {others.map((name) => (
              <Menu.Item key={name} leftSection={iconOf(name)} onClick={() => run(name)}>
                {t(`actions.${name}`)}
              </Menu.Item>
            ))}
            {hasPreview && (
              <Menu.Item leftSection={<Link size={16} aria-hidden />} onClick={() => actions.preview()}>
                {t('preview.make')}
              </Menu.Item>
            )}
            {mayDelete && (
              <DeleteItem onDelete={() => void remove(set, () => void navigate({ to: '/change-sets' }))} />
            )}
          </RowMenu>
        )}
      </Group>
      {decision !== null && <ReviewDialog set={set} decision={decision} onClosed={() => setDecision(null)} />}
      <Modal
        opened={isScheduling}
        onClose={() => setScheduling(false)}
        title={t('actions.schedule')}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <TimeForm
          at={tomorrow()}
          label={t('applyAt')}
          action={t('actions.schedule')}
          isBusy={false}
          check={(iso) => (Date.parse(iso) <= Date.now() ? t('past') : undefined)}
          onSubmit={(iso) => actions.schedule(iso, () => setScheduling(false))}
          onCancel={() => setScheduling(false)}
        />
      </Modal>
    </>
  )
}

/** Nine o'clock tomorrow, in the reader's time zone. */
function tomorrow(): string {
  const time = new Date()
  time.setDate(time.getDate() + 1)
  time.setHours(9, 0, 0, 0)
  return time.toISOString()
}
