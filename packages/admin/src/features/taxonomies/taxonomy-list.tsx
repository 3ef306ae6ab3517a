import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function TaxonomyList() {
  const { t } = useTranslation('shell')
  return <Page title={t('taxonomies')}>{null}</Page>
}
