import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { accountKeys, siteTokensQuery } from './account-queries.ts'
import { AccountSection } from './account-section.tsx'
import { LoadedEntries } from './loaded-entries.tsx'
import { SiteTokenDialog } from './site-token-dialog.tsx'
import { TokenEntry } from './token-entry.tsx'

const revoke = (id: string) => api.tokens.revokeOfSite({ id })

/** The tokens for sites, which belong to no person, with a button to create one. */
export function SiteTokens() {
  const { t } = useTranslation('account')
  const list = useQuery(siteTokensQuery)
  const [isCreating, setCreating] = useState(false)
  return (
    <AccountSection
      id="site-tokens"
      title={t('siteTokens.title')}
      lead={t('siteTokens.lead')}
      action={
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {t('siteTokens.add')}
        </Button>
      }
    >
      <LoadedEntries
        label={t('siteTokens.title')}
        things={list.data?.items}
        query={list}
        none={{ title: t('siteTokens.noneTitle'), text: t('siteTokens.none') }}
        renderEntry={(token) => (
          <TokenEntry key={token.id} token={token} revoke={revoke} touches={accountKeys.siteTokens} />
        )}
      />
      {isCreating && <SiteTokenDialog onClosed={() => setCreating(false)} />}
    </AccountSection>
  )
}
