import { Badge, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { DisclosureEntry } from '../../ui/disclosure-entry.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { shortTime } from '../../ui/times.tsx'
import { badgeTones } from '../../ui/tones.ts'
import { useAction } from '../../ui/use-action.ts'
import { deliveriesQuery, type Delivery, type Webhook } from './webhook-queries.ts'

const tones = { pending: badgeTones.accent, delivered: badgeTones.good, failed: badgeTones.danger }

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  return (
    <section aria-labelledby="deliveries">
      <Title order={2} size="h4" mb="sm" id="deliveries">
        {t('deliveries')}
      </Title>
      <DeliveryList webhook={webhook} />
    </section>
  )
}

function DeliveryList({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const pages = useInfiniteQuery(deliveriesQuery(webhook.id))
  if (pages.isPending) return <ListSkeleton rows={3} />
  if (pages.data === undefined)
    return <FailureState error={pages.error} onRetry={() => void pages.refetch()} />
  const deliveries = pages.data.pages.flatMap(({ items }) => items)
  if (deliveries.length === 0) return <Text c="dimmed">{t('noDeliveries')}</Text>
  return (
    <>
      <div className="panel">
        {deliveries.map((delivery) => (
          <DeliveryEntry key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </div>
      <EndOfPages pages={pages} />
    </>
  )
}

interface EntryProps {
  readonly webhook: Webhook
  readonly delivery: Delivery
}

function DeliveryEntry({ webhook, delivery }: EntryProps) {
  const { t } = useTranslation('webhooks')
  const { type, state, eventCount, createdAt } = delivery
  return (
    <DisclosureEntry
      time={createdAt}
      heading={
        <Group gap="sm" component="span">
          <Text component="span" fw={650}>
            {eventCount > 1 ? t('events', { count: eventCount }) : type}
          </Text>
          <Badge variant="light" vars={tones[state]} tt="none" fw={500} component="span">
            {t(`deliveryStates.${state}`)}
          </Badge>
        </Group>
      }
      detail={useSummary(delivery)}
    >
      <Details webhook={webhook} delivery={delivery} />
    </DisclosureEntry>
  )
}

/** Whether a delivery waits for an earlier one about the same item: then it is pending, and has no time. */
function isWaitingForOthers({ state, nextTryAt }: Delivery): boolean {
  return state === 'pending' && nextTryAt === null
}

/** The result of the last attempt, and the time of the next one. */
function useSummary(delivery: Delivery): string {
  const { t } = useTranslation('webhooks')
  const { attempts, status, failure, duration, nextTryAt } = delivery
  const answered = status === null ? null : String(status)
  const result = failure === null ? answered : t(`failures.${failure}`, { status })
  return [
    ...(attempts === 0 ? [] : [t('attempts', { count: attempts })]),
    ...(result === null ? [] : [result]),
    ...(duration === null ? [] : [t('took', { milliseconds: duration })]),
    ...(nextTryAt === null ? [] : [t('nextTry', { time: shortTime(nextTryAt) })]),
    ...(isWaitingForOthers(delivery) ? [t('behindOthers')] : []),
  ].join(' · ')
}

/**
 * The body that was sent, the answer, and a button that sends the delivery again. A paused webhook has no such button,
 * because it sends nothing; nor has a delivery that waits for an earlier one, because it is sent after that anyway.
 */
function Details({ webhook, delivery }: EntryProps) {
  const { t } = useTranslation('webhooks')
  const runAction = useAction()
  const { id, body, answer, status } = delivery
  const redeliver = () =>
    runAction({
      run: () => api.webhooks.redeliver({ id: webhook.id, deliveryId: id }),
      done: t('redelivered'),
      touches: [keys.webhooks],
    })
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t('id')}: <code>{id}</code>
      </Text>
      <Part title={t('body')} text={indentJson(body)} />
      {status !== null && <Part title={t('answer')} text={answer ?? t('noAnswer')} />}
      {!webhook.isPaused && !isWaitingForOthers(delivery) && (
        <Group>
          <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={redeliver}>
            {t('redeliver')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** A titled text in a box that scrolls. */
function Part({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <Text size="sm" fw={650} mb={4}>
        {title}
      </Text>
      <Code
        block
        dir="ltr"
        tabIndex={0}
        mah={320}
        style={{ overflow: 'auto' }}
        aria-label={title}
        role="region"
      >
        {text}
      </Code>
    </div>
  )
}

function indentJson(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
