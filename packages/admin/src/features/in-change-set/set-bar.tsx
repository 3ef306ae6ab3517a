import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Layers, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isFailure } from '../../api/failures.ts'
import { RouterAnchor } from '../../ui/links.tsx'
import { changeSetQuery, isChangeable } from './change-set-queries.ts'
import classes from './set-bar.module.css'

interface SetBarProps {
  /** id of the change-set */
  readonly id: string
  /** switches to the content of the site */
  readonly onLeave: () => void
}

/** A bar that says that the content below is shown and changed in a change-set. */
export function SetBar({ id, onLeave }: SetBarProps) {
  const { t } = useTranslation('changeSets')
  const { data, error } = useQuery(changeSetQuery(id))
  const set = data?.item
  // The set was deleted, or the person may not see it.
  const isGone = set === undefined && isFailure(error, 403, 404)
  // Until the set is loaded, it counts as changeable.
  const isClosed = set !== undefined && !isChangeable(set.state)
  const openOrClosed = isClosed ? 'closed' : 'open'
  return (
    <section
      className={classes['bar']}
      aria-label={t('within.label')}
      data-state={isGone ? 'gone' : openOrClosed}
    >
      <Layers size={16} aria-hidden className={classes['icon'] ?? ''} />
      <p className={classes['text']}>
        {isGone && t('within.gone')}
        {set === undefined && !isGone && <Skeleton component="span" height={14} width={180} />}
        {set !== undefined && (
          <>
            <span className={classes['lead']}>{t('within.in')} </span>
            <RouterAnchor to="/change-sets/$set" params={{ set: id }} inherit fw={650}>
              <bdi>{set.name}</bdi>
            </RouterAnchor>
            <span className={classes['more']}>
              {' '}
              {isChangeable(set.state) ? t('within.open') : t(`within.closed.${set.state}`)}
            </span>
          </>
        )}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<LogOut size={14} aria-hidden />}
        onClick={onLeave}
      >
        {t('within.leave')}
      </Button>
    </section>
  )
}

/** Whether the set cannot be changed, because it is scheduled, applied or does not exist. */
export function useIsSetClosed(id: string | undefined): boolean {
  const { data, error } = useQuery({ ...changeSetQuery(id ?? ''), enabled: id !== undefined })
  if (id === undefined) return false
  // Until the set is loaded, it counts as changeable.
  if (data === undefined) return isFailure(error, 403, 404)
  return !isChangeable(data.item.state)
}
