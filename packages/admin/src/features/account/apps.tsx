import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { EndOfPages } from '../../ui/endless.tsx'
import { inSentence } from '../../ui/item-title.ts'
import { joinedNotes } from '../../ui/notes.tsx'
import { useAction } from '../../ui/use-action.ts'
import { accountKeys, appsQuery, type ConnectedApp } from './account-queries.ts'
import { AccountSection, Entry } from './account-section.tsx'
import { LoadedEntries } from './loaded-entries.tsx'
import { When } from './when.tsx'
import { QuietButton } from './quiet-button.tsx'
import { ScopeList } from './scope-list.tsx'

/** The apps that the person has authorized. */
export function Apps() {
  const { t } = useTranslation('account')
  const pages = useInfiniteQuery(appsQuery)
  return (
    <AccountSection id="apps" title={t('apps.title')} lead={t('apps.lead')}>
      <LoadedEntries
        label={t('apps.title')}
        things={pages.data?.pages.flatMap(({ items }) => items)}
        query={pages}
        none={{ title: t('apps.noneTitle'), text: t('apps.none') }}
        renderEntry={(app) => <AppEntry key={app.id} app={app} />}
      />
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
  const runAction = useAction()
  const revoke = async () => {
    const agrees = await confirm({
      title: t('apps.revokeTitle', { name: inSentence(name) }),
      text: t('apps.revokeText'),
      action: t('apps.revoke'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({ run: () => api.apps.delete({ id }), done: t('apps.revoked'), touches: [accountKeys.apps] })
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
