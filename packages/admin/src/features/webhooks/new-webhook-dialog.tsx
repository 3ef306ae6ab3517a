import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { useDialogForm } from '../../ui/form/use-dialog-form.ts'
import { notifySuccess } from '../../ui/notify.tsx'
import { showWebhookSecret } from './webhook-actions.tsx'
import { emptyWebhook, inputOf, problemsOf, WebhookFields } from './webhook-fields.tsx'

interface NewWebhookProps {
  readonly onCreated: (id: string) => void
  readonly onClosed: () => void
}

/** Creates a webhook; its secret is shown once. */
export function NewWebhookDialog({ onCreated, onClosed }: NewWebhookProps) {
  const { t } = useTranslation(['webhooks', 'common'])
  const client = useQueryClient()
  const form = useDialogForm({
    stored: emptyWebhook,
    check: problemsOf,
    save: (values) => api.webhooks.create({ ...inputOf(values), url: values.url.trim() }),
    onSaved: ({ item, secret }) => {
      notifySuccess(t('created'))
      showWebhookSecret(secret)
      void client.invalidateQueries({ queryKey: keys.webhooks })
      onCreated(item.id)
    },
  })
  return (
    <FormDialog title={t('new')} submit={t('common:create')} form={form} onClosed={onClosed}>
      <WebhookFields form={form} />
    </FormDialog>
  )
}
