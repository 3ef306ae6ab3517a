import { useSession } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Apps } from './apps.tsx'
import { Passkeys } from './passkeys.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { SiteTokens } from './site-tokens.tsx'
import { Tokens } from './tokens.tsx'

/** The person's own account: passkeys, sessions, tokens and connected apps. */
export function AccountScreen() {
  const { t } = useTranslation('account')
  const { can } = useSession()
  return (
    <Page title={t('title')} width="form">
      <Profile />
      <Passkeys />
      <Sessions />
      <Tokens />
      {can('siteTokens.manage') && <SiteTokens />}
      <Apps />
    </Page>
  )
}
