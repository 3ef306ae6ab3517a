import { Button } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import classes from './new-changes.module.css'

interface NewChangesProps {
  readonly isShown: boolean
  readonly onShow: () => void
}

/** A button that shows that a list has newer content. It is positioned over the list, so that nothing moves. */
export function NewChanges({ isShown, onShow }: NewChangesProps) {
  const { t } = useTranslation()
  return (
    <div className={classes['place']} role="status">
      {isShown && (
        <Button
          size="compact-sm"
          className={classes['button'] ?? ''}
          leftSection={<RefreshCw size={14} aria-hidden />}
          onClick={onShow}
        >
          {t('newChanges')}
        </Button>
      )}
    </div>
  )
}
