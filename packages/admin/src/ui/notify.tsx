import { Button, Group, Text } from '@mantine/core'
import { hideNotification, showNotification } from '@mantine/notifications'
import i18next from 'i18next'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { failureText } from '../api/failure-text.ts'

let count = 0

/** the id of the last notification about each object */
const lastActs = new Map<string, string>()

/**
 * Notifies that something was done, with an undo button where the service can undo it. `about` are the ids of what it
 * was done to: earlier notices about these are removed, because undoing them now would also undo later changes.
 */
export function notifySuccess(text: string, undo?: () => void, about: readonly string[] = []): void {
  const id = `done-${++count}`
  for (const thing of about) {
    const before = lastActs.get(thing)
    if (before !== undefined) hideNotification(before)
    lastActs.set(thing, id)
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
      for (const thing of about) if (lastActs.get(thing) === id) lastActs.delete(thing)
    },
    icon: <CircleCheck size={18} aria-hidden />,
    color: 'teal',
    autoClose: undo === undefined ? 5000 : 12_000,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  })
}

/** Notifies that something failed, and why. */
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
    autoClose: 12_000,
    role: 'alert',
    closeButtonProps: { 'aria-label': i18next.t('close') },
  })
}
