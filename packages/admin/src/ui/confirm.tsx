import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import i18next from 'i18next'
import type { ReactNode } from 'react'

export interface Question {
  readonly title: string
  /** the consequences, and what will be lost */
  readonly text: ReactNode
  /** the label of the action, such as "Delete" */
  readonly action: string
  readonly isDangerous?: boolean
  /** the label of the other button; "Cancel" by default */
  readonly cancel?: string
  /** once it resolves, nothing is left to ask: the question closes as if the person had agreed */
  readonly until?: Promise<void>
}

/** Asks the person to confirm an action. Returns whether they agreed. */
export function confirm(question: Question): Promise<boolean> {
  const { title, text, action, isDangerous = false, cancel, until } = question
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      title,
      children: typeof text === 'string' ? <Text size="sm">{text}</Text> : text,
      labels: { confirm: action, cancel: cancel ?? i18next.t('cancel') },
      confirmProps: { color: isDangerous ? 'red' : undefined },
      onConfirm: () => resolve(true),
      // Only the first call of `resolve` counts: the dialog calls `onClose` after an answer too.
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
    void until?.then(() => {
      resolve(true)
      modals.close(id)
    })
  })
}
