import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { knowsPasskeys } from '../../api/knows-passkeys.ts'
import { passkeysQuery } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'
import { LoadedEntries } from './loaded-entries.tsx'
import { PasskeyEntry } from './passkey-entry.tsx'
import { usePasskeyActions } from './use-passkey-actions.ts'

/** The passkeys of the person, with a button to add one. */
export function Passkeys() {
  const { t } = useTranslation('account')
  const list = useQuery(passkeysQuery)
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
      <LoadedEntries
        label={t('passkeys.title')}
        things={list.data?.items}
        query={list}
        none={{ title: t('passkeys.noneTitle'), text: t('passkeys.none') }}
        renderEntry={(passkey) => <PasskeyEntry key={passkey.id} passkey={passkey} />}
      />
    </AccountSection>
  )
}
