import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function EditTaxonomy() {
  const { t } = useTranslation('shell')
  return <Page title={t('taxonomies')}>{null}</Page>
}
