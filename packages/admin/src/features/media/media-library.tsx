import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function MediaLibrary() {
  const { t } = useTranslation('shell')
  return <Page title={t('media')}>{null}</Page>
}
