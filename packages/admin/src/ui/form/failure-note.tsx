import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { failureText } from '../../api/failure-text.ts'

/** Shows a failure in a form that belongs to none of its fields. */
export function FailureNote({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation()
  if (failure === null || failure === undefined) return null
  return (
    <Alert
      role="alert"
      color="var(--danger)"
      icon={<CircleAlert size={18} aria-hidden />}
      title={t('failures.actionTitle')}
    >
      {failureText(failure, t)}
    </Alert>
  )
}
