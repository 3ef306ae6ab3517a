import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function SearchScreen() {
  const { t } = useTranslation('shell')
  return <Page title={t('searchShort')}>{null}</Page>
}
