import type { Change } from '@octavo/contract/operations/changes'
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './through-app.module.css'

/** Names the app or interface through which a change was made; nothing for changes made in the admin. */
export function ThroughApp({ change: { app, door } }: { readonly change: Pick<Change, 'app' | 'door'> }) {
  const { t } = useTranslation('changes')
  const name = app?.name ?? (door === 'rest' ? null : t(`doors.${door}`))
  if (name === null) return null
  return (
    <>
      {' '}
      <span className={classes['app']} data-door={door}>
        {(app !== null || door === 'mcp') && <Bot size={13} aria-hidden />}
        <span className="unseen">{t('with')} </span>
        <bdi>{name}</bdi>
      </span>
    </>
  )
}
