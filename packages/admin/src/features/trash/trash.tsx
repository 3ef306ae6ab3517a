import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function Trash() {
  const { t } = useTranslation('shell')
  return <Page title={t('trash')}>{null}</Page>
}
