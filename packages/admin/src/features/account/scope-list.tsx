import { type Scope, scopes as known } from '@octavo/contract/access'
import { useTranslation } from 'react-i18next'
import classes from './account-section.module.css'
import { scopeText } from './scope-text.ts'

/** The scopes of a token or an app, each explained by a tooltip. */
export function ScopeList({ scopes }: { readonly scopes: readonly string[] }) {
  const { t } = useTranslation('account')
  return (
    <ul className={classes['scopes']} aria-label={t('tokens.form.scopes')}>
      {scopes.map((scope) => (
        <li key={scope} className={classes['scope']} title={isKnown(scope) ? scopeText(scope) : undefined}>
          {scope}
        </li>
      ))}
    </ul>
  )
}

function isKnown(scope: string): scope is Scope {
  return Object.hasOwn(known, scope)
}
