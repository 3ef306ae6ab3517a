import { Alert, Button, Group, Stack } from '@mantine/core'
import { modals } from '@mantine/modals'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../api/failure-text.ts'
import { issuesByPath } from '../api/failures.ts'

interface FormDialogProps {
  readonly submitLabel: string
  /** sends the form; when it fails, the form stays as it is and says why */
  readonly onSubmit: () => Promise<void>
  readonly onClose: () => void
  /** what stands in the form; `errors` are the service's, by the path of what they are about */
  readonly children: (errors: Readonly<Record<string, string>>) => ReactNode
}

/** A form in a dialog: it closes when it has been taken, and keeps what was typed when it has not. */
export function FormDialog({ submitLabel, onSubmit, onClose, children }: FormDialogProps) {
  const { t } = useTranslation()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      await onSubmit()
      onClose()
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  const errors = issuesByPath(error)
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {error !== null && Object.keys(errors).length === 0 && (
          <Alert color="red" role="alert">
            {failureText(error, t)}
          </Alert>
        )}
        {children(errors)}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Opens a dialog; its content gets what closes it. */
export function openDialog(title: string, content: (close: () => void) => ReactNode): void {
  const id = modals.open({ title, children: content(() => modals.close(id)) })
}
