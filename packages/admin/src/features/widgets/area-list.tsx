import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function AreaList() {
  const { t } = useTranslation('shell')
  return <Page title={t('widgets')}>{null}</Page>
}
