import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Webhook } from './webhook-queries.ts'

const colors = { active: 'green', failing: 'orange', paused: 'gray' } as const

/** Whether a webhook works, in a word. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { isPaused, failingSince } = webhook
  const state = isPaused ? 'paused' : failingSince === null ? 'active' : 'failing'
  return (
    <Badge variant="light" color={colors[state]} tt="none" fw={500}>
      {t(`states.${state}`)}
    </Badge>
  )
}
