import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { badgeTones } from '../../ui/tones.ts'
import type { Webhook } from './webhook-queries.ts'

const tones = { active: badgeTones.good, failing: badgeTones.danger, paused: badgeTones.warn }

/** The state of a webhook, as a badge. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { isPaused, failingSince } = webhook
  const state = isPaused ? 'paused' : failingSince === null ? 'active' : 'failing'
  return (
    <Badge variant="light" vars={tones[state]} tt="none" fw={500}>
      {t(`states.${state}`)}
    </Badge>
  )
}
