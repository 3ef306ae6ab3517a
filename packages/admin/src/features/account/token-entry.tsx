import type { QueryKey } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm.tsx'
import { inSentence } from '../../ui/item-title.ts'
import { joinedNotes } from '../../ui/notes.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Token } from './account-queries.ts'
import { Entry } from './account-section.tsx'
import { QuietButton } from './quiet-button.tsx'
import { ScopeList } from './scope-list.tsx'
import { StateDot } from './state-dot.tsx'
import { When } from './when.tsx'

interface TokenEntryProps {
  readonly token: Token
  readonly revoke: (id: string) => Promise<unknown>
  /** query key of the list that shows the token, which is loaded again after the deletion */
  readonly touches: QueryKey
}

/** A token in a list, with a button to delete it. */
export function TokenEntry({ token, revoke, touches }: TokenEntryProps) {
  const { t } = useTranslation('account')
  const runAction = useAction()
  const { id, name, prefix, scopes, view, collections, locales, expiresAt, lastUsedAt } = token
  // The restrictions of writing are shown only for a token that can write.
  const writes = scopes.some((scope) => !scope.endsWith(':read'))
  const remove = async () => {
    const agrees = await confirm({
      title: t('tokens.deleteTitle', { name: inSentence(name) }),
      text: t('tokens.deleteText'),
      action: t('tokens.delete'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({ run: () => revoke(id), done: t('tokens.deleted'), touches: [touches] })
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
            writes && token.changeSetsOnly && t('tokens.changeSetsOnly'),
            writes && token.confirmDestructive && t('tokens.confirmDestructive'),
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
