import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'

export function AuditLog() {
  const { t } = useTranslation('shell')
  return <Page title={t('audit')}>{null}</Page>
}
