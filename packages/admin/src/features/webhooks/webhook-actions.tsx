import i18next from 'i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { queryClient } from '../../api/query-client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { notifyError, notifySuccess } from '../../ui/notify.tsx'
import { showSecret } from '../../ui/secret-dialog.tsx'
import type { Webhook } from './webhook-queries.ts'

/** Shows the secret of a webhook in a dialog. It can be read only now, so the person has to copy it. */
export function showWebhookSecret(secret: string): void {
  showSecret({
    title: i18next.t('webhooks:secret.title'),
    text: i18next.t('webhooks:secret.text'),
    label: i18next.t('webhooks:secret.label'),
    secret,
  })
}

/** Replaces the secret of a webhook after a confirmation, and shows the new one once. */
export async function rotateSecret({ id }: Webhook): Promise<void> {
  const isSure = await confirm({
    title: i18next.t('webhooks:rotateTitle'),
    text: i18next.t('webhooks:rotateText'),
    action: i18next.t('webhooks:rotate'),
  })
  if (!isSure) return
  try {
    const { secret } = await api.webhooks.rotateSecret({ id })
    showWebhookSecret(secret)
  } catch (error) {
    notifyError(error)
  }
  await refresh()
}

/** Deletes a webhook after a confirmation. */
export async function deleteWebhook({ id, url }: Webhook, afterwards: () => void): Promise<void> {
  const isSure = await confirm({
    title: i18next.t('webhooks:deleteTitle'),
    text: i18next.t('webhooks:deleteText', { name: url }),
    action: i18next.t('webhooks:delete'),
    isDangerous: true,
  })
  if (!isSure) return
  try {
    await api.webhooks.delete({ id })
    notifySuccess(i18next.t('webhooks:deleted'))
    afterwards()
  } catch (error) {
    notifyError(error)
  }
  await refresh()
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keys.webhooks })
}
