import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function SettingsScreen() {
  const { t } = useTranslation('shell')
  return <Page title={t('settings')}>{null}</Page>
}
