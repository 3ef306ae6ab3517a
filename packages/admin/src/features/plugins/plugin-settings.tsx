import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function PluginSettings() {
  const { t } = useTranslation('shell')
  return <Page title={t('plugins')}>{null}</Page>
}
