import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { inSentence } from '../../ui/item-title.ts'
import { joinedNotes } from '../../ui/notes.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { accountKeys, type Token, tokensQuery } from './account-queries.ts'
import { AccountSection, Entries, Entry, NoEntries } from './account-section.tsx'
import { When } from './when.tsx'
import { QuietButton } from './quiet-button.tsx'
import { ScopeList } from './scope-list.tsx'
import { StateDot } from './state-dot.tsx'
import { TokenDialog } from './token-dialog.tsx'

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
            <TokenEntry key={token.id} token={token} />
          ))}
        </Entries>
      )}
      {isCreating && <TokenDialog onClosed={() => setCreating(false)} />}
    </AccountSection>
  )
}

function TokenEntry({ token }: { readonly token: Token }) {
  const { t } = useTranslation('account')
  const act = useAct()
  const { id, name, prefix, scopes, view, collections, locales, expiresAt, lastUsedAt } = token
  const writes = scopes.some((scope) => !scope.endsWith(':read'))
  const remove = async () => {
    const agrees = await confirm({
      title: t('tokens.deleteTitle', { name: inSentence(name) }),
      text: t('tokens.deleteText'),
      action: t('tokens.delete'),
      isDangerous: true,
    })
    if (!agrees) return
    act({ run: () => api.tokens.revoke({ id }), done: t('tokens.deleted'), touches: [accountKeys.tokens] })
  }
  return (
    <Entry
      title={
        <>
          <span>{name}</span>
          {isPast(expiresAt) && <StateDot tone="danger">{t('tokens.expired')}</StateDot>}
        </>
      }
      detail={
        <>
          {joinedNotes([
            `${prefix}…`,
            view === 'live' && t('tokens.views.live'),
            collections !== null && collections.join(', '),
            locales !== null && locales.join(', '),
            writes && !token.canPublish && t('tokens.cannotPublish'),
            writes && !token.canDelete && t('tokens.cannotDelete'),
            lastUsedAt === null ? t('neverUsed') : <When key="used" text="used" iso={lastUsedAt} />,
            expiresAt === null ? (
              t('tokens.noExpiry')
            ) : (
              <When key="expires" text="tokens.expires" iso={expiresAt} />
            ),
          ])}
          <ScopeList scopes={scopes} />
        </>
      }
      actions={
        <QuietButton name={t('tokens.deleteNamed', { name })} tone="danger" onClick={() => void remove()}>
          {t('tokens.delete')}
        </QuietButton>
      }
    />
  )
}

function isPast(iso: string | null): boolean {
  return iso !== null && Date.parse(iso) <= Date.now()
}
