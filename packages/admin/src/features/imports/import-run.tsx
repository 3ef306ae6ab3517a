import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function ImportRun() {
  const { t } = useTranslation('shell')
  return <Page title={t('import')}>{null}</Page>
}
