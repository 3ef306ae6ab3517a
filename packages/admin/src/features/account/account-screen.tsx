import { Page } from '../../ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Apps } from './apps.tsx'
import { Passkeys } from './passkeys.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'
import { Tokens } from './tokens.tsx'

/** The person's own account: how they sign in, where they are signed in, and what acts in their name. */
export function AccountScreen() {
  const { t } = useTranslation('account')
  return (
    <Page title={t('title')} width="form">
      <Profile />
      <Passkeys />
      <Sessions />
      <Tokens />
      <Apps />
    </Page>
  )
}
