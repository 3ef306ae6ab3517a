import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item } from '../autosave/state.ts'
import type { Actions } from '../use-actions.ts'
import { EndForm, ScheduleForm } from './schedule-form.tsx'

/** The state of the dialogs for the times of a publication: at most one of them is open. */
export interface TimeDialogState {
  readonly open: 'start' | 'end' | null
  askStart(): void
  askEnd(): void
  close(): void
}

export function useTimeDialogs(actions: Actions): TimeDialogState {
  const [open, setOpen] = useState<TimeDialogState['open']>(null)
  return {
    open,
    // Opens the dialog only if no required field is empty; otherwise these fields are shown.
    askStart: () => void actions.prepareSchedule(() => setOpen('start')),
    askEnd: () => setOpen('end'),
    close: () => setOpen(null),
  }
}

interface TimeDialogsProps {
  readonly item: Item
  readonly actions: Actions
  readonly dialogs: TimeDialogState
}

/** The dialogs that ask when an item goes live, and when it is taken off the site. */
export function TimeDialogs({ item, actions, dialogs: { open, close } }: TimeDialogsProps) {
  const { t } = useTranslation('editor')
  const { scheduledAt, unpublishAt } = item
  /** Closes the dialog if the action has succeeded. */
  const closeAfter = async (isDone: Promise<boolean>) => {
    if (await isDone) close()
  }
  return (
    <>
      <TimeDialog
        isOpen={open === 'start'}
        title={t(scheduledAt === null ? 'actions.schedule' : 'actions.reschedule')}
        onClose={close}
      >
        <ScheduleForm
          at={scheduledAt}
          before={unpublishAt ?? null}
          isBusy={actions.busy === 'schedule'}
          onCancel={close}
          onSubmit={(time) => void closeAfter(actions.schedule(time))}
        />
      </TimeDialog>
      <TimeDialog
        isOpen={open === 'end'}
        title={t(unpublishAt === undefined ? 'actions.scheduleEnd' : 'actions.changeEnd')}
        onClose={close}
      >
        <EndForm
          at={unpublishAt ?? null}
          after={scheduledAt}
          isBusy={actions.busy === 'scheduleEnd'}
          onCancel={close}
          onSubmit={(time) => void closeAfter(actions.scheduleEnd(time))}
        />
      </TimeDialog>
    </>
  )
}

interface TimeDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function TimeDialog({ isOpen, title, onClose, children }: TimeDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
      {children}
    </Modal>
  )
}
