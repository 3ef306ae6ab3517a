import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { knowsPasskeys } from '../../api/knows-passkeys.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { passkeysQuery } from './account-queries.ts'
import { AccountSection, Entries, NoEntries } from './account-section.tsx'
import { PasskeyEntry } from './passkey-entry.tsx'
import { usePasskeyActions } from './use-passkey-actions.ts'

/** The passkeys of the person, with a button to add one. */
export function Passkeys() {
  const { t } = useTranslation('account')
  const { data, error, refetch } = useQuery(passkeysQuery)
  const { add, isBusy } = usePasskeyActions()
  const canAdd = knowsPasskeys()
  return (
    <AccountSection
      id="passkeys"
      title={t('passkeys.title')}
      lead={t(canAdd ? 'passkeys.lead' : 'passkeys.unsupported')}
      action={
        canAdd && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            loading={isBusy}
            onClick={add}
          >
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <NoEntries title={t('passkeys.noneTitle')} text={t('passkeys.none')} />}
      {data !== undefined && data.items.length > 0 && (
        <Entries label={t('passkeys.title')}>
          {data.items.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} />
          ))}
        </Entries>
      )}
    </AccountSection>
  )
}
