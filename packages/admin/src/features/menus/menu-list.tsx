import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function MenuList() {
  const { t } = useTranslation('shell')
  return <Page title={t('menus')}>{null}</Page>
}
