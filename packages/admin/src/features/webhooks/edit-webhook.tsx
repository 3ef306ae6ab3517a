import { Alert, Button, Menu, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { KeyRound, Pause, Play, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { DeleteItem } from '../../ui/delete-item.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { PageForm } from '../../ui/form/page-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Page } from '../../ui/page.tsx'
import { PendingPage } from '../../ui/pending-page.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { fullTime } from '../../ui/times.tsx'
import { tones } from '../../ui/tones.ts'
import { useAction } from '../../ui/use-action.ts'
import { Deliveries } from './deliveries.tsx'
import { TestButton } from './test-button.tsx'
import { deleteWebhook, rotateSecret } from './webhook-actions.tsx'
import { inputOf, problemsOf, valuesOf, WebhookFields } from './webhook-fields.tsx'
import { type Webhook, webhookQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'

/** A webhook with its deliveries. */
export function EditWebhook() {
  const { t } = useTranslation('webhooks')
  const { webhook: id } = useParams({ from: '/webhooks/$webhook' })
  const { data, error, refetch } = useQuery(webhookQuery(id))
  const back = <BackLink to="/webhooks">{t('backToAll')}</BackLink>
  if (data === undefined)
    return <PendingPage title={t('title')} back={back} width="form" error={error} refetch={refetch} />
  const { item } = data
  return (
    <Page
      title={new URL(item.url).host}
      lead={<WebhookState webhook={item} />}
      back={back}
      width="form"
      actions={<Actions webhook={item} />}
    >
      <Stack gap="xl">
        <Trouble webhook={item} />
        <WebhookForm key={item.id} webhook={item} />
        <Deliveries webhook={item} />
      </Stack>
    </Page>
  )
}

/** Why the webhook is paused, or since when its deliveries fail; nothing if it works. */
function Trouble({ webhook: { pauseReason, failingSince } }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  if (pauseReason !== null) return <Alert vars={tones.warn}>{t(`pauseReasons.${pauseReason}`)}</Alert>
  if (failingSince === null) return null
  return <Alert vars={tones.warn}>{t('failingSince', { time: fullTime(failingSince) })}</Alert>
}

function WebhookForm({ webhook }: { readonly webhook: Webhook }) {
  const client = useQueryClient()
  const form = useForm({
    stored: valuesOf(webhook),
    check: problemsOf,
    save: (_values, changes) => api.webhooks.update({ id: webhook.id, ...inputOf(changes) }),
    onSaved: (answer) => {
      client.setQueryData(webhookQuery(webhook.id).queryKey, answer)
      void client.invalidateQueries({ queryKey: keys.webhooks })
    },
  })
  return (
    <PageForm form={form}>
      <WebhookFields form={form} />
    </PageForm>
  )
}

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const runAction = useAction()
  const { id, isPaused } = webhook
  const togglePause = () =>
    runAction({
      run: () => api.webhooks.update({ id, isPaused: !isPaused }),
      done: t(isPaused ? 'started' : 'paused'),
      touches: [keys.webhooks],
    })
  return (
    <>
      <TestButton webhook={webhook} icon={<Send size={16} aria-hidden />} />
      <Button
        variant="default"
        leftSection={isPaused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />}
        onClick={togglePause}
      >
        {t(isPaused ? 'start' : 'pause')}
      </Button>
      <RowMenu label={t('more', { name: new URL(webhook.url).host })}>
        <Menu.Item
          leftSection={<KeyRound size={16} aria-hidden />}
          onClick={() => void rotateSecret(webhook)}
        >
          {t('rotate')}
        </Menu.Item>
        <DeleteItem
          label={t('delete')}
          onDelete={() =>
            // Unsaved changes of a deleted webhook need no question.
            void deleteWebhook(webhook, () => void navigate({ to: '/webhooks', ignoreBlocker: true }))
          }
        />
      </RowMenu>
    </>
  )
}
