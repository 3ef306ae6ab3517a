import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockIssue } from '../types.ts'
import { BlockButtons } from './block-buttons.tsx'

interface DraftDialogProps {
  readonly title: string
  readonly isNew: boolean
  /** whether closing would lose changes */
  readonly isChanged: boolean
  readonly issues: readonly BlockIssue[]
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Selector of elements in which Escape has its own meaning: closing a menu, leaving a table, cancelling a drag. */
const escapeHandlers =
  '[role="menu"], [role="toolbar"], [aria-expanded="true"], [data-mantine-stop-propagation="true"]'

/** A large dialog with a form. It asks for confirmation before changes are discarded. */
export function DraftDialog({
  title,
  isNew,
  isChanged,
  issues,
  onSubmit,
  onClose,
  children,
}: DraftDialogProps) {
  const { t } = useTranslation('richText')
  const [isLeaving, setLeaving] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // React passes events through portals: a form around the editor must not be submitted as well.
    event.stopPropagation()
    onSubmit()
  }
  const leave = (): void => (isChanged ? setLeaving(true) : onClose())
  const leaveByKey = ({ key, target }: KeyboardEvent): void => {
    if (key === 'Escape' && (target as Element).closest(escapeHandlers) === null) leave()
  }
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': t('close') }}
      onClose={leave}
      closeOnEscape={false}
      onKeyDown={leaveByKey}
      title={t(isNew ? 'block.new' : 'block.edit', { title })}
      size="64rem"
      fullScreen={matchMedia('(max-width: 36em)').matches}
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {issues.map(({ path, message }) => (
            <Alert key={`${path} ${message}`} color="red" role="alert">
              {path === '' ? message : `${path}: ${message}`}
            </Alert>
          ))}
          {children}
          {isLeaving ? (
            <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />
          ) : (
            <BlockButtons isNew={isNew} onCancel={leave} />
          )}
        </Stack>
      </form>
    </Modal>
  )
}

function LeaveQuestion({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  const { t } = useTranslation('richText')
  const stay = useRef<HTMLButtonElement>(null)
  useEffect(() => stay.current?.focus(), [])
  return (
    <Group justify="flex-end" role="group" aria-label={t('leave.question')}>
      <span role="alert">{t('leave.question')}</span>
      <Button ref={stay} variant="default" onClick={onStay}>
        {t('leave.stay')}
      </Button>
      <Button color="red" onClick={onLeave}>
        {t('leave.discard')}
      </Button>
    </Group>
  )
}
