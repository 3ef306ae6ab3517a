import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { accountKeys, tokensQuery } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'
import { LoadedEntries } from './loaded-entries.tsx'
import { TokenEntry } from './token-entry.tsx'
import { TokenDialog } from './token-dialog.tsx'

const revoke = (id: string) => api.tokens.revoke({ id })

/** The personal access tokens, with a button to create one. */
export function Tokens() {
  const { t } = useTranslation('account')
  const list = useQuery(tokensQuery)
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
      <LoadedEntries
        label={t('tokens.title')}
        things={list.data?.items}
        query={list}
        none={{ title: t('tokens.noneTitle'), text: t('tokens.none') }}
        renderEntry={(token) => (
          <TokenEntry key={token.id} token={token} revoke={revoke} touches={accountKeys.tokens} />
        )}
      />
      {isCreating && <TokenDialog onClosed={() => setCreating(false)} />}
    </AccountSection>
  )
}
