import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import i18next from 'i18next'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { failureText } from '../api/failure-text.ts'

/** milliseconds for which a notification is shown: `long` if it has a button, or says that something failed */
const shownFor = { short: 5000, long: 12_000 }

/** number of notifications of success so far, of which their ids are made */
let count = 0

/** the id of the last notification about each object */
const lastActions = new Map<string, string>()

/**
 * Notifies of a finished action, with a button if it can be undone. `about` are the ids of the objects that it changed.
 * Earlier notifications about these objects are removed, because their undo would also undo this action.
 */
export function notifySuccess(text: string, undo?: () => void, about: readonly string[] = []): void {
  const id = `done-${++count}`
  for (const objectId of about) {
    const before = lastActions.get(objectId)
    if (before !== undefined) hideNotification(before)
    lastActions.set(objectId, id)
  }
  const message =
    undo === undefined ? (
      text
    ) : (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{text}</Text>
        <Button
          flex="none"
          size="compact-sm"
          variant="light"
          onClick={() => {
            hideNotification(id)
            undo()
          }}
        >
          {i18next.t('undo')}
        </Button>
      </Group>
    )
  showNotification({
    id,
    message,
    onClose: () => {
      for (const objectId of about) if (lastActions.get(objectId) === id) lastActions.delete(objectId)
    },
    icon: <CircleCheck size={18} aria-hidden />,
    color: 'teal',
    autoClose: undo === undefined ? shownFor.short : shownFor.long,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  })
}

/** Notifies that an action failed, and why. */
export function notifyError(error: unknown, title?: string): void {
  notifyProblem(failureText(error, i18next.getFixedT(null, 'common')), title)
}

/** Notifies of a problem with a given text. */
export function notifyProblem(text: string, title = i18next.t('failures.actionTitle')): void {
  showNotification({
    title,
    message: text,
    icon: <CircleAlert size={18} aria-hidden />,
    color: 'red',
    autoClose: shownFor.long,
    role: 'alert',
    closeButtonProps: { 'aria-label': i18next.t('close') },
  })
}
