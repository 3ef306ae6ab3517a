import { Alert } from '@mantine/core'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIsReachable } from '../api/hooks.ts'

/** Shows that the service cannot be reached. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell')
  const isReachable = useIsReachable()
  return (
    <div aria-live="polite">
      {!isReachable && (
        <Alert icon={<WifiOff aria-hidden />} color="orange" mb="md">
          {t('offline')}
        </Alert>
      )}
    </div>
  )
}
