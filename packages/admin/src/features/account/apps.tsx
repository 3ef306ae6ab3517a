import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { inSentence } from '../../ui/item-title.ts'
import { joinedNotes } from '../../ui/notes.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { accountKeys, appsQuery, type ConnectedApp } from './account-queries.ts'
import { AccountSection, Entries, Entry, NoEntries } from './account-section.tsx'
import { When } from './when.tsx'
import { QuietButton } from './quiet-button.tsx'
import { ScopeList } from './scope-list.tsx'

/** The apps that the person has authorized. */
export function Apps() {
  const { t } = useTranslation('account')
  const pages = useInfiniteQuery(appsQuery)
  const { data, error, refetch } = pages
  const apps = data?.pages.flatMap(({ items }) => items)
  return (
    <AccountSection id="apps" title={t('apps.title')} lead={t('apps.lead')}>
      {apps === undefined && error === null && <ListSkeleton rows={1} />}
      {apps === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {apps?.length === 0 && <NoEntries title={t('apps.noneTitle')} text={t('apps.none')} />}
      {apps !== undefined && apps.length > 0 && (
        <Entries label={t('apps.title')}>
          {apps.map((app) => (
            <AppEntry key={app.id} app={app} />
          ))}
        </Entries>
      )}
      <EndOfPages pages={pages} />
    </AccountSection>
  )
}

function AppEntry({ app }: { readonly app: ConnectedApp }) {
  const {
    id,
    name,
    scopes,
    collections,
    canDelete,
    changeSetsOnly,
    confirmDestructive,
    createdAt,
    lastUsedAt,
    endsAt,
  } = app
  const { t } = useTranslation('account')
  const act = useAct()
  const revoke = async () => {
    const agrees = await confirm({
      title: t('apps.revokeTitle', { name: inSentence(name) }),
      text: t('apps.revokeText'),
      action: t('apps.revoke'),
      isDangerous: true,
    })
    if (!agrees) return
    act({ run: () => api.apps.delete({ id }), done: t('apps.revoked'), touches: [accountKeys.apps] })
  }
  return (
    <Entry
      title={name}
      detail={
        <>
          {joinedNotes([
            <When key="since" text="apps.since" iso={createdAt} />,
            lastUsedAt === null ? t('neverUsed') : <When key="used" text="used" iso={lastUsedAt} />,
            collections !== null && collections.join(', '),
            changeSetsOnly && t('tokens.changeSetsOnly'),
            confirmDestructive && t('tokens.confirmDestructive'),
            !canDelete && t('tokens.cannotDelete'),
            endsAt !== null && <When key="ends" text="apps.ends" iso={endsAt} />,
          ])}
          <ScopeList scopes={scopes} />
        </>
      }
      actions={
        <QuietButton name={t('apps.revokeNamed', { name })} tone="danger" onClick={() => void revoke()}>
          {t('apps.revoke')}
        </QuietButton>
      }
    />
  )
}
