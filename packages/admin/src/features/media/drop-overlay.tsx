import { Portal, Text } from '@mantine/core'
import { Upload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './drop-overlay.module.css'

/** Says, over the whole window, that files can be let go of. */
export function DropOverlay({ isShown }: { readonly isShown: boolean }) {
  const { t } = useTranslation('media')
  if (!isShown) return null
  return (
    <Portal>
      <div className={classes['overlay']}>
        <div className={classes['frame']}>
          <Upload size={36} strokeWidth={1.6} aria-hidden />
          <Text fw={600} size="lg">
            {t('dropHere')}
          </Text>
        </div>
      </div>
    </Portal>
  )
}
