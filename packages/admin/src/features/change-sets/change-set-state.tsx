import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { badgeTones } from '../../ui/tones.ts'
import type { ChangeSet } from '../../api/change-sets.ts'

const tones = {
  open: badgeTones.accent,
  submitted: badgeTones.warn,
  approved: badgeTones.good,
  scheduled: badgeTones.accent,
  applied: badgeTones.good,
  reverted: badgeTones.warn,
}

/** The state of a change-set, as a badge. */
export function ChangeSetState({ state }: Pick<ChangeSet, 'state'>) {
  const { t } = useTranslation('changeSets')
  return (
    <Badge variant="light" vars={tones[state]} tt="none" fw={500}>
      {t(`states.${state}`)}
    </Badge>
  )
}
