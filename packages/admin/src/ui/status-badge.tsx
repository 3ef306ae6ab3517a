import { Badge } from '@mantine/core'
import i18next from 'i18next'
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
  const shown = shownStatus({ status, hasPendingDraft })
  return (
    <Badge className={classes['badge']} data-status={shown} variant="transparent" tt="none">
      {t(`status.${shown}`)}
    </Badge>
  )
}

/** The same for the rows of long lists: a plain element, which costs a tenth. */
export function StatusMark(props: StatusProps) {
  const shown = shownStatus(props)
  return (
    <span className={`${classes['badge']} ${classes['mark']}`} data-status={shown}>
      {textOf(shown)}
    </span>
  )
}

type Shown = StatusProps['status'] | 'pending'

/** Looking a text up costs more than the element that shows it. */
const texts = new Map<string, string>()

function textOf(shown: Shown): string {
  const key = `${i18next.language} ${shown}`
  const text = texts.get(key) ?? i18next.t(`status.${shown}`)
  texts.set(key, text)
  return text
}

function shownStatus({ status, hasPendingDraft }: StatusProps): Shown {
  return status === 'published' && hasPendingDraft === true ? 'pending' : status
}
