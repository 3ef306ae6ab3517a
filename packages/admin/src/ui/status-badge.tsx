import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './status-badge.module.css'

interface StatusProps {
  readonly status: 'draft' | 'published' | 'scheduled' | 'trashed'
  /** a published item has changes that are not live yet */
  readonly hasPendingDraft?: boolean | undefined
}

/** Where an item stands, in a word; never by colour alone. */
export function StatusBadge({ status, hasPendingDraft = false }: StatusProps) {
  const { t } = useTranslation()
  const shown = status === 'published' && hasPendingDraft ? 'pending' : status
  return (
    <Badge className={classes['badge']} data-status={shown} variant="transparent" tt="none">
      {t(`status.${shown}`)}
    </Badge>
  )
}
