import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function EditSection() {
  const { t } = useTranslation('shell')
  return <Page title={t('sections')}>{null}</Page>
}
