import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function CollectionList() {
  const { t } = useTranslation('shell')
  return <Page title={t('model')}>{null}</Page>
}
