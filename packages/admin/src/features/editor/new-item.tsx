import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function NewItem() {
  const { t } = useTranslation('shell')
  return <Page title={t('dashboard')}>{null}</Page>
}
