import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function UserList() {
  const { t } = useTranslation('shell')
  return <Page title={t('users')}>{null}</Page>
}
