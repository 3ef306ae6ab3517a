import { Alert } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../session/session.tsx'
import { tones } from '../../ui/tones.ts'
import type { ChangeSetDetails } from '../in-change-set/change-set-queries.ts'

/** Says that another person has to approve the set before it can be applied, and who may approve. */
export function SetApproval({ set: { needsApproval, entries, state } }: { readonly set: ChangeSetDetails }) {
  const { t } = useTranslation('changeSets')
  const { person, can } = useSession()
  if (!needsApproval || entries.length === 0) return null
  const isAuthor = entries.some((entry) => entry.person?.id === person.id)
  const who = isAuthor ? 'byOthers' : can('changeSets.manage') ? 'byYou' : 'byEditors'
  return (
    <Alert icon={<ShieldCheck size={18} aria-hidden />} title={t('approval.title')} vars={tones.accent}>
      {t(`approval.${who}`)} {state === 'scheduled' && t('approval.scheduled')}
    </Alert>
  )
}
