import type { Change } from '@octavo/contract/operations/changes'
import { Bot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './through-app.module.css'

/**
 * Names the app or interface through which a change was made. The admin uses REST, so a change through REST without an
 * app has no name.
 */
export function ThroughApp({ change }: { readonly change: Pick<Change, 'app' | 'interface'> }) {
  const { t } = useTranslation('changes')
  const { app, interface: via } = change
  const name = app?.name ?? (via === 'rest' ? null : t(`interfaces.${via}`))
  if (name === null) return null
  return (
    <>
      {' '}
      <span className={classes['app']} data-interface={via}>
        {(app !== null || via === 'mcp') && <Bot size={13} aria-hidden />}
        <span className="unseen">{t('with')} </span>
        <bdi>{name}</bdi>
      </span>
    </>
  )
}
