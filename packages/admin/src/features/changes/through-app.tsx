import type { Change } from '@octavo/contract/operations/changes'
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './through-app.module.css'

/** Marks what an app did for a person, or an interface without one; nothing where the person did it in the admin. */
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
