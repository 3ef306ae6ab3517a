import { Button, Group, Modal, type ModalProps, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../confirm.tsx'
import { useUnsavedWarning } from '../unsaved.tsx'
import { FailureNote } from './failure-note.tsx'
import type { DialogForm } from './use-dialog-form.ts'
import { useReturnFocus } from './use-return-focus.ts'
import { useInvalidFocus } from './use-invalid-focus.ts'
import classes from './form-dialog.module.css'

interface FormDialogProps<Values> {
  readonly title: string
  /** the label of the button that saves, a verb */
  readonly submit: string
  readonly form: DialogForm<Values>
  /** called when the dialog has closed */
  readonly onClosed: () => void
  readonly size?: ModalProps['size']
  readonly children: ReactNode
}

/** A form in a dialog. Closing it with unsaved changes asks for confirmation. */
export function FormDialog<Values>({
  title,
  submit,
  form,
  onClosed,
  size = 'md',
  children,
}: FormDialogProps<Values>) {
  const { t } = useTranslation()
  const [isClosing, setClosing] = useState(false)
  const { ref, onTry } = useInvalidFocus(form.isSaving)
  useUnsavedWarning(form.hasUnsaved)
  useReturnFocus()
  const close = async () => {
    if (form.hasUnsaved() && !(await confirmLoss(t))) return
    setClosing(true)
  }
  return (
    <Modal
      opened={!form.isDone && !isClosing}
      // The Escape key reaches all open dialogs, but only the uppermost one may close.
      onClose={() => void (isUppermost(ref.current) && close())}
      onExitTransitionEnd={onClosed}
      // `useReturnFocus` returns the focus, also if the dialog was opened from a menu.
      returnFocus={false}
      closeOnClickOutside={!form.isChanged}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          onTry()
          form.submit(event)
        }}
      >
        <Stack>
          {children}
          <FailureNote failure={form.failure} />
          <Group justify="flex-end" gap="xs" className={classes['foot'] ?? ''}>
            <Button variant="default" onClick={() => void close()}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function isUppermost(form: HTMLElement | null): boolean {
  return form?.closest('[role="dialog"]') === [...document.querySelectorAll('[role="dialog"]')].at(-1)
}

function confirmLoss(t: ReturnType<typeof useTranslation<'common'>>['t']): Promise<boolean> {
  return confirm({
    title: t('unsaved.title'),
    text: t('unsaved.text'),
    action: t('discardChanges'),
    cancel: t('unsaved.stay'),
    isDangerous: true,
  })
}
