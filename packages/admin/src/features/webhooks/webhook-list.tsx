import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TitleLink } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { EmptyState, FailureState, ListSkeleton } from '../../ui/states.tsx'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { type Webhook, webhooksQuery } from './webhook-queries.ts'
import { WebhookState } from './webhook-state.tsx'

/** All webhooks. */
export function WebhookList() {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch } = useQuery(webhooksQuery)
  const webhooks = data?.items
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('new')}
    </Button>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={webhooks?.length !== 0 && create}>
      {webhooks === undefined && error === null && <ListSkeleton rows={3} />}
      {webhooks === undefined && error !== null && (
        <FailureState error={error} onRetry={() => void refetch()} />
      )}
      {webhooks?.length === 0 && (
        <EmptyState icon={WebhookIcon} title={t('emptyTitle')} text={t('emptyText')} action={create} />
      )}
      {webhooks !== undefined && webhooks.length > 0 && (
        <Rows label={t('title')}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </Rows>
      )}
      {isCreating && (
        <NewWebhookDialog
          onClosed={() => setCreating(false)}
          onCreated={(webhook) => void navigate({ to: '/webhooks/$webhook', params: { webhook } })}
        />
      )}
    </Page>
  )
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { id, url, description, types, collections } = webhook
  return (
    <Row
      heading={
        <Group gap="sm">
          <TitleLink to="/webhooks/$webhook" params={{ webhook: id }} dir="ltr">
            {url}
          </TitleLink>
          <WebhookState webhook={webhook} />
        </Group>
      }
      detail={
        <>
          {description !== null && <div dir="auto">{description}</div>}
          {types?.join(', ') ?? t('allTypes')} · {collections?.join(', ') ?? t('allCollections')}
        </>
      }
    />
  )
}
