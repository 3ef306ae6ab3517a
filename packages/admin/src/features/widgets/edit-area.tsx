import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function EditArea() {
  const { t } = useTranslation('shell')
  return <Page title={t('widgets')}>{null}</Page>
}
