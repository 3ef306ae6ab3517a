import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function ImportList() {
  const { t } = useTranslation('shell')
  return <Page title={t('import')}>{null}</Page>
}
