import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { confirm } from '../../ui/confirm.tsx'
import { joinedNotes } from '../../ui/notes.tsx'
import { FailureState, ListSkeleton } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import { accountKeys, sessionsQuery, type SignedIn } from './account-queries.ts'
import { AccountSection, Entries, Entry } from './account-section.tsx'
import { browserName } from './browser-name.ts'
import { When } from './when.tsx'
import { QuietButton } from './quiet-button.tsx'
import { StateDot } from './state-dot.tsx'

/** Where the person is signed in. */
export function Sessions() {
  const { t } = useTranslation('account')
  const { data, error, refetch } = useQuery(sessionsQuery)
  const hasOthers = data?.items.some(({ isCurrent }) => !isCurrent) === true
  return (
    <AccountSection
      id="sessions"
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      action={hasOthers && <EndOthers />}
    >
      {data === undefined && error === null && <ListSkeleton rows={1} />}
      {data === undefined && error !== null && <FailureState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Entries label={t('sessions.title')}>
          {currentFirst(data.items).map((session) => (
            <SessionEntry key={session.id} session={session} />
          ))}
        </Entries>
      )}
    </AccountSection>
  )
}

function EndOthers() {
  const { t } = useTranslation('account')
  const runAction = useAction()
  const endOthers = async () => {
    const agrees = await confirm({
      title: t('sessions.endOthersTitle'),
      text: t('sessions.endOthersText'),
      action: t('sessions.endOthers'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.sessions.endOthers(),
      done: t('sessions.othersEnded'),
      touches: [accountKeys.sessions],
    })
  }
  return (
    <Button variant="default" onClick={() => void endOthers()}>
      {t('sessions.endOthers')}
    </Button>
  )
}

function SessionEntry({ session }: { readonly session: SignedIn }) {
  const { t } = useTranslation('account')
  const runAction = useAction()
  const { id, isCurrent, address, userAgent, createdAt, lastUsedAt } = session
  const name = browserName(userAgent, t('sessions.on')) ?? t('sessions.unknown')
  const end = async () => {
    const agrees = await confirm({
      title: t('sessions.endTitle'),
      text: t('sessions.endText', { name, address }),
      action: t('sessions.end'),
      isDangerous: true,
    })
    if (!agrees) return
    runAction({
      run: () => api.sessions.end({ id }),
      done: t('sessions.ended'),
      touches: [accountKeys.sessions],
    })
  }
  return (
    <Entry
      title={
        <>
          <span>{name}</span>
          {isCurrent && <StateDot tone="good">{t('sessions.current')}</StateDot>}
        </>
      }
      detail={joinedNotes([
        address,
        <When key="signed-in" text="sessions.signedIn" iso={createdAt} />,
        !isCurrent && <When key="used" text="used" iso={lastUsedAt} />,
      ])}
      actions={
        !isCurrent && (
          <QuietButton name={t('sessions.endNamed', { name })} tone="danger" onClick={() => void end()}>
            {t('sessions.end')}
          </QuietButton>
        )
      }
    />
  )
}

function currentFirst(sessions: readonly SignedIn[]): SignedIn[] {
  return sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
}
