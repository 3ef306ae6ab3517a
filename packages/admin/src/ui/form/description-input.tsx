import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { growing } from '../growing.ts'
import { bindText } from './bind.ts'
import type { Form } from './use-form.ts'

/** The description field of a form. */
export function DescriptionInput<Values extends { readonly description: string }>({
  form,
}: {
  readonly form: Form<Values>
}) {
  const { t } = useTranslation('forms')
  return (
    <Textarea label={t('description')} {...bindText(form, 'description')} {...growing(2, 8)} dir="auto" />
  )
}
