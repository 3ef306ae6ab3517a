import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { accountKeys, tokensQuery } from './account-queries.ts'
import { AccountSection, Entries, NoEntries } from './account-section.tsx'
import { TokenEntry } from './token-entry.tsx'
import { TokenDialog } from './token-dialog.tsx'

const revoke = (id: string) => api.tokens.revoke({ id })

/** The personal access tokens, with a button to create one. */
export function Tokens() {
  const { t } = useTranslation('account')
  const { data, error, refetch } = useQuery(tokensQuery)
  const [isCreating, setCreating] = useState(false)
  return (
    <AccountSection
      id="tokens"
      title={t('tokens.title')}
      lead={t('tokens.lead')}
      action={
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {t('tokens.add')}
        </Button>
      }
    >
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <NoEntries title={t('tokens.noneTitle')} text={t('tokens.none')} />}
      {data !== undefined && data.items.length > 0 && (
        <Entries label={t('tokens.title')}>
          {data.items.map((token) => (
            <TokenEntry key={token.id} token={token} revoke={revoke} touches={accountKeys.tokens} />
          ))}
        </Entries>
      )}
      {isCreating && <TokenDialog onClosed={() => setCreating(false)} />}
    </AccountSection>
  )
}
